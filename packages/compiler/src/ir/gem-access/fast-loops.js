/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Access, FastLoop, Known, Region, RowVariable } from './model.js' */
/** @import { Finder } from './finder.js' */
/** @import { Scan } from './scan.js' */
import { walk } from '../../ast/babel.js';
import { dottedName, isCall, isClass, isFunction } from '../../ast/shapes.js';
import { isPureNumber } from '../../knowledge/calls.js';
import { isMixed } from './asked.js';
import { isWrittenElsewhere } from './order.js';
import { isRepeatable } from './repeats.js';
import { problemOfRoot } from './roots.js';
import { TameNumbers } from './tame-numbers.js';

/** Longer loops gain little, and would be there twice. */
const MOST_TEXT = 2000;
const MOST_ACCESSES = 32;

const LOOP = /^(For(In|Of)?|While|DoWhile)Statement$/;
/** What a loop holds that cannot be left in the middle and taken up by another copy. */
const UNFIT = /^(Try|Labeled|Switch|With)Statement$/;

/**
 * Finds the innermost loops that get a version in which nothing that is known is found out again: V8 then takes it for the same in all
 * turns. What it meets that is not known leaves it, and the loop as it was goes on from there.
 *
 * @param {Region[]} regions of a function
 * @param {Scan} scan `changes`: those that are not lowered
 * @param {Finder} finder
 * @returns {FastLoop[]}
 */
export function fastLoopsOf(regions, scan, finder) {
	const all = regions.flatMap(({ accesses }) => accesses);
	const rows = regions.flatMap((region) => region.rows);
	/** @type {Set<Node>} */
	const loops = new Set();
	for (const { node } of all) {
		const loop = loopAround(node, finder.analysis.parents);
		if (loop) loops.add(loop);
	}
	for (const { loop } of rows) if (loop) loops.add(loop);
	return [...loops].flatMap((loop) => {
		const isIn = within(loop);
		const accesses = all.filter(({ node }) => isIn(node));
		if (!regions.some((region) => within(region.loop)(loop))) return [];
		if (loop.end - loop.start > MOST_TEXT || accesses.length > MOST_ACCESSES) return [];
		if (!isFit(loop, finder) || scan.changes.some(({ node }) => isIn(node))) return [];
		const inner = rows.filter(({ declaration }) => isIn(declaration));
		return new Plan(loop, { accesses, rows: inner, finder }).result(regions);
	});
}

/** @param {{ start: number, end: number }} range @returns {(node: { start: number, end: number }) => boolean} */
const within =
	({ start, end }) =>
	(node) =>
		start <= node.start && node.end <= end;

/** @param {Node} node @param {Parents} parents @returns {Node | null} the innermost one */
function loopAround(node, parents) {
	for (let at = parents.get(node); at && !isFunction(at); at = parents.get(at))
		if (LOOP.test(at.type)) return at;
	return null;
}

/** @param {Node} loop @param {Finder} finder @returns {boolean} */
function isFit(loop, { analysis: { parents } }) {
	if (parents.get(loop)?.type === 'LabeledStatement') return false;
	let isGood = true;
	walk(loop, (node) => {
		if (node === loop) return isGood;
		const isOther = LOOP.test(node.type) || UNFIT.test(node.type);
		if (isOther || isFunction(node) || isClass(node)) isGood = false;
		return isGood;
	});
	return isGood;
}

/** What is found out about one loop. */
class Plan {
	/** @param {Node} loop @param {{ accesses: Access[], rows: RowVariable[], finder: Finder }} parts */
	constructor(loop, { accesses, rows, finder }) {
		this.loop = loop;
		this.accesses = accesses;
		this.rows = rows;
		this.finder = finder;
		this.isInBody = within(loop.body);
		/** Where indexes of what a turn begins with stay the same. @type {Node} */
		this.range = loop.body;
		/** @type {Known[]} */
		this.known = [];
		/** @type {Map<Access | RowVariable, Known>} */
		this.places = new Map();
		/** @type {Set<Access>} */
		this.redone = new Set();
		/** @type {Set<Access>} */
		this.late = new Set();
		/** Behind them something may have changed what is known. @type {number[]} */
		this.doubts = [];
		/** @type {Node[]} */
		this.jumps = [];
		walk(loop.body, (node) => {
			if (/^(Break|Continue|Return|Throw)Statement$/.test(node.type)) this.jumps.push(node);
		});
		this.effects = this.effectsIn(loop.body);
	}

	/** @param {Region[]} regions of the function @returns {FastLoop[]} one, or none */
	result(regions) {
		const { loop, rows, accesses, finder } = this;
		const isCounted = isCountedFor(loop);
		const list = rows.find((row) => row.loop === loop);
		// A loop over a list cannot be left at the beginning of a turn: what is known there is looked at before it.
		if (list) this.range = loop;
		if (loop.type === 'ForOfStatement' ? !list : !isCounted) return [];
		if (isCounted && this.effectsIn(loop.test).length > 0) return [];
		for (const row of rows) if (row !== list && !this.place(row, row)) return [];
		for (const access of accesses) if (!access.row && access.index) this.place(access, access);
		this.doubts = this.doubtsIn(regions);
		const writes = accesses.filter(({ use }) => use === 'write' || use === 'update');
		if (!writes.every(({ node }) => this.isInBody(node))) return [];
		for (const access of writes.sort((a, b) => a.node.end - b.node.end)) {
			if (this.isSafe(access)) continue;
			if (this.isRedoable(access)) this.redone.add(access);
			else this.late.add(access);
		}
		if (list && this.late.size + this.redone.size > 0) return [];
		// What is left by a label does not come by the place where all is found out again.
		if (this.late.size + this.doubts.length > 0 && this.jumps.some(({ label }) => label)) return [];
		const { known, places, redone, late, doubts } = this;
		const breaks = isCounted ? this.jumps.filter((one) => isBreak(one)) : [];
		// The variable of an element does not have the value that the slow path reads.
		const isSure = isCounted && doubts.length === 0;
		const others = isSure ? this.compare() : [];
		const lengths = isSure ? this.measure() : [];
		const fitted = isCounted ? this.fit() : new Map();
		const number = ++finder.fastLoops;
		return [
			{
				number,
				loop,
				list: list ?? null,
				known,
				places,
				redone,
				late,
				doubts,
				breaks,
				others,
				lengths,
				fitted,
				accesses,
				rows,
			},
		];
	}

	/**
	 * Look whether it can be told at the beginning of a turn that something is known.
	 *
	 * @param {Access | RowVariable} of
	 * @param {{ index: Access['index'], site: Access['site'] }} place
	 * @returns {boolean}
	 */
	place(of, { index, site }) {
		const { finder } = this;
		if (!index?.isSimple || index.kind !== 'number' || site.kind === 'keyed') return false;
		if (!this.isInBody(index.node)) return false;
		if (index.node.type !== 'Identifier' && this.isConditional(index.node)) return false;
		let isStill = true;
		walk(index.node, (node) => {
			const variable = node.type === 'Identifier' ? finder.analysis.aliases.variableOf(node) : null;
			if (variable && !this.isStill(variable, this.range)) isStill = false;
		});
		if (!isStill) return false;
		const text = finder.source.slice(index.node.start, index.node.end);
		const fact = site.kind === 'rows' ? 'r' : 'use' in of ? factOf(of) : 'v';
		let known = this.known.find(
			(one) => one.site === site && one.fact === fact && one.text === text,
		);
		if (!known)
			this.known.push(
				(known = {
					site,
					fact,
					text,
					index,
					number: this.known.length,
					compared: null,
					isMeasured: false,
				}),
			);
		this.places.set(of, known);
		return true;
	}

	/** @returns {Node[]} what elements are compared with that nothing else is done with */
	compare() {
		/** @type {Node[]} */
		const others = [];
		for (const known of this.known) {
			const compared = this.usersOf(known).map((user) => user && this.otherSide(user));
			const [first] = compared;
			if (!first || known.fact !== 'v' || this.late.size > 0) continue;
			const isOne = compared.every((one) => one && this.textOf(one) === this.textOf(first));
			if (!isOne) continue;
			known.compared = first;
			others.push(.../** @type {Node[]} */ (compared));
		}
		return others;
	}

	/** @returns {Node[]} lengths of elements with which nothing else is done */
	measure() {
		/** @type {Node[]} */
		const lengths = [];
		for (const known of this.known) {
			const asked = this.usersOf(known).map((user) => user && this.lengthOf(user));
			if (known.fact !== 'v' || this.late.size > 0 || asked.includes(null)) continue;
			known.isMeasured = true;
			lengths.push(.../** @type {Node[]} */ (asked));
		}
		return lengths;
	}

	/** @returns {FastLoop['fitted']} */
	fit() {
		/** @type {FastLoop['fitted']} */
		const fitted = new Map();
		if (this.late.size > 0) return fitted;
		const { loop, finder, redone, places } = this;
		const accesses = this.accesses.filter(
			(one) => one.use === 'read' && one.site.kind === 'elements' && places.has(one),
		);
		const numbers = new TameNumbers({ loop, accesses, analysis: finder.analysis });
		const writes = [...redone].filter(({ site }) => site.kind === 'elements');
		for (const site of new Set(writes.map((one) => one.site))) {
			const found = writes
				.filter((one) => one.site === site)
				.map((one) => numbers.sourcesOfWrite(one));
			if (found.includes(null)) continue;
			const sites = /** @type {Access[][]} */ (found).flat().map((one) => one.site);
			fitted.set(
				site,
				[...new Set(sites)].filter((one) => one !== site),
			);
		}
		return fitted;
	}

	/** @param {Known} known @returns {(Access | null)[]} null: not an access of its own, whose text can be another one */
	usersOf(known) {
		const users = [...this.places].filter(([, one]) => one === known).map(([user]) => user);
		return users.map((user) => ('use' in user && this.isAlone(user) ? user : null));
	}

	/** @param {Access} access @returns {boolean} its text is no part of that of another one */
	isAlone({ node }) {
		const isAround = (/** @type {Node} */ other) => other !== node && within(other)(node);
		return !(
			this.accesses.some(({ target }) => isAround(target)) ||
			this.rows.some(({ chain }) => isAround(chain.node))
		);
	}

	/** @param {Access} access @returns {Node | null} what asks for the length of the element */
	lengthOf({ node }) {
		const parent = this.finder.analysis.parents.get(node);
		const isLength = parent?.type === 'MemberExpression' && parent.object === node;
		if (!isLength || !/^\s*\.\s*length$/.test(this.finder.source.slice(node.end, parent.end)))
			return null;
		return parent;
	}

	/** @param {Node} node @returns {string} */
	textOf({ start, end }) {
		return this.finder.source.slice(start, end);
	}

	/** @param {Access} access @returns {Node | null} what it is compared with, where that is the same in all turns */
	otherSide({ node }) {
		const { parents, aliases, resolution } = this.finder.analysis;
		const parent = parents.get(node);
		if (parent?.type !== 'BinaryExpression' || !/^[!=]==$/.test(parent.operator)) return null;
		const other = parent.left === node ? parent.right : parent.left;
		if (other.type === 'StringLiteral') return other;
		const variable = other.type === 'Identifier' ? aliases.variableOf(other) : null;
		const isKnown = variable && problemOfRoot(variable, this.loop, resolution, this.loop) === null;
		return isKnown && this.isStill(variable, this.loop) ? other : null;
	}

	/** @param {Variable} variable @param {Node} range @returns {boolean} it is declared outside of it, and nothing in there assigns to it */
	isStill(variable, range) {
		const { declarations, references, isReassigned } = variable;
		const isIn = within(range);
		return !(
			declarations.some(({ id }) => isIn(id)) ||
			references.some(({ node, role }) => /^(write|update)$/.test(role) && isIn(node)) ||
			(isReassigned && isWrittenElsewhere(variable, this.finder.analysis))
		);
	}

	/** @param {Access} access that writes @returns {boolean} nothing has to be asked about it in a turn */
	isSafe(access) {
		const { site, isInt, node } = access;
		const isKnown = site.kind === 'elements' && isInt && this.places.has(access);
		return isKnown && this.doubts.every((at) => at > node.end);
	}

	/** @param {Region[]} regions of the function @returns {number[]} where in an iteration code of the program may run without an explicit call */
	doubtsIn(regions) {
		const { loop, finder, places, accesses, rows } = this;
		const isIn = within(loop);
		const isKnown = (/** @type {Node} */ node) => {
			const access = accesses.find((one) => one.node === node || one.target === node);
			if (!access)
				return rows.some(
					({ variable, isElement }) =>
						isElement && variable === finder.analysis.aliases.variableOf(node),
				);
			const isOfSite = access.use === 'length' || access.site.kind === 'object';
			return isOfSite || places.has(access) || isRowOf(access, rows);
		};
		const asked = regions
			.flatMap((region) => region.doubts)
			.filter((one) => isIn(one.node) && !(one.isSoft && one.accesses.every(isKnown)))
			.filter((one) => !loop.init || !within(loop.init)(one.node));
		// An access without valid guards takes the slow path, which runs code where this is no GEM.
		const general = accesses.filter(
			({ node, use, site }) =>
				use !== 'length' && !isKnown(node) && !finder.doubts.isSurely(site.root),
		);
		const around = regions.filter((region) => within(region.loop)(loop));
		if (!around.some((region) => isMixed(region, regions))) general.length = 0;
		return [...asked.map(({ at }) => at), ...general.map(({ node }) => node.end)];
	}

	/** @param {Access} access that writes @returns {boolean} the turn can begin anew, where the value cannot be written in memory */
	isRedoable(access) {
		const { node, isStatement, site, isIndexKept } = access;
		const isKnown = site.kind === 'object' || this.places.has(access) || isRowOf(access, this.rows);
		if (!isStatement || !isKnown || isIndexKept) return false;
		if (this.doubts.some((at) => at <= node.end)) return false;
		const isFirst = this.effects.every((one) => one === node || one.start >= node.end);
		return isFirst || isRepeatable(access, this);
	}

	/** @param {Node} node @returns {boolean} it is not evaluated in each turn */
	isConditional(node) {
		const { parents } = this.finder.analysis;
		if (this.jumps.some((one) => one.start < node.start)) return true;
		for (let child = node; child !== this.loop.body;) {
			const parent = /** @type {Node} */ (parents.get(child));
			const isBranch =
				(/^(IfStatement|ConditionalExpression)$/.test(parent.type) && parent.test !== child) ||
				(parent.type === 'LogicalExpression' && parent.right === child) ||
				/^(Optional|AssignmentPattern)/.test(parent.type) ||
				(parent.type === 'AssignmentExpression' && /^(&&|\|\||\?\?)=$/.test(parent.operator));
			if (isBranch) return true;
			child = parent;
		}
		return false;
	}

	/** @param {Node} root @returns {Node[]} what cannot be done twice, but for what is assigned to variables of a turn */
	effectsIn(root) {
		const { aliases } = this.finder.analysis;
		const isIn = within(this.loop.body);
		/** @type {Node[]} */
		const found = [];
		walk(root, (node) => {
			const target =
				node.type === 'AssignmentExpression'
					? node.left
					: node.type === 'UpdateExpression'
						? node.argument
						: null;
			if (target) {
				const variable = target.type === 'Identifier' ? aliases.variableOf(target) : null;
				const isOfTurn = variable?.declarations.every(({ id }) => isIn(id)) ?? false;
				if (!isOfTurn || variable?.kind === 'var') found.push(node);
			} else if (isCall(node)) {
				const isPure =
					isPureNumber(dottedName(node.callee) ?? '') &&
					aliases.variableOf(node.callee.object) === null;
				if (!isPure) found.push(node);
			} else if (
				/^(NewExpression|TaggedTemplateExpression)$/.test(node.type) ||
				(node.type === 'UnaryExpression' && node.operator === 'delete')
			)
				found.push(node);
		});
		return found;
	}
}

/** @param {Access} access @returns {'v' | 'w'} */
const factOf = ({ use, readsFrom }) => (use === 'read' ? readsFrom : 'w');

/** @param {Access} access @param {RowVariable[]} rows @returns {boolean} */
const isRowOf = ({ row }, rows) => row !== null && rows.includes(row);

/** @param {Node} node @returns {boolean} of the loop itself, since there is no other one in it */
const isBreak = ({ type, label }) => type === 'BreakStatement' && !label;

/** @param {Node} loop @returns {boolean} what it declares can be handed on to the same loop */
function isCountedFor({ type, init, test }) {
	return (
		type === 'ForStatement' &&
		test != null &&
		init?.type === 'VariableDeclaration' &&
		init.kind === 'let' &&
		init.declarations.every((/** @type {Node} */ { id }) => id.type === 'Identifier')
	);
}
