/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Changes } from './changes.js' */
/** @import { Doubts } from './doubts.js' */
/** @import { Doubt, Entry } from './model.js' */
/** @import { Reason } from './reasons.js' */
import { childrenOf, walk } from '../../ast/babel.js';
import { isCall, isClass, isFunction, isLoop, unwrap } from '../../ast/shapes.js';

/**
 * A loop of a function, or the body of one that has none. `hazard`: why nothing that is known before it holds while it runs.
 *
 * @typedef {{ node: Node, hazard: Reason | null, isBody?: boolean }} Loop
 */

/** Something in a function, and the loops that it is in, the outermost first. @template T @typedef {{ node: T, loops: Loop[] }} Placed */

/**
 * What a function's own code holds, without that of functions in it.
 *
 * @typedef {object} Scan
 * @property {Node} fn or the program, for what runs while the module loads
 * @property {Placed<Node>[]} references to variables that hold GEMs
 * @property {Placed<Node>[]} changes what may change GEMs, rights to them, or what holds them
 * @property {Placed<Node>[]} tries
 * @property {(Doubt & { loops: Loop[] })[]} doubts
 * @property {Map<Variable, Entry>} entries of those that are asked for, in a function without loops
 */

/**
 * @param {Node} fn
 * @param {{ analysis: EffectAnalysis, changes: Changes, doubts: Doubts, isRoot: (variable: Variable) => boolean, waits: Set<Node> }} setting
 * @returns {Scan}
 */
export function scanFunction(fn, { analysis, changes, doubts, isRoot, waits }) {
	/** @type {Scan} */
	const scan = { fn, references: [], changes: [], tries: [], doubts: [], entries: new Map() };
	/** @param {Node} node @param {Loop[]} loops */
	const enter = (node, loops) => {
		if (isFunction(node) && node !== fn) return;
		if (isClass(node)) {
			if (changes.within(node) || doubts.within(node)) setHazard(loops, 'class');
			return;
		}
		const inside = isLoop(node) ? [...loops, { node, hazard: null }] : loops;
		const hazard = waits.has(node) ? 'await' : hazardOf(node);
		if (hazard) setHazard(inside, hazard);
		if (changes.isChange(node) || callsChange(node, changes)) {
			scan.changes.push({ node, loops: inside });
			// What takes its values from an iterator of the program's own may be left without a turn of its own.
			if (node.type === 'ForOfStatement' && jumpsOut(node)) setHazard(loops, 'iteration');
			if (isUnplaced(node, analysis.parents)) setHazard(inside, 'pattern');
		}
		const doubt = inside.length > 0 ? doubts.of(node) : null;
		if (doubt) {
			scan.doubts.push({ ...doubt, loops: inside });
			if (isUnplaced(node, analysis.parents)) setHazard(inside, 'pattern');
		}
		if (node.type === 'TryStatement') scan.tries.push({ node, loops });
		if (node.type === 'Identifier') {
			const variable = analysis.aliases.variableOf(node);
			if (variable && isRoot(variable)) scan.references.push({ node, loops });
		}
		for (const child of childrenOf(node)) enter(child, inside);
	};
	const body = bodyOf(fn);
	for (const part of [fn.body].flat()) enter(part, body ? [body] : []);
	return scan;
}

/**
 * A function without loops may be called in one: what it accesses is worth to be found out for one access already, as long as calls ask for
 * the same GEM.
 *
 * @param {Node} fn or a program
 * @returns {Loop | null} its body, in place of a loop
 */
function bodyOf({ type, body }) {
	if (type === 'Program') return null;
	let hasLoop = false;
	walk(body, (node) => {
		hasLoop ||= isLoop(node);
		return !hasLoop && !isFunction(node);
	});
	return hasLoop ? null : { node: body, hazard: null, isBody: true };
}

/** @param {Loop[]} loops @param {Reason} reason */
function setHazard(loops, reason) {
	for (const loop of loops) loop.hazard ??= reason;
}

/** @param {Node} node @returns {Reason | null} */
function hazardOf(node) {
	if (node.type === 'AwaitExpression' || node.type === 'YieldExpression') return 'await';
	if (node.type === 'ForOfStatement' && node.await) return 'await';
	if (node.type === 'VariableDeclaration' && /using/.test(node.kind)) return 'await';
	if (!isCall(node)) return null;
	const callee = unwrap(node.callee);
	return callee.type === 'Identifier' && callee.name === 'eval' ? 'eval' : null;
}

/** @param {Node} node @param {Changes} changes @returns {boolean} a function that is written there and may be called there changes something */
function callsChange(node, changes) {
	if (!isCall(node) && node.type !== 'NewExpression') return false;
	return [node.callee, ...node.arguments].some((one) => {
		const inner = unwrap(one);
		return isFunction(inner) && changes.ofFunction(inner);
	});
}

/** @param {Node} loop @returns {boolean} a jump in it leads to a label outside of it */
function jumpsOut(loop) {
	const labels = new Set();
	let found = false;
	walk(loop.body, (node) => {
		if (node.type === 'LabeledStatement') labels.add(node.label.name);
		if (/^(Break|Continue)Statement$/.test(node.type) && node.label)
			found ||= !labels.has(node.label.name);
		return !isFunction(node);
	});
	return found;
}

/** @param {Node} node a change @param {Parents} parents @returns {boolean} nothing can be put behind it */
function isUnplaced(node, parents) {
	if (node.type !== 'VariableDeclarator') return false;
	const list = parents.get(/** @type {Node} */ (parents.get(node)))?.type ?? '';
	return !/^(BlockStatement|SwitchCase|StaticBlock)$/.test(list);
}
