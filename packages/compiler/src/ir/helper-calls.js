/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { Resolution } from '../ast/resolve.js' */
/** @import { Variable } from '../ast/scope.js' */
import { replaceChild } from '../ast/babel.js';
import { isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { HELPER, HELPER_MODULES } from '../knowledge/helper.js';
import { importOf, requiredSource } from './values.js';

/**
 * A call of the helper on a function that is written there.
 *
 * @typedef {object} HelperCall
 * @property {Node} node the call
 * @property {Node} callee
 * @property {Node | null} options an object literal
 * @property {Node} fn
 */

/**
 * A use of the helper that cannot be understood when the program is built.
 *
 * @typedef {{ place: Node, problem: 'call' | 'value', what: string }} HelperMisuse
 */

/** @typedef {{ calls: HelperCall[], misuses: HelperMisuse[] }} HelperUses */

/**
 * Find the uses of `cpuBound` in a module, by what is imported, whatever it is called here.
 *
 * @param {Node} file
 * @param {Resolution} resolution
 * @returns {HelperUses} in source order
 */
export function findHelperUses(file, resolution) {
	const search = new HelperSearch(resolution);
	/** @type {HelperUses} */
	const uses = { calls: [], misuses: file.program.body.flatMap(reexports) };
	for (const { node, role, variable } of resolution.references) {
		if (role === 'export' && variable && search.isHelperVariable(variable))
			uses.misuses.push({ place: node, problem: 'value', what: '' });
	}
	for (const node of resolution.parents.keys()) {
		if (!search.isHelper(node)) continue;
		const { child, parent } = search.outermost(node);
		if (isCall(parent) && parent.callee === child) {
			const found = readCall(parent, node);
			if ('fn' in found) uses.calls.push(found);
			else uses.misuses.push(found);
		} else if (!search.isNameOnly(child, parent)) {
			uses.misuses.push({ place: node, problem: 'value', what: '' });
		}
	}
	return uses;
}

/**
 * Put the functions in the place of the calls around them: for every later look at the tree a function that the helper marks is
 * just a function, without the assertions around it. The nodes keep their places in the text.
 *
 * @param {HelperCall[]} calls
 * @param {Parents} parents
 */
export function eraseHelperCalls(calls, parents) {
	for (const { node, fn } of calls) replaceChild(/** @type {Node} */ (parents.get(node)), node, fn);
}

class HelperSearch {
	/** @param {Resolution} resolution */
	constructor({ parents, references }) {
		this.parents = parents;
		/** @type {Map<Node, Variable | null>} */
		this.variables = new Map(references.map(({ node, variable }) => [node, variable]));
	}

	/** @param {Node} node @returns {boolean} an expression that is the helper */
	isHelper(node) {
		if (node.type === 'Identifier') {
			const variable = this.variables.get(node);
			return variable ? this.isHelperVariable(variable) : false;
		}
		if (!isMember(node) || propertyName(node) !== HELPER) return false;
		const object = unwrap(node.object);
		const variable = object.type === 'Identifier' ? this.variables.get(object) : null;
		const from = variable ? importOf(variable, this.parents) : null;
		if (from) return from.name === '*' && HELPER_MODULES.has(from.source);
		return HELPER_MODULES.has(requiredSource(object) ?? '');
	}

	/** @param {Variable} variable @returns {boolean} */
	isHelperVariable(variable) {
		const from = importOf(variable, this.parents);
		if (from) return from.name === HELPER && HELPER_MODULES.has(from.source);
		const { node } = variable.declarations[0] ?? {};
		// `const cpuBound = require('@lapidary/runtime').cpuBound`
		const value = node?.type === 'VariableDeclarator' && !variable.isReassigned ? node.init : null;
		return isMember(value) && node?.id.type === 'Identifier' && this.isHelper(value);
	}

	/** @param {Node} node @returns {{ child: Node, parent: Node }} past parentheses and assertions */
	outermost(node) {
		let child = node;
		let parent = /** @type {Node} */ (this.parents.get(node));
		while (unwrap(parent) !== parent) {
			child = parent;
			parent = /** @type {Node} */ (this.parents.get(parent));
		}
		return { child, parent };
	}

	/** Where the helper gets its name, or a test asks for it. @param {Node} child @param {Node} parent @returns {boolean} */
	isNameOnly(child, parent) {
		if (parent.type === 'VariableDeclarator')
			return parent.init === child && parent.id.type === 'Identifier' && isMember(child);
		return parent.type === 'UnaryExpression' && parent.operator === 'typeof';
	}
}

/** @param {Node} statement @returns {HelperMisuse[]} another module would get the helper from this one, where nothing tells */
function reexports(statement) {
	if (!HELPER_MODULES.has(statement.source?.value)) return [];
	const isAll =
		statement.type === 'ExportAllDeclaration' && statement.source.value.endsWith('/cpu-bound');
	const places =
		statement.type === 'ExportNamedDeclaration'
			? statement.specifiers.filter((/** @type {Node} */ { local }) => local?.name === HELPER)
			: isAll
				? [statement]
				: [];
	return places.map((/** @type {Node} */ place) => ({ place, problem: 'value', what: '' }));
}

/** @param {Node} call @param {Node} callee @returns {HelperCall | HelperMisuse} */
function readCall(call, callee) {
	const { arguments: args } = call;
	/** @param {Node} place @param {string} what @returns {HelperMisuse} */
	const misuse = (place, what) => ({ place, problem: 'call', what });
	if (args.length === 0 || args.length > 2) return misuse(call, `${args.length || 'no'} arguments`);
	const argument = args.at(-1);
	const fn = unwrap(argument);
	if (fn.type !== 'ArrowFunctionExpression' && fn.type !== 'FunctionExpression')
		return misuse(argument, describe(fn));
	const options = args.length === 2 ? args[0] : null;
	if (options && !isLiteral(options)) return misuse(options, 'options that are not written out');
	return { node: call, callee, options, fn };
}

/** @param {Node} options @returns {boolean} `{ pool: 'render' }` */
const isLiteral = ({ type, properties }) =>
	type === 'ObjectExpression' &&
	properties.every(
		(/** @type {Node} */ one) =>
			one.type === 'ObjectProperty' && !one.computed && one.value.type === 'StringLiteral',
	);

/** @param {Node} node @returns {string} */
function describe(node) {
	if (node.type === 'Identifier') return `the variable \`${node.name}\``;
	if (node.type === 'SpreadElement') return 'a spread of arguments';
	return /^Class/.test(node.type) ? 'a class' : 'an expression';
}
