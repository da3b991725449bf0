/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
import { dottedName, isCall, isPrimitiveLiteral, unwrap } from '../../ast/shapes.js';
import { givesPrimitive } from '../../knowledge/calls.js';

/**
 * Says of expressions that their value is no object, as far as the text shows. One for a module; it only reads the tree.
 */
export class Primitives {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** @type {Map<Variable, boolean>} */
		this.variables = new Map();
	}

	/** @param {Node | null | undefined} expression @returns {boolean} */
	has(expression) {
		const node = unwrap(expression);
		if (!node) return true;
		if (isPrimitiveLiteral(node)) return true;
		switch (node.type) {
			case 'BinaryExpression':
			case 'UnaryExpression':
			case 'UpdateExpression':
			case 'TemplateLiteral':
				return true;
			case 'ConditionalExpression':
				return this.has(node.consequent) && this.has(node.alternate);
			case 'LogicalExpression':
				return this.has(node.left) && this.has(node.right);
			case 'AssignmentExpression':
				return node.operator === '=' ? this.has(node.right) : !/[&|?]{2}=/.test(node.operator);
			case 'SequenceExpression':
				return this.has(node.expressions.at(-1));
			case 'Identifier': {
				const variable = this.analysis.aliases.variableOf(node);
				return variable ? this.ofVariable(variable) : node.name === 'undefined';
			}
			default:
				return isCall(node) && this.isComputed(node.callee);
		}
	}

	/** @param {Node} callee @returns {boolean} a function of the platform that gives a primitive value */
	isComputed(callee) {
		let root = /** @type {Node} */ (unwrap(callee));
		const name = dottedName(root) ?? '';
		while (root.object) root = /** @type {Node} */ (unwrap(root.object));
		return givesPrimitive(name) && this.analysis.aliases.variableOf(root) === null;
	}

	/** @param {Variable} variable @returns {boolean} */
	ofVariable(variable) {
		const known = this.variables.get(variable);
		if (known !== undefined) return known;
		this.variables.set(variable, true); // what `i = i + 1` sees
		const answer = this.find(variable);
		this.variables.set(variable, answer);
		return answer;
	}

	/** @param {Variable} variable @returns {boolean} */
	find({ kind, declarations, references }) {
		if (!/^(const|let|var)$/.test(kind)) return false;
		const { parents } = this.analysis;
		for (const { node, id } of declarations) {
			if (node.type !== 'VariableDeclarator' || node.id !== id) return false;
			const declaration = /** @type {Node} */ (parents.get(node));
			const loop = parents.get(declaration);
			if (loop?.type === 'ForOfStatement' && loop.left === declaration) return false;
			if (loop?.type === 'ForInStatement' && loop.left === declaration) continue;
			if (!this.has(node.init)) return false;
		}
		return references.every(({ node, role }) => {
			if (role !== 'write' && role !== 'update') return true;
			const parent = /** @type {Node} */ (parents.get(node));
			if (parent.type === 'UpdateExpression') return true;
			return parent.type === 'AssignmentExpression' && parent.left === node && this.has(parent);
		});
	}
}
