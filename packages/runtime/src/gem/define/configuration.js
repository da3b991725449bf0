/** @import { BlockFunctions } from './blocks.js' */
/** @import { Context } from './context.js' */
import { gemDefinition } from '../../errors/codes.js';
import { SyncPart } from './sync-parts.js';

/**
 * What a type of GEM is made of. Every function is called with a {@link Context} as `this`; none of it, nor the context, can be
 * reached by users of the type. [GEM16 Fig. 4]
 *
 * @typedef {object} Configuration
 * @property {string} [name] in messages; default `Gem`
 * @property {PublicFunctions} [public] functions that a GEM has as properties of its root
 * @property {Record<string, BlockFunctions>} [blocks] functions like these which run a function that they get, synchronously, with a right to the GEM; what
 *   it returns or throws is theirs. `begin` acquires the right, and `end` gives it up; `lock` names the lock of `internal` that excludes all other rights
 * @property {StaticFunctions} [publicStatic] functions that the type has
 * @property {MetaApi} [meta] traps
 * @property {Record<string, unknown>} [local] state of each handle: a clone each thread; may hold `Sync.newThreadLocal()`
 * @property {Record<string, unknown>} [internal] state of each GEM, shared: parts made by `Sync`, and data
 * @property {{ shared?: Record<string, unknown>, local?: Record<string, unknown> }} [static] state of the type: shared by all
 *   threads, and each thread's own
 * @property {{ fixed?: boolean }} [layout] `fixed`: an array at the root keeps its length, and threads may write different elements
 *   of it at once
 */

/**
 * @typedef {object} MetaApi all optional
 * @property {(this: Context, access: Access, property: string) => void} [onAccess] before each of the accesses below; what it throws
 *   refuses them. A type that only allows and refuses needs no other trap
 * @property {(this: Context, property: string) => unknown} [onGet] default: the shared value
 * @property {(this: Context, property: string, value: unknown) => void} [onSet] default: sets the shared value
 * @property {(this: Context, property: string) => void} [onDelete] default: deletes; refused when there is an `onSet` and no `onAccess`
 * @property {(this: Context, property: string) => boolean} [onHas] default: whether the shared object has it
 * @property {(this: Context) => readonly string[]} [onEnumerate] default: keys of the shared object
 * @property {(this: Context, method: string) => void} [onUpdate] before a method that changes a whole array (`push`, `sort`, …);
 *   default: refused when there is an `onSet` and no `onAccess`
 * @property {(this: Context, shared: any, options: any) => void} [onCreate] once, by the thread that creates the GEM
 * @property {(this: StaticContext) => void} [onFirstImport] once a program, by the first thread that defines the type
 * @property {(this: Context) => void} [onSend] before a reference leaves this thread
 * @property {(this: Context) => void} [onReceive] after one has arrived
 * @property {(this: Context, access: 'reading' | 'setting', wanted: { from: number, to: number }) => Grant | null} [grants] which accesses
 *   this thread may make without any trap until `this.revoke()` is called here; `this` is the context of the root. See {@link Grant}
 * @property {(this: Context, access: 'reading' | 'setting', wanted: { from: number, to: number }) => void} [onLoop] before a compiled loop goes through elements
 *   `from` up to `to` of the accessed array, or accesses the accessed object (0 to Infinity): may get the right to them, and say so by `allowReading` and
 *   `allowSetting`. It must do nothing else, and what it does not allow, or throws, the access itself is told
 * @property {(this: Context, access: 'reading' | 'setting', places: Int32Array) => number} [onLoopBelow] before a compiled loop accesses objects that hang
 *   below the accessed array, or below such ones: their `place`, in the loop's order; each has 64 keys at most. May get the right to them, until `revoke`, and returns
 *   how many of the first ones it has got; what each hangs below is allowed already. It must do nothing else
 * @property {(this: Context, read: () => unknown) => unknown} [onSnapshot] around the reading of the whole GEM by `snapshot(gem)` and
 *   by `console.log`
 */

/**
 * A right that this thread has until further notice: all accesses of one kind to a range of elements of the array at the root, of all that
 * is below them, and of its length. For a root that is no array: to all of the GEM, or null. The traps would allow each of these accesses and
 * do nothing else; no other thread changes any of it meanwhile. Loops that were compiled make them in memory, but for setting while the region logs it, and through proxies they ask
 * no trap: reading, asking whether there is a property, and setting a number to another one (what else is set may leave memory to {@link Context.tidy}). Without `grants`, a type that
 * has no trap for an access grants it, and one that has never does.
 *
 * @typedef {object} Grant
 * @property {number} from index of the first element; 0 for all
 * @property {number} to index behind the last; Infinity for all
 * @property {boolean} [constant] what is there never changes again, whoever has the right to what
 * @property {boolean} [plain] where all of an object is granted, `onEnumerate` and `onHas` say what they would if they were not there; wanted by types that have either
 */

/** @typedef {import('./context.js').StaticContext} StaticContext */
/** @typedef {Record<string, (this: Context, ...args: any[]) => unknown>} PublicFunctions */
/** @typedef {Record<string, (this: StaticContext, ...args: any[]) => unknown>} StaticFunctions */

/** What an access is called in messages; `calling`: of a method that changes a whole array. @typedef {'reading' | 'setting' | 'deleting' | 'testing' | 'enumerating' | 'calling'} Access */

const SECTIONS = [
	'name',
	'public',
	'blocks',
	'publicStatic',
	'meta',
	'local',
	'internal',
	'static',
	'layout',
];
const TRAPS = [
	'onAccess',
	'onGet',
	'onSet',
	'onDelete',
	'onHas',
	'onEnumerate',
	'onUpdate',
	'onCreate',
	'onFirstImport',
	'onSend',
	'onReceive',
	'grants',
	'onLoop',
	'onLoopBelow',
	'onSnapshot',
];

/**
 * Check a configuration, and take what it says now: later changes of the object change nothing.
 *
 * Threads: any. Blocks: never.
 *
 * @param {Configuration} given
 * @returns {Required<Configuration>}
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8105
 */
export function readConfiguration(given) {
	if (typeof given !== 'object' || given === null) {
		throw badConfiguration(
			'the configuration is no object',
			'pass an object with `meta` and `public`',
		);
	}
	checkNames(Object.keys(given), SECTIONS, 'a configuration has no section');
	const { meta = {}, public: api = {}, publicStatic = {}, local = {}, internal = {} } = given;
	checkNames(Object.keys(meta), TRAPS, '`meta` has no trap');
	for (const [section, functions] of Object.entries({ meta, public: api, publicStatic })) {
		for (const [name, value] of Object.entries(functions)) {
			if (typeof value === 'function') continue;
			const reason = `\`${section}.${name}\` is no function`;
			throw badConfiguration(reason, `make \`${section}.${name}\` a function`);
		}
	}
	const blocks = readBlocks(given.blocks ?? {}, { api, internal });
	checkNames(Object.keys(given.static ?? {}), ['shared', 'local'], '`static` has no section');
	checkLocal(local, 'local');
	checkLocal(given.static?.local ?? {}, 'static.local');
	return {
		name: String(given.name ?? 'Gem'),
		public: { ...api },
		blocks,
		publicStatic: { ...publicStatic },
		meta: { ...meta },
		local: { ...local },
		internal: { ...internal },
		static: { shared: { ...given.static?.shared }, local: { ...given.static?.local } },
		layout: { ...given.layout },
	};
}

/** @param {Record<string, BlockFunctions>} given @param {{ api: object, internal: Record<string, unknown> }} others @returns {Record<string, BlockFunctions>} */
function readBlocks(given, { api, internal }) {
	/** @type {Record<string, BlockFunctions>} */
	const blocks = {};
	for (const [name, { begin, end, lock }] of Object.entries(given)) {
		if (typeof begin !== 'function' || typeof end !== 'function') {
			const reason = `\`blocks.${name}\` lacks \`begin\` or \`end\``;
			throw badConfiguration(reason, 'give it both functions');
		}
		if (Object.hasOwn(api, name)) {
			const reason = `\`${name}\` stands in \`public\` and in \`blocks\``;
			throw badConfiguration(reason, 'take it out of one of them');
		}
		if (lock !== undefined && !isLock(internal[lock])) {
			const reason = `\`blocks.${name}\` names no lock of \`internal\``;
			throw badConfiguration(reason, `give \`internal\` a \`${lock}: Sync.newLock()\``);
		}
		blocks[name] = { begin, end, ...(lock !== undefined && { lock }) };
	}
	return blocks;
}

/** @param {Record<string, unknown>} state of one thread @param {string} section */
function checkLocal(state, section) {
	for (const [key, value] of Object.entries(state)) {
		if (!(value instanceof SyncPart) || value.cells === 0) continue;
		const reason = `\`${section}.${key}\` is shared memory, and \`${section}\` is one thread's own`;
		throw badConfiguration(reason, `move \`${key}\` to \`internal\` or \`static.shared\``);
	}
}

/** @param {string[]} names @param {readonly string[]} known @param {string} what */
function checkNames(names, known, what) {
	const unknown = names.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw badConfiguration(`${what} \`${unknown}\``, `use one of ${known.join(', ')}`);
}

/** @param {string} reason @param {string} fix */
const badConfiguration = (reason, fix) => gemDefinition({ reason, fix });

/** @param {unknown} part of `internal` @returns {boolean} */
const isLock = (part) => part instanceof SyncPart && part.isLock;
