/** @import { Node } from '../../types.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { EffectAnalysis } from '../effect-analysis.js' */
/** @import { GemCopies } from '../gem-copies/model.js' */
/** @import { Chain } from './chains.js' */
/** @import { Access, Block, Entry, FastLoop, GemAccess, General, Region, Replaced, RowVariable } from './model.js' */
/** @import { Given } from './parameters.js' */
/** @import { Place } from './place.js' */
/** @import { Reason } from './reasons.js' */
/** @import { Roots } from './roots.js' */
/** @import { Loop, Scan } from './scan.js' */
import { walk } from '../../ast/babel.js';
import { isCall, isFunction, propertyName, unwrap } from '../../ast/shapes.js';
import { isGemMethod } from '../../knowledge/gems.js';
import { constantValueOf } from '../values.js';
import { entryOf, problemOfEntry } from './bodies.js';
import { blockOf } from './blocks.js';
import { noteDoubts } from './asked.js';
import { Changes } from './changes.js';
import { noteCounters } from './counters.js';
import { chainFrom, isStatement } from './chains.js';
import { Doubted } from './doubted.js';
import { Doubts } from './doubts.js';
import { noteExtents } from './extents.js';
import { fastLoopsOf } from './fast-loops.js';
import { Numbers } from './numbers.js';
import { Primitives } from '../gem-copies/primitives.js';
import { isInert, isKnownIn, isNoticed, orderOf } from './order.js';
import { placeOf } from './place.js';
import { readingOf } from './readings.js';
import { isBetween, linkRegions, refreshesOf } from './refreshes.js';
import { problemOfRoot } from './roots.js';
import { rowVariableOf } from './row-variables.js';
import { scanFunction } from './scan.js';
import { touches } from '../gem-copies/index.js';
import { columnOf, isSamePath, siteOf } from './sites.js';
import { hoist, noteUses } from './uses.js';

/**
 * Finds the accesses of GEMs that can be lowered, and says why the others cannot. One for a module; it only reads the tree.
 */
export class Finder {
	/**
	 * @param {EffectAnalysis} analysis
	 * @param {string} source
	 * @param {Replaced & { copies: GemCopies, given: Given[], roots: Roots }} setting `copies` that take the place of parts of GEMs; `given`: arguments of all calls
	 */
	constructor(analysis, source, { isGone, stubs, waits, copies, given, roots }) {
		this.copies = copies;
		this.analysis = analysis;
		this.source = source;
		this.numbers = new Numbers(analysis);
		this.primitives = new Primitives(analysis);
		this.given = given;
		this.roots = roots;
		/** @param {Variable} variable */
		this.isRoot = (variable) => this.roots.has(variable) && !copies.held.has(variable);
		this.changes = new Changes(analysis, this.isRoot, stubs);
		this.doubts = new Doubts(this);
		this.doubted = new Doubted(this);
		this.isGone = isGone ?? (() => false);
		this.waits = waits ?? new Set();
		/** @type {Set<Node>} functions */
		this.seen = new Set();
		/** @type {Region[]} */
		this.regions = [];
		/** @type {General[]} */
		this.general = [];
		/** @type {Map<Variable, Set<string>>} paths that are indexed by numbers */
		this.indexed = new Map();
		let sites = 0;
		this.nextSite = () => ++sites;
		this.accesses = 0;
		this.rows = 0;
		/** @type {FastLoop[]} */
		this.fast = [];
		this.fastLoops = 0;
		/** @type {Block[]} */
		this.blocks = [];
	}

	/** @param {Node[]} code @returns {GemAccess} */
	find(code) {
		for (const root of code) {
			walk(root, (node) => {
				if (this.isGone(node)) return false;
				const isCode = isFunction(node) || node.type === 'Program';
				if (!isCode || this.seen.has(node)) return true;
				this.seen.add(node);
				this.findIn(scanFunction(node, this));
				return true;
			});
		}
		return {
			regions: this.regions,
			fastLoops: this.fast,
			general: this.general,
			copies: this.copies,
			blocks: this.blocks,
		};
	}

	/** @param {Scan} scan */
	findIn(scan) {
		const chains = scan.references.flatMap(({ node, loops }) => {
			if (this.copies.taken.has(node)) return [];
			const chain = chainFrom(node, this.analysis.parents);
			const root = /** @type {Variable} */ (this.analysis.aliases.variableOf(node));
			return chain && !this.isBound(chain, root) ? [{ chain, root, loops }] : [];
		});
		for (const { chain, root } of chains) {
			this.noteIndex(chain, root);
			const block = blockOf(chain.root, root, { ...this.analysis, source: this.source });
			if (block) this.blocks.push({ ...block, number: this.blocks.length + 1 });
		}
		for (const one of chains) one.chain = readingOf(one.chain, one.root, this);
		/** @type {Map<Loop, Region>} */
		const regions = new Map();
		/** @type {Set<Node>} */
		const lowered = new Set();
		const rows = this.rowsOf(chains, scan, regions);
		for (const one of chains) {
			if ([...rows.values()].some(({ chain }) => chain.root === one.chain.root)) continue;
			const row = rows.get(one.root);
			const access =
				row && !row.isElement
					? this.accessOfRow(one.chain, row, regions)
					: this.accessOf(one, scan, regions);
			if (access) lowered.add(access.node);
		}
		const changes = scan.changes.filter(({ node }) => !lowered.has(node));
		for (const region of regions.values()) this.doubted.note(region);
		linkRegions(regions);
		noteDoubts({ ...scan, changes }, regions, this);
		refreshesOf({ ...scan, changes }, regions, this.analysis.parents);
		for (const region of regions.values()) {
			noteUses(region);
			noteCounters(region, this.analysis);
			noteExtents(region, this.analysis);
		}
		hoist([...regions.values()]);
		const found = [...regions.values()].filter(({ sites }) => sites.length > 0);
		this.regions.push(...found);
		const fast = fastLoopsOf(found, { ...scan, changes }, this);
		this.fast.push(...fast.filter(({ loop }) => !touches(this.copies, loop)));
	}

	/** @param {Chain} chain @param {Variable} root @returns {boolean} `part.from`: a property of a part itself, and not in memory */
	isBound({ steps }, root) {
		const [first, ...more] = steps;
		if (more.length > 0 || !/^(from|to)$/.test(first?.name ?? '')) return false;
		const value = constantValueOf(root);
		return value !== null && isCall(value) && propertyName(unwrap(value.callee)) === 'subset';
	}

	/**
	 * @param {{ chain: Chain, root: Variable, loops: Loop[] }[]} chains
	 * @param {Scan} scan
	 * @param {Map<Loop, Region>} regions of the function; gets those that are new
	 * @returns {Map<Variable, RowVariable>}
	 */
	rowsOf(chains, scan, regions) {
		/** @type {Map<Variable, RowVariable>} */
		const rows = new Map();
		for (const { chain, root, loops } of chains) {
			const found = rowVariableOf(chain, root, { scan, finder: this });
			if (!found || this.problemOf(chain, scan)) continue;
			const loop = this.loopOf(root, loops, scan);
			if (typeof loop === 'string') continue;
			const region = this.regionOf(loop, regions, scan);
			const place = {
				...found,
				kind: found.isElement ? /** @type {const} */ ('elements') : /** @type {const} */ ('rows'),
				rest: [],
				isOwn: !found.isElement,
				indexed: null,
			};
			const site = siteOf(region, root, place, this.nextSite);
			if (!site) continue;
			const number = ++this.rows;
			const row = { ...found, site, number, ...UNDOUBTED };
			region.rows.push(row);
			rows.set(found.variable, row);
		}
		return rows;
	}

	/**
	 * @param {Chain} chain
	 * @param {RowVariable} row
	 * @param {Map<Loop, Region>} regions
	 * @returns {Access}
	 */
	accessOfRow({ steps, use, node }, row, regions) {
		const { site, chain: list } = row;
		const rest = steps.map(({ name }) => String(name));
		const region = /** @type {Region} */ (
			[...regions.values()].find(({ rows }) => rows.includes(row))
		);
		let column = site.columns.find(({ path }) => isSamePath(path, rest));
		if (!column) site.columns.push((column = { path: rest, uses: new Set(), isHoisted: false }));
		const isTwice =
			use === 'update' || (use === 'write' && node.operator !== '=' && isInert(node.right, this));
		const isPlain = use !== 'write' || steps.length === 1;
		/** @type {Access} */
		const access = {
			use: /** @type {Access['use']} */ (use),
			node,
			target: use === 'read' ? node : (steps.at(-1)?.member ?? node),
			site,
			path: `${pathText(list, row.root)}${row.loop ? '[]' : ''}${rest.map((one) => `.${one}`).join('')}`,
			index: null,
			indexed: null,
			ordersIndex: false,
			ordersObject: !isPlain && isNoticed(node.right, this),
			isStatement: isStatement(node, this.analysis.parents),
			column,
			row,
			readsFrom: 'v',
			isTwice,
			...UNDOUBTED,
			isInt: false,
			number: ++this.accesses,
		};
		region.accesses.push(access);
		return access;
	}

	/** @param {Chain} chain @param {Variable} root */
	noteIndex({ steps, use }, root) {
		const known = this.indexed.get(root) ?? new Set();
		this.indexed.set(root, known);
		/** @param {number} to */
		const note = (to) =>
			known.add(
				steps
					.slice(0, to)
					.map(({ name }) => name ?? '[]')
					.join('.'),
			);
		const first = steps.findIndex(({ index }) => index !== null);
		if (first < 0) {
			if (use === 'length') note(steps.length - 1);
			return;
		}
		const isWrite = use === 'write' || use === 'update';
		const isNumber = this.numbers.orUndefined(steps[first]?.index);
		if (isWrite || first < steps.length - 1 || isNumber) note(first);
		steps.forEach(({ index }, at) => {
			if (index && at > first) note(at);
		});
	}

	/** @param {Variable} root @param {string[]} path @returns {boolean} something says that an array is there */
	isIndexed(root, path) {
		return this.indexed.get(root)?.has(path.join('.')) ?? false;
	}

	/**
	 * @param {{ chain: Chain, root: Variable, loops: Loop[] }} one
	 * @param {Scan} scan
	 * @param {Map<Loop, Region>} regions of the function; gets those that are new
	 * @returns {Access | null}
	 */
	accessOf({ chain, root, loops }, scan, regions) {
		const place = chain.problem ?? this.problemOf(chain, scan) ?? this.placeOf(chain, root, loops);
		if (typeof place === 'string') return this.leave(chain, root, place);
		const { hole } = place;
		const inner = hole ? loops.filter(({ node }) => isKnownIn(hole.index, node, this)) : loops;
		if (loops.length > 0 && inner.length === 0) return this.leave(chain, root, 'nested');
		const found = this.loopOf(root, inner, scan);
		if (typeof found === 'string') return this.leave(chain, root, found);
		const region = this.regionOf(found, regions, scan);
		const order = orderOf(chain, root, { place, scan, finder: this });
		if (order === null) return this.leave(chain, root, 'order');
		const site = siteOf(region, root, place, this.nextSite);
		if (!site) return this.leave(chain, root, 'too-many');
		const { use, node } = chain;
		/** @type {Access} */
		const access = {
			use: /** @type {Access['use']} */ (use),
			node,
			target: use === 'read' || use === 'length' ? node : (chain.steps.at(-1)?.member ?? node),
			site,
			path: pathText(chain, root),
			index: place.index,
			indexed: place.indexed,
			...UNDOUBTED,
			...order,
			isStatement: isStatement(node, this.analysis.parents),
			column: columnOf(site, place),
			row: null,
			readsFrom: use === 'read' ? 'v' : 'w',
			isInt: use === 'write' && node.operator === '=' && this.numbers.isInt(node.right),
			isTwice:
				use === 'update' || (use === 'write' && node.operator !== '=' && isInert(node.right, this)),
			number: ++this.accesses,
		};
		region.accesses.push(access);
		return access;
	}

	/** @param {Chain} chain @param {Variable} root @param {Loop[]} loops @returns {Place | Reason} */
	placeOf(chain, root, [loop]) {
		if (chain.use === 'iteration') return 'iteration';
		return placeOf(chain, root, this, loop?.isBody ?? false);
	}

	/** @param {Chain} chain @param {Scan} scan @returns {Reason | null} */
	problemOf({ steps, use, node, root }, { fn, changes }) {
		const { parents } = this.analysis;
		const range = use === 'iteration' ? (steps.at(-1)?.member ?? root) : node;
		if (touches(this.copies, range)) return 'copied';
		if (changes.some((one) => isBetween(node, one.node, parents))) return 'between';
		const last = steps.at(-1)?.member ?? root;
		if (/\/[/*]/.test(this.source.slice(root.start, last.end))) return 'comment';
		if (use === 'write') {
			const operator = this.source.slice(last.end, node.right.start);
			if (/\/[/*]/.test(operator)) return 'comment';
		}
		const parent = parents.get(node);
		const isOptional = node.type === 'OptionalMemberExpression';
		if (
			isOptional &&
			/^Optional/.test(parent?.type ?? '') &&
			(parent?.object ?? parent?.callee) === node
		)
			return 'optional';
		for (
			let at = parents.get(node), child = node;
			at && at !== fn;
			child = at, at = parents.get(at)
		) {
			const isPattern = /^(Array|Object)Pattern$/.test(at.type);
			if (isPattern) return 'pattern';
			if (at.type === 'AssignmentPattern' && at.right === child) return 'pattern';
		}
		return null;
	}

	/**
	 * @param {Loop} loop
	 * @param {Variable} root
	 * @param {Scan} scan
	 * @returns {Reason | null} why what is known of the variable does not hold there
	 */
	problemIn({ node, isBody }, root, scan) {
		const { resolution } = this.analysis;
		if (!isBody) return problemOfRoot(root, node, resolution, node);
		return problemOfEntry(root, this.entryOf(root, scan), resolution);
	}

	/** @param {Variable} root @param {Scan} scan @returns {Entry} */
	entryOf(root, scan) {
		const known = scan.entries.get(root) ?? entryOf(root, scan, this.analysis);
		scan.entries.set(root, known);
		return known;
	}

	/** @param {Variable} root @param {Loop[]} loops @param {Scan} scan @returns {Loop | Reason} the outermost loop that it can be lowered in */
	loopOf(root, loops, scan) {
		/** @type {Reason} */
		let reason = 'no-loop';
		for (const loop of loops) {
			const problem = loop.hazard ?? this.problemIn(loop, root, scan);
			if (!problem) return loop;
			reason = problem;
		}
		return reason;
	}

	/** @param {Loop} loop @param {Map<Loop, Region>} regions @param {Scan} scan @returns {Region} */
	regionOf(loop, regions, { entries }) {
		const known = regions.get(loop);
		if (known) return known;
		const { parents } = this.analysis;
		let node = loop.node;
		for (let at = parents.get(node); at?.type === 'LabeledStatement'; at = parents.get(at))
			node = at;
		/** @type {Region} */
		const region = {
			number: this.regions.length + regions.size + 1,
			loop: loop.node,
			node,
			sites: [],
			accesses: [],
			rows: [],
			refreshes: [],
			doubts: [],
			isAsking: false,
			outer: null,
			entries: loop.isBody ? entries : null,
		};
		regions.set(loop, region);
		return region;
	}

	/** @param {Chain} chain @param {Variable} root @param {Reason} reason @returns {null} */
	leave(chain, root, reason) {
		const { node } = chain;
		if (reason === 'method' && isOfGem(chain.steps.at(-1)?.name ?? null)) return null;
		const use = chain.use === 'iteration' ? 'read' : chain.use;
		const params = { root: root.name, operator: String(node.operator ?? '') };
		this.general.push({ node, root, path: pathText(chain, root), use, reason, params });
		return null;
	}
}

/** What no doubt is about. */
const UNDOUBTED = {
	isIndexKept: false,
	isIndexDoubted: false,
	asksAtIndex: false,
	asksInHole: false,
	isGuarded: false,
	isHeld: false,
};

/** @param {string | null} name @returns {boolean} a method of GEMs themselves: calling it accesses no content */
const isOfGem = (name) => isGemMethod(name) || name === 'release';

/** @param {Chain} chain @param {Variable} root @returns {string} */
const pathText = ({ steps }, { name }) =>
	name + steps.map((one) => (one.index ? '[]' : `.${one.name}`)).join('');
