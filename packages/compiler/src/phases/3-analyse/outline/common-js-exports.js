/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { ExportLink, ValueFact } from '../../../ir/summary.js' */
/** @import { View } from './view.js' */
import {
	dottedName,
	isCall,
	isFunction,
	isMember,
	isWrapper,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';

/** What swc and esbuild call their helper: `_export(exports, { read: () => read })`. */
const EXPORTS_GETTERS = /(^|\.)_{1,2}export$/;
/** What compilers call those that copy all exports. */
const EXPORTS_ALL = /(^|\.)__(exportStar|copyProps|reExport|toCommonJS|toESM|importStar)$/;

/** @param {Node} call @returns {boolean} a helper of a compiler that exports, or passes modules on: nothing in them is called */
export function isExportHelper({ callee }) {
	const path = dottedName(callee) ?? '';
	return EXPORTS_GETTERS.test(path) || EXPORTS_ALL.test(path);
}

/**
 * The places that name `exports` or `module.exports`, when these are the platform's.
 *
 * @param {View} view
 * @returns {Node[]}
 */
export function findExportObjects({ variableOf, parents }) {
	/** @type {Node[]} */
	const found = [];
	for (const [node, variable] of variableOf) {
		if (variable) continue;
		if (node.name === 'exports') found.push(node);
		const parent = node.name === 'module' ? parents.get(node) : undefined;
		if (parent && isMember(parent) && parent.object === node && propertyName(parent) === 'exports')
			found.push(parent);
	}
	return found;
}

/**
 * The places that name a constant which holds the exports: `const self = module.exports; self.run = …`, and
 * `const api = (module.exports = { … })`.
 *
 * @param {View} view
 * @returns {Node[]}
 */
export function findExportAliases(view) {
	const variables = new Set(findExportObjects(view).map((node) => holderOf(node, view)));
	return [...variables].flatMap((variable) => {
		const isConstant = variable && !variable.isReassigned && variable.declarations.length === 1;
		return isConstant ? variable.references.map((one) => one.node) : [];
	});
}

/** @param {Node} node `exports`, `module.exports` @param {View} view @returns {Variable | undefined} that is declared with it */
function holderOf(node, { parents, topLevel }) {
	let { child, parent } = outermost(node, parents);
	// `exports = …` alone replaces what the name stands for, and exports nothing.
	const isName = node.type === 'Identifier' && parent.left === child;
	while (!isName && parent.type === 'AssignmentExpression' && parent.operator === '=')
		({ child, parent } = outermost(parent, parents));
	const isHeld = parent.type === 'VariableDeclarator' && parent.init === child;
	return isHeld ? topLevel.get(parent.id.name) : undefined;
}

/**
 * What a CommonJS module exports, as people and compilers write it: assignments, `Object.defineProperty`,
 * `Object.assign`, and the loops and helpers that stand for `export *`.
 *
 * @param {View} view
 * @param {(node: Node) => ValueFact} valueOf
 * @returns {ExportLink[]}
 */
export function findCommonJsExports(view, valueOf) {
	return [...findExportObjects(view), ...findExportAliases(view)].flatMap((node) => {
		const { child, parent } = outermost(node, view.parents);
		if (isMember(parent) && parent.object === child) return ofMember(parent, view, valueOf);
		if (parent.type === 'AssignmentExpression' && parent.left === child) {
			const { right } = parent;
			// `exports = module.exports = …` says it twice, and only the second counts.
			return child.name === 'exports' ? [] : [{ name: '=', value: valueOf(right) }];
		}
		return isCall(parent) ? ofCall(parent, child, view, valueOf) : [];
	});
}

/** @param {Node} node @param {Parents} parents @returns {{ child: Node, parent: Node }} */
function outermost(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return { child, parent };
}

/** `exports.x = …`, and `exports[key] = …` in a loop over the keys of another module. @param {Node} member @param {View} view @param {(node: Node) => ValueFact} valueOf @returns {ExportLink[]} */
function ofMember(member, { parents }, valueOf) {
	const { child, parent } = outermost(member, parents);
	if (parent.type !== 'AssignmentExpression' || parent.left !== child) return [];
	const name = propertyName(member);
	if (name !== null) return [{ name, value: valueOf(parent.right) }];
	const source = loopedObject(member, parents);
	return source ? [{ name: '*', value: valueOf(source) }] : [];
}

/** @param {Node} call @param {Node} argument `exports` among its arguments @param {View} view @param {(node: Node) => ValueFact} valueOf @returns {ExportLink[]} */
function ofCall(call, argument, { parents }, valueOf) {
	const path = dottedName(call.callee) ?? '';
	const [first, second, third] = call.arguments;
	if (/(^|\.)__exportStar$/.test(path) && second === argument)
		return [{ name: '*', value: valueOf(first) }];
	if (first !== argument) return [];
	if (path === 'Object.assign') {
		return call.arguments.slice(1).map((/** @type {Node} */ one) => {
			const value = valueOf(one);
			return { name: value.kind === 'import' ? '*' : '=', value };
		});
	}
	if (EXPORTS_GETTERS.test(path) && second?.type === 'ObjectExpression')
		return second.properties.flatMap((/** @type {Node} */ one) => {
			const name = propertyName(one);
			const value = gottenBy(one.value ?? one);
			return name !== null && value ? [{ name, value: valueOf(value) }] : [];
		});
	if (path !== 'Object.defineProperty') return [];
	const name = second?.type === 'StringLiteral' ? second.value : null;
	if (name !== null) {
		const value = definedValue(third);
		return value ? [{ name, value: valueOf(value) }] : [];
	}
	const source = loopedObject(call, parents);
	return source ? [{ name: '*', value: valueOf(source) }] : [];
}

/** @param {Node | undefined} descriptor @returns {Node | null} `x` of `{ get() { return x } }`, `{ get: () => x }`, `{ value: x }` */
function definedValue(descriptor) {
	if (descriptor?.type !== 'ObjectExpression') return null;
	for (const property of descriptor.properties) {
		const name = propertyName(property);
		if (name === 'value' && property.value) return property.value;
		const getter = name === 'get' ? (property.value ?? property) : null;
		if (getter && isFunction(getter)) return gottenBy(getter);
	}
	return null;
}

/** @param {Node} getter @returns {Node | null} what it returns */
export function gottenBy(getter) {
	if (!isFunction(getter)) return null;
	if (getter.body.type !== 'BlockStatement') return getter.body;
	const last = getter.body.body.at(-1);
	return last?.type === 'ReturnStatement' ? last.argument : null;
}

/**
 * `_x` of `Object.keys(_x).forEach(function (key) { … })`, as Babel writes `export * from`.
 *
 * @param {Node} node in the function
 * @param {Parents} parents
 * @returns {Node | null}
 */
function loopedObject(node, parents) {
	let at = /** @type {Node | undefined} */ (node);
	while (at && !isFunction(at)) at = parents.get(at);
	const call = at && parents.get(at);
	if (!call || !isCall(call) || !isMember(call.callee)) return null;
	const keys = unwrap(call.callee.object);
	const isLoop = propertyName(call.callee) === 'forEach' && isCall(keys);
	return isLoop && dottedName(keys.callee) === 'Object.keys' ? (keys.arguments[0] ?? null) : null;
}
