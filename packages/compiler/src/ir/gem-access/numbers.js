/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
import { walk } from '../../ast/babel.js';
import { dottedName, isCall, isFunction, unwrap } from '../../ast/shapes.js';
import { givesNumber } from '../../knowledge/calls.js';
import { functionOf } from '../values.js';

/** What is a number when both sides are, and otherwise may be anything. */
const EITHER = new Set(['+', '-', '**']);
/** What is a number when one side is: the other one is made one, or throws. */
const ARITHMETIC = new Set(['-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>']);

/**
 * Says of expressions that their value is a number, as far as the text shows. One for a module; it only reads the tree.
 */
export class Numbers {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Map<Variable, 'number' | 'maybe' | 'other'>} */
		this.variables = new Map();
		/** Those of them in the order in which they were looked at. @type {Variable[]} */
		this.looked = [];
		/** Functions, and whether they return numbers. @type {Map<Node, boolean>} */
		this.functions = new Map();
	}

	/** @param {Node | null | undefined} expression @returns {boolean} always a number */
	has(expression) {
		return this.kindOf(expression) === 'number';
	}

	/** @param {Node | null | undefined} expression @returns {boolean} always a number that four bytes hold as it is, and not -0 */
	isInt(expression) {
		const node = unwrap(expression);
		switch (node?.type) {
			case 'NumericLiteral':
				return node.value === (node.value | 0);
			case 'UnaryExpression':
				return node.operator === '~' && this.orUndefined(node.argument);
			case 'BinaryExpression':
				return /^([|&^]|<<|>>)$/.test(node.operator) && this.isNumericOperation(node);
			case 'ConditionalExpression':
				return this.isInt(node.consequent) && this.isInt(node.alternate);
			default:
				return false;
		}
	}

	/** @param {Node | null | undefined} expression @returns {boolean} a number, or undefined, of which arithmetic makes one */
	orUndefined(expression) {
		return this.kindOf(expression) !== 'other';
	}

	/** @param {Node | null | undefined} expression @returns {'number' | 'maybe' | 'other'} `maybe`: a number or undefined */
	kindOf(expression) {
		const node = unwrap(expression);
		switch (node?.type) {
			case 'NumericLiteral':
				return 'number';
			case 'Identifier': {
				const variable = this.analysis.aliases.variableOf(node);
				return variable ? this.kindOfVariable(variable) : 'other';
			}
			case 'UnaryExpression':
				if (node.operator === '+') return 'number';
				return /^[-~]$/.test(node.operator) && this.orUndefined(node.argument) ? 'number' : 'other';
			case 'UpdateExpression':
				return this.has(node.argument) ? 'number' : 'other';
			case 'BinaryExpression':
				return this.isNumericOperation(node) ? 'number' : 'other';
			case 'AssignmentExpression':
				return node.operator === '=' ? this.kindOf(node.right) : 'other';
			case 'ConditionalExpression':
				return this.has(node.consequent) && this.has(node.alternate) ? 'number' : 'other';
			case 'SequenceExpression':
				return this.kindOf(node.expressions.at(-1));
			case 'CallExpression':
				return this.isNumericCall(node) ? 'number' : 'other';
			default:
				return 'other';
		}
	}

	/** @param {Node} node a BinaryExpression @returns {boolean} */
	isNumericOperation({ operator, left, right }) {
		if (operator === '>>>') return true;
		const sides = [left, right].map((one) => this.orUndefined(one));
		if (EITHER.has(operator) && sides.every(Boolean)) return true;
		return ARITHMETIC.has(operator) && sides.some(Boolean);
	}

	/** @param {Node} node a call @returns {boolean} */
	isNumericCall(node) {
		const callee = unwrap(node.callee);
		if (callee?.type === 'Identifier') {
			const variable = this.analysis.aliases.variableOf(callee);
			const own = variable ? functionOf(variable) : null;
			if (own) return this.returnsNumber(own);
		}
		if (!isCall(node) || !givesNumber(dottedName(node.callee) ?? '')) return false;
		let root = /** @type {Node} */ (unwrap(node.callee));
		while (root.object) root = /** @type {Node} */ (unwrap(root.object));
		return this.analysis.aliases.variableOf(root) === null;
	}

	/** @param {Node} fn a function of the module @returns {boolean} it returns numbers and nothing else */
	returnsNumber(fn) {
		const known = this.functions.get(fn);
		if (known !== undefined) return known;
		this.functions.set(fn, false); // what it returns of itself shows nothing
		const { body } = fn;
		const isPlain = !fn.async && !fn.generator;
		const ends = body.type !== 'BlockStatement' || body.body.at(-1)?.type === 'ReturnStatement';
		const answer = isPlain && ends && returned(body).every((one) => this.has(one));
		this.functions.set(fn, answer);
		return answer;
	}

	/** @param {Variable} variable @returns {'number' | 'maybe' | 'other'} */
	kindOfVariable(variable) {
		const known = this.variables.get(variable);
		if (known) return known;
		this.variables.set(variable, 'number'); // what `i = i + 1` sees
		const at = this.looked.push(variable);
		const answer = this.findKind(variable);
		this.variables.set(variable, answer);
		if (answer !== 'number') this.#forget(at);
		return answer;
	}

	/** @param {number} at variables that were looked at since then took another one for a number */
	#forget(at) {
		for (const variable of this.looked.splice(at)) {
			if (this.variables.get(variable) !== 'other') this.variables.delete(variable);
		}
	}

	/** @param {Variable} variable @returns {'number' | 'maybe' | 'other'} */
	findKind({ kind, declarations, references }) {
		if (!/^(const|let|var)$/.test(kind)) return 'other';
		const { parents } = this.analysis;
		let isAlways = kind !== 'var';
		for (const { node, id } of declarations) {
			const holder = parents.get(/** @type {Node} */ (parents.get(node)));
			const isLooped =
				/^For(In|Of)Statement$/.test(holder?.type ?? '') && holder?.left === parents.get(node);
			if (node.type !== 'VariableDeclarator' || node.id !== id || isLooped) return 'other';
			if (!node.init) isAlways = false;
			else if (!this.orUndefined(node.init)) return 'other';
			else if (!this.has(node.init)) isAlways = false;
		}
		for (const { node, role } of references) {
			if (role !== 'write' && role !== 'update') continue;
			const parent = /** @type {Node} */ (parents.get(node));
			if (parent.type === 'UpdateExpression') continue;
			if (parent.type !== 'AssignmentExpression' || parent.left !== node) return 'other';
			const isLogical = /^(&&|\|\||\?\?)=$/.test(parent.operator);
			if (isLogical || !this.orUndefined(parent.right)) return 'other';
			if (parent.operator === '=' && !this.has(parent.right)) isAlways = false;
		}
		return isAlways ? 'number' : 'maybe';
	}
}

/** @param {Node} body of a function @returns {Node[]} what it returns; an empty `return` among them */
function returned(body) {
	if (body.type !== 'BlockStatement') return [body];
	/** @type {Node[]} */
	const found = [];
	walk(body, (node) => {
		if (node.type === 'ReturnStatement') found.push(node.argument ?? node);
		return !isFunction(node);
	});
	return found;
}
