/** @import { Parents } from '../../ast/parents.js' */
/** @import { Analysed, Effect, Fragment } from '../../ir/module.js' */
/** @import { Node } from '../../types.js' */
import { isMember, propertyName } from '../../ast/shapes.js';
import { classifyGlobal, isOfModule } from '../../knowledge/globals.js';

/**
 * A statement of the top level that changes a global, which each worker has of its own.
 *
 * @typedef {{ fragment: Fragment, path: string }} GlobalChange `path`: `Math.double`
 */

/** Those of them that belong to the module, or are the host's alone. */
const NOT_SHARED = new Set(
	'module exports require process window document self frames import __filename __dirname'.split(
		' ',
	),
);

/** Their methods are used without naming them. */
const OF_LITERALS =
	/^(Object|Function|Array|String|Number|Boolean|Symbol|BigInt|Date|RegExp|Map|Set|WeakMap|WeakSet|Promise|Iterator|ArrayBuffer|DataView|\w*Error|\w+Array)(\.prototype(\.|$)|$)/;

/**
 * What the file does to globals while it loads: a worker has to repeat it where its code uses them.
 *
 * @param {Analysed} analysed
 * @returns {GlobalChange[]} in source order
 */
export function findGlobalChanges({ sites }) {
	return [...sites.effects].flatMap(([fragment, effects]) => {
		const paths = effects.flatMap((effect) =>
			'changes' in effect && effect.changes !== undefined ? [effect.changes] : [],
		);
		return [...new Set(paths)].filter(isShared).map((path) => ({ fragment, path }));
	});
}

/**
 * What the host does to globals once the module has loaded, or at any time to what Node gives the module, which no worker repeats.
 *
 * @param {Analysed} analysed
 * @param {(node: Node) => boolean} isWorkerCode
 * @returns {{ node: Node, path: string }[]}
 */
export function findLaterGlobalChanges({ sites }, isWorkerCode) {
	const all = [...sites.effects.values()].flat().concat(sites.globalsLater);
	const ofModule = all.filter((effect) => isOfModule(pathOf(effect)));
	return [
		...ofModule.map((effect) => ({ node: effect.node, path: pathOf(effect) })),
		...laterChanges(sites, isWorkerCode),
	];
}

/** @param {Effect} effect @returns {string} of the global that it changes; empty where it changes none */
const pathOf = (effect) => ('changes' in effect && effect.changes) || '';

/** @param {Analysed['sites']} sites @param {(node: Node) => boolean} isWorkerCode @returns {{ node: Node, path: string }[]} */
const laterChanges = (sites, isWorkerCode) =>
	sites.globalsLater.flatMap((effect) => {
		const { node } = effect;
		const path = pathOf(effect);
		// Under a name that the text does not show, it is seen when the unit runs.
		const isNamed = ofGlobalObject(path).length > 0;
		if (!isNamed || !isShared(path) || OF_TRACES.test(path)) return [];
		// The search for the code of workers comes last.
		const isTold = !sites.isHostLive(node) || isWorkerCode(node);
		return isTold ? [] : [{ node, path }];
	});

/** How errors are written down: code that changes it sets it back. */
const OF_TRACES = /^Error\.(stackTraceLimit|prepareStackTrace)$/;

/** @param {string} path of a global that is changed @returns {boolean} each thread has one of its own, which a worker can change in the same way */
export const isShared = (path) =>
	!NOT_SHARED.has(/** @type {string} */ (path.replace(/^global(This)?\./, '').split('.')[0]));

/**
 * @param {Pick<GlobalChange, 'path'>} change
 * @param {string | null} used path of a global that code names, `Math.random`; null for what it uses without a name
 * @returns {boolean}
 */
export function isTouched({ path }, used) {
	if (OF_LITERALS.test(path)) return used === null;
	if (used === null) return false;
	const [changed, named] = [path, used].map(ofGlobalObject);
	const count = Math.min(changed.length, named.length);
	return String(changed.slice(0, count)) === String(named.slice(0, count));
}

/** `globalThis.x` is `x`. @param {string} path @returns {string[]} */
const ofGlobalObject = (path) =>
	path.split('.').filter((part, index) => index > 0 || !/^global(This)?$/.test(part));

/** @param {string | null} path @returns {string | null} the name of a global that no thread has by itself */
export function nameOfOwnGlobal(path) {
	const name = path === null ? undefined : ofGlobalObject(path)[0];
	return name !== undefined && classifyGlobal(name) === 'unknown' ? name : null;
}

/**
 * @param {Node} identifier of a global, or `import.meta`
 * @param {Parents} parents
 * @returns {string} what of it is used, as far as the text tells
 */
export function pathUsed(identifier, parents) {
	let path = identifier.name ?? 'import.meta';
	let child = identifier;
	for (
		let at = parents.get(child);
		at && isMember(at) && at.object === child;
		at = parents.get(at)
	) {
		const name = propertyName(at);
		if (name === null) break;
		path += `.${name}`;
		child = at;
	}
	return path;
}
