/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Access } from './model.js' */
import { unwrap } from '../../ast/shapes.js';

/** What hands on a NaN that it is given, or makes the one that arithmetic makes. */
const ARITHMETIC = new Set(['+', '-', '*', '/', '%']);
/** What makes four bytes. */
const BITWISE = new Set(['|', '&', '^', '<<', '>>', '>>>']);

/**
 * Finds out of what the numbers are made that a loop writes: in memory, a NaN that a program has made of bits of its own may look like a
 * value of another kind.
 */
export class TameNumbers {
	/** @param {{ loop: Node, accesses: Access[], analysis: EffectAnalysis }} setting `loop`: without functions in it; `accesses`: elements that are in memory for sure */
	constructor({ loop, accesses, analysis }) {
		this.loop = loop;
		this.accesses = accesses;
		this.analysis = analysis;
		/** those that are being looked at: what `i = i + 1` sees @type {Set<Variable>} */
		this.open = new Set();
	}

	/** @param {{ node: Node }} change an assignment or an update @returns {Access[] | null} those that the value is made of, by arithmetic; null: of something else as well */
	sourcesOfWrite({ node }) {
		if (node.type === 'UpdateExpression') return [];
		if (node.type !== 'AssignmentExpression') return null;
		const operator = node.operator.slice(0, -1);
		if (BITWISE.has(operator)) return [];
		return operator === '' || ARITHMETIC.has(operator) ? this.sourcesOf(node.right) : null;
	}

	/** @param {Node | null | undefined} expression @returns {Access[] | null} the same; what is no number at all does not matter */
	sourcesOf(expression) {
		const node = unwrap(expression);
		switch (node?.type) {
			case 'NumericLiteral':
				return [];
			case 'Identifier': {
				const variable = this.analysis.aliases.variableOf(node);
				return variable ? this.sourcesOfVariable(variable) : null;
			}
			case 'UnaryExpression':
				if (node.operator === '~') return [];
				return /^[+-]$/.test(node.operator) ? this.sourcesOf(node.argument) : null;
			case 'BinaryExpression':
				if (BITWISE.has(node.operator)) return [];
				return ARITHMETIC.has(node.operator) ? this.both(node.left, node.right) : null;
			case 'ConditionalExpression':
				return this.both(node.consequent, node.alternate);
			default: {
				const access = this.accesses.find((one) => one.node === node);
				return access ? [access] : null;
			}
		}
	}

	/** @param {Node} first @param {Node} second @returns {Access[] | null} */
	both(first, second) {
		const [one, other] = [this.sourcesOf(first), this.sourcesOf(second)];
		return one && other && [...one, ...other];
	}

	/** @param {Variable} variable @returns {Access[] | null} */
	sourcesOfVariable(variable) {
		if (this.open.has(variable)) return [];
		this.open.add(variable);
		const answer = this.findSources(variable);
		this.open.delete(variable);
		return answer;
	}

	/** @param {Variable} variable @returns {Access[] | null} */
	findSources({ kind, declarations, references }) {
		const [{ node: declarator, id } = { node: null, id: null }] = declarations;
		const isOne = declarations.length === 1 && declarator?.type === 'VariableDeclarator';
		if (!isOne || declarator.id !== id || !declarator.init) return null;
		// Functions may assign to other variables, at any time.
		const isOfLoop = this.loop.start <= declarator.start && declarator.end <= this.loop.end;
		if (kind !== 'const' && !(kind === 'let' && isOfLoop)) return null;
		let all = this.sourcesOf(declarator.init);
		for (const { node, role } of references) {
			if (role !== 'write' && role !== 'update') continue;
			const parent = /** @type {Node} */ (this.analysis.parents.get(node));
			const isAssigned = parent.type === 'UpdateExpression' || parent.left === node;
			const sources = isAssigned ? this.sourcesOfWrite({ node: parent }) : null;
			all = all && sources && [...all, ...sources];
		}
		return all;
	}
}
