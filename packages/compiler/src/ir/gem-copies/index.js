/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { Replaced } from '../gem-access/model.js' */
/** @import { Roots } from '../gem-access/roots.js' */
/** @import { Way } from './wants.js' */
/** @import { Copy, CopySite, GemCopies, Turn } from './model.js' */
import { walk } from '../../ast/babel.js';
import { dottedName, isCall, isFunction, unwrap } from '../../ast/shapes.js';
import { scansArgument } from '../../knowledge/calls.js';
import { convertedIn, indexOf } from '../gem-access/indexes.js';
import { Numbers } from '../gem-access/numbers.js';
import { CopyChanges, Extents } from './extents.js';
import { Flow } from './flow.js';
import { goesThrough } from './methods.js';
import { Wants } from './wants.js';

export { NO_COPIES } from './model.js';

/**
 * Find where plain copies take the place of parts of GEMs: in code that only reads them, and does more with them than to access single
 * values.
 *
 * @param {Node[]} code of the worker module; may overlap
 * @param {{ analysis: EffectAnalysis, source: string, roots: Roots } & Replaced} setting
 * @returns {GemCopies}
 */
export function findCopies(code, { analysis, source, roots, ...replaced }) {
	return new Finder(analysis, source, { ...replaced, roots }).find(code);
}

/** @typedef {{ reference: Node, root: Variable, extent: Node, way: Way, path: string[], prefix: Node }} Candidate */

/** One for a module; it only reads the tree. */
class Finder {
	/** @param {EffectAnalysis} analysis @param {string} source @param {Replaced & { roots: Roots }} setting */
	constructor(analysis, source, { isGone, stubs, waits, roots }) {
		this.isGone = isGone ?? (() => false);
		this.analysis = analysis;
		this.source = source;
		this.numbers = new Numbers(analysis);
		this.roots = roots;
		this.changes = new CopyChanges(analysis, (variable) => this.roots.has(variable), stubs);
		this.extents = new Extents(analysis, this.changes, waits ?? new Set());
		this.flow = new Flow(
			analysis,
			this.changes,
			(fn) => this.isGone(fn) || (stubs?.has(fn) ?? false),
		);
		this.wants = new Wants(this.flow);
		/** @type {CopySite[]} */
		this.sites = [];
		/** @type {Map<Node, Copy>} by identifier of its root */
		this.copies = new Map();
		/** @type {Turn[]} */
		this.turns = [];
	}

	/** @param {Node[]} code @returns {GemCopies} */
	find(code) {
		const candidates = this.candidatesIn(code);
		// What a variable holds that is a part of another one's is known once that has its copies.
		for (const one of candidates) if (this.isWanted(one)) this.take(one);
		for (const one of candidates) if (!this.copies.has(one.reference)) this.takeAlong(one);
		const { wraps, wrapsIf, held } = this.flow;
		return {
			sites: this.sites,
			copies: [...this.copies.values()],
			turns: this.turns,
			wraps,
			wrapsIf,
			held: new Set(held.keys()),
			taken: new Set(this.copies.keys()),
		};
	}

	/** @param {Node[]} code @returns {Candidate[]} in the order of the source */
	candidatesIn(code) {
		/** @type {Map<Node, Candidate>} */
		const found = new Map();
		for (const root of code) {
			walk(root, (node) => {
				if (this.isGone(node)) return false;
				if (node.type !== 'Identifier' || found.has(node)) return true;
				const variable = this.analysis.aliases.variableOf(node);
				if (!variable || !this.roots.has(variable)) return true;
				const extent = this.extents.of(node, variable);
				if (!extent || !this.isIn(code, extent)) return true;
				const way = this.wants.wayFrom(node);
				const steps = way.steps.slice(0, pathLength(way));
				const prefix = steps.at(-1)?.member ?? node;
				const path = steps.map(({ name }) => String(name));
				found.set(node, { reference: node, root: variable, extent, way, path, prefix });
				return true;
			});
		}
		return [...found.values()].sort((a, b) => a.reference.start - b.reference.start);
	}

	/** @param {Node[]} code @param {Node} node @returns {boolean} */
	isIn(code, { start, end }) {
		return code.some((one) => one.start <= start && end <= one.end);
	}

	/** @param {Candidate} candidate @returns {boolean} */
	isWanted({ reference, root, extent, way: { method, steps, top } }) {
		if (this.flow.held.has(root)) return false;
		if (!this.wants.has(reference, false)) return false;
		if (isLoop(extent)) return true;
		if (steps.some(({ name }) => name === null)) return false;
		if (method) return goesThrough(method.name ?? '') && !/^(join|keys)$/.test(method.name ?? '');
		const call = this.flow.parentOf(this.flow.outermost(top));
		if (!isCall(call)) return false;
		return this.isReading(call) || this.wants.isLong(call);
	}

	/** @param {Node} call @returns {boolean} of a function of the platform that reads all of what it gets */
	isReading(call) {
		const callee = /** @type {Node} */ (unwrap(call.callee));
		return (
			this.changes.isGlobal(callee) &&
			scansArgument(dottedName(callee) ?? '') &&
			!/^console/.test(dottedName(callee) ?? '')
		);
	}

	/** @param {Candidate} candidate */
	take(candidate) {
		const { way, extent, prefix } = candidate;
		if (/\/[/*]/.test(this.source.slice(candidate.reference.start, way.top.end))) return;
		const parent = this.flow.parentOf(this.flow.outermost(prefix));
		if (parent.type === 'ForOfStatement' && parent.right === prefix) {
			if (parent.await || !this.flow.giveElements(parent, 'copy', extent)) return;
			if (isLoop(extent)) return this.add(candidate, 'each', prefix);
		}
		if (this.addElement(candidate)) return;
		this.add(candidate, 'whole', prefix);
		this.flow.use(prefix, 'copy', extent);
	}

	/** The rest of what is done with a list that is copied anyway. @param {Candidate} candidate */
	takeAlong(candidate) {
		const { root, path, extent, way } = candidate;
		if (this.flow.held.has(root) || !way.steps.some(({ name }) => name === null)) return;
		const others = this.sites.filter((one) => one.root === root && one.loop === extent);
		if (others.some((one) => one.isList && isSame(one.path, path))) {
			if (this.addElement(candidate)) return;
		}
		const around = others.find(
			(one) => !one.isList && isSame(one.path, path.slice(0, one.path.length)),
		);
		if (!around) return;
		const prefix = way.steps[around.path.length - 1]?.member ?? candidate.reference;
		this.add({ ...candidate, path: around.path, prefix }, 'whole', prefix);
		this.flow.use(prefix, 'copy', extent);
	}

	/** @param {Candidate} candidate @returns {boolean} false when it is no element of a list that is copied by element */
	addElement(candidate) {
		const { way, extent, path } = candidate;
		const step = way.steps[path.length];
		if (!step || step.name !== null || step.member.optional || !isLoop(extent)) return false;
		const {
			numbers,
			flow: { primitives },
		} = this;
		const index = indexOf(step.member.property, this);
		if (!index?.isSimple || index.kind === 'string') return false;
		// It is looked up again where it has not been copied yet, and its index would be converted again.
		if (convertedIn(index.node, { numbers, primitives }).length > 0) return false;
		const copy = this.add(candidate, 'element', step.member);
		copy.index = index.node;
		copy.isNumber = index.kind === 'number';
		if (copy.isNumber) copy.turn = this.turnOf(copy.site, index.node);
		if (this.isCount(index.node)) copy.site.isEager = true;
		this.flow.use(step.member, 'copy', extent);
		return true;
	}

	/** @param {CopySite} site @param {Node} index in an extent @returns {Turn | null} */
	turnOf(site, index) {
		const variable = index.type === 'Identifier' ? this.analysis.aliases.variableOf(index) : null;
		const declarator = variable?.declarations[0]?.node;
		if (!variable || variable.kind !== 'let' || declarator?.type !== 'VariableDeclarator')
			return null;
		const declaration = this.flow.parentOf(declarator);
		const loop = this.flow.parentOf(declaration);
		if (loop.type !== 'ForStatement' || loop.init !== declaration) return null;
		const { body } = loop;
		const isIn = (/** @type {Node} */ node) => body.start <= node.start && node.end <= body.end;
		if (!isIn(index) || !site.loop || !contains(site.loop, loop)) return null;
		if (variable.references.some(({ node, role }) => role !== 'read' && isIn(node))) return null;
		for (let at = this.flow.parentOf(index); at !== body; at = this.flow.parentOf(at))
			if (isFunction(at)) return null;
		let turn = this.turns.find(
			(one) => one.site === site && one.loop === loop && one.index === index.name,
		);
		if (!turn) {
			turn = { number: this.turns.length + 1, loop, site, index: index.name };
			this.turns.push(turn);
		}
		return turn;
	}

	/** @param {Node} index @returns {boolean} a variable that counts */
	isCount(index) {
		const variable = index.type === 'Identifier' ? this.analysis.aliases.variableOf(index) : null;
		return (variable?.references ?? []).some(
			({ node }) => this.analysis.parents.get(node)?.type === 'UpdateExpression',
		);
	}

	/** @param {Candidate} candidate @param {Copy['how']} how @param {Node} node @returns {Copy} */
	add({ reference, root, extent, path, way }, how, node) {
		const isList = how !== 'whole';
		const loop = isLoop(extent) ? extent : null;
		const guards = this.extents.guardsOf(extent) ?? [];
		let site = this.sites.find(
			(one) =>
				loop !== null &&
				one.loop === loop &&
				one.root === root &&
				one.isList === isList &&
				isSame(one.path, path),
		);
		if (!site) {
			site = { number: this.sites.length + 1, root, path, isList, isEager: false, guards, loop };
			this.sites.push(site);
		}
		site.isEager ||= how === 'whole' ? this.isReadWhole(node) : how === 'each';
		const text =
			root.name + way.steps.map(({ name }) => (name === null ? '[]' : `.${name}`)).join('');
		/** @type {Copy} */
		const copy = { how, node, site, index: null, isNumber: false, turn: null, path: text };
		this.copies.set(reference, copy);
		return copy;
	}

	/** @param {Node} node @returns {boolean} what is done with it goes through all of it */
	isReadWhole(node) {
		const { method, steps } = this.wants.wayFrom(node);
		if (steps.length > 0) return false;
		if (method) return goesThrough(method.name ?? '');
		const parent = this.flow.parentOf(this.flow.outermost(node));
		if (/^(ForInStatement|ForOfStatement|SpreadElement)$/.test(parent.type)) return true;
		return isCall(parent) && (this.isReading(parent) || this.wants.isLong(parent));
	}
}

/** @param {Way} way @returns {number} of names that lead to what is copied: not beyond what may be missing, and what has a length */
function pathLength({ steps, method }) {
	const end = steps.findIndex(({ name, member }) => name === null || member.optional);
	const names = end < 0 ? steps.length : end;
	const isLength = end < 0 && !method && steps.at(-1)?.name === 'length';
	return isLength ? names - 1 : names;
}

/** @param {Node} node @returns {boolean} */
const isLoop = ({ type }) => /^(For(In|Of)?|While|DoWhile)Statement$/.test(type);

/** @param {Node} outer @param {Node} inner */
const contains = (outer, inner) => outer.start <= inner.start && inner.end <= outer.end;

/** @param {string[]} a @param {string[]} b */
const isSame = (a, b) => a.length === b.length && a.every((one, at) => one === b[at]);

/**
 * @param {GemCopies} copies
 * @param {{ start: number, end: number }} range
 * @returns {boolean} something in the range is replaced
 */
export function touches({ copies, wraps, wrapsIf }, { start, end }) {
	const isIn = (/** @type {Node} */ node) => start <= node.start && node.end <= end;
	return (
		copies.some(({ node }) => isIn(node)) ||
		[...wraps.keys(), ...wrapsIf.keys()].some((node) => isIn(node))
	);
}
