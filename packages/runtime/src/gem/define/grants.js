/** @import { MetaApi } from './configuration.js' */
/** @import { Handle } from './handle.js' */

const { apply } = Reflect;

/**
 * What may be accessed without any trap, as far as it is below the array at the root.
 *
 * @typedef {object} Granted
 * @property {number} from index of the first element
 * @property {number} to index behind the last
 * @property {boolean} constant what is there never changes again
 * @property {boolean} plain a plain copy of it shows what users see
 */

const ALL = Object.freeze({ from: 0, to: Infinity, constant: false, plain: false });

/**
 * Ask a type what this thread may do until its handle is revoked. Nothing that users can see happens.
 *
 * Threads: any; the answer is the thread's own. Blocks: never.
 *
 * @param {Handle} handle that is usable
 * @param {'reading' | 'setting'} access
 * @param {{ from: number, to: number }} wanted elements of the array at the root; all for another root
 * @returns {Granted | null}
 */
export function granted(handle, access, wanted) {
	const { meta } = handle.type.configuration;
	if (!meta.grants) return isFree(meta, access) ? ALL : null;
	try {
		const grant = apply(meta.grants, handle.rootView().context, [access, wanted]);
		return grant
			? {
					from: Number(grant.from),
					to: Number(grant.to),
					constant: grant.constant === true,
					plain: grant.plain === true,
				}
			: null;
	} catch {
		return null; // who accesses it hears of what is wrong
	}
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {Handle} handle
 * @returns {boolean} whether its type never grants reading
 */
export function neverGrants({ type: { configuration } }) {
	return !configuration.meta.grants && !isFree(configuration.meta, 'reading');
}

/**
 * Threads: any. Blocks: never.
 *
 * @param {MetaApi} meta of a type
 * @returns {boolean} whether `granted` ever gives something for it
 */
export const mayGrant = (meta) =>
	meta.grants !== undefined || isFree(meta, 'reading') || isFree(meta, 'setting');

/** @param {MetaApi} meta @param {'reading' | 'setting'} access @returns {boolean} whether no trap sees it */
const isFree = ({ onAccess, onGet, onSet }, access) =>
	!onAccess && !(access === 'reading' ? onGet : onSet);
