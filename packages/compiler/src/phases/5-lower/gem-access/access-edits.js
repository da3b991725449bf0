/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Access, Region, Site } from '../../../ir/gem-access/model.js' */
/** @import { Edit } from '../../../ir/module.js' */
/** @import { Names } from '../names.js' */
/** @import { FastText } from './fast-text.js' */
/** @import { Setting } from './key-text.js' */
/** @import { SiteText } from './site-text.js' */
import { isMixed, outermostOf } from '../../../ir/gem-access/asked.js';
import { isUsedAfter } from '../../../ir/gem-access/bodies.js';
import { testAround } from '../../../ir/gem-access/refreshes.js';
import { beforeChange } from './row-text.js';
import { assignmentText, changeText, readText, redoneText } from './access-text.js';
import { heldText } from './held-text.js';

/** Writes what comes in place of the accesses of one module. */
export class AccessEdits {
	/** @param {Region[]} regions @param {{ source: string, parents: Parents, names: Names, sites: SiteText }} setting */
	constructor(regions, { source, parents, names, sites }) {
		this.regions = regions;
		this.source = source;
		this.parents = parents;
		this.names = names;
		this.sites = sites;
		this.all = regions.flatMap((region) => region.accesses.map((access) => ({ access, region })));
		this.reads = this.all
			.filter(({ access: { use } }) => use === 'read' || use === 'length')
			.sort(
				({ access: { node: a } }, { access: { node: b } }) => a.start - b.start || b.end - a.end,
			);
		this.asked = new Set(regions.flatMap(({ doubts }) => doubts.map(({ node }) => node)));
		/** @type {Map<Region, Set<string>>} variables of each region that has no other around it */
		this.locals = new Map();
	}

	/** @param {Region} region @param {FastText} [fast] @returns {Setting} */
	settingOf(region, fast) {
		const outermost = outermostOf(region);
		const epoch = outermost.isAsking ? this.sites.epochOf(outermost) : '';
		const used = this.locals.get(outermost) ?? new Set();
		this.locals.set(outermost, used);
		return {
			sites: this.sites,
			source: this.source,
			render: (node) => this.render(node, fast),
			refresh: (one, change) => (fast ? `${fast.stale} = true` : this.refresh(one, change)),
			check: (node) => (fast ? '' : this.check(node, region)),
			asked: this.asked,
			checkOthers: (node) =>
				fast || !isMixed(outermost, this.regions) ? '' : this.check(node, region),
			epoch,
			still: epoch && `${epoch} === ${this.sites.noted(outermost)}`,
			local: (name) => {
				const full = this.names.of(`${name}${outermost.number}`);
				used.add(full);
				return full;
			},
			...(fast && { fast }),
		};
	}

	/** @param {Node} node @param {FastText} [fast] @returns {string} with the reads in it lowered */
	render({ start, end }, fast) {
		let text = '';
		let at = start;
		for (const { access, region } of this.reads) {
			const { node } = access;
			if (node.start < at || node.end > end) continue;
			text += this.source.slice(at, node.start) + readText(access, this.settingOf(region, fast));
			at = node.end;
		}
		return text + this.source.slice(at, end);
	}

	/** @param {Region} region @param {{ start: number, end: number }} change @returns {string} finds out again all that is known there, and matters after it */
	refresh(region, change) {
		const again = this.enterAgain(region, change);
		const outermost = outermostOf(region);
		if (!outermost.isAsking || again === '') return again;
		return `${this.sites.noted(outermost)} = ${this.sites.epochOf(outermost)}, ${again}`;
	}

	/** @param {Region} region @returns {string} asks once all of it is entered; empty where that cannot have changed anything */
	checkOfEntry(region) {
		return isMixed(region, this.regions) ? this.check(region.loop, region) : '';
	}

	/** @param {{ start: number, end: number }} node @param {Region} own @returns {string} the same behind what may have run code of the program, if something has changed */
	check(node, own) {
		const region = innermostAround({ node }, own, this.regions);
		const setting = this.settingOf(region);
		const again = this.refresh(region, node);
		if (!setting.still || again === '') return '';
		return `${setting.still} || (${beforeChange(node, region, setting)}${again})`;
	}

	/** @param {Region} region @param {{ start: number, end: number }} change @returns {string} */
	enterAgain(region, change) {
		const { sites, outer } = region;
		const inner = sites
			.filter((site) => isUsedAfter(site, change, placesOf(site, region)))
			.map((site) => this.sites.enter(site))
			.join(', ');
		return [outer ? this.enterAgain(outer, change) : '', inner].filter(Boolean).join(', ');
	}

	/** @param {(access: Access) => boolean} isMeant @param {FastText} [fast] the version of a loop that they are in @returns {Edit[]} */
	of(isMeant, fast) {
		const { all, regions, parents } = this;
		return all
			.filter(
				({ access }) => isMeant(access) && !isInOther(access, all) && !isInRow(access, regions),
			)
			.flatMap(({ access, region }) =>
				editsOf(access, innermostAround(access, region, regions), {
					setting: this.settingOf(region, fast),
					parents,
				}),
			);
	}
}

/** @param {Site} site @param {Region} region @returns {Node[]} where it is accessed */
const placesOf = (site, { accesses, rows }) => [
	...accesses.filter((one) => one.site === site).map(({ node }) => node),
	...rows.filter((one) => one.site === site).map(({ chain }) => chain.node),
];

/**
 * @template {Region | null} T
 * @param {{ node: { start: number, end: number } }} access
 * @param {T} region that its site belongs to
 * @param {Region[]} regions
 * @returns {Region | T} the innermost one that it stands in, of another root perhaps: what it changes may be known there as well
 */
export function innermostAround({ node }, region, regions) {
	const around = regions.filter(
		({ sites, loop }) => sites.length > 0 && loop.start <= node.start && node.end <= loop.end,
	);
	return around.sort((a, b) => b.loop.start - a.loop.start)[0] ?? region;
}

/** @param {Access} access @param {{ access: Access }[]} all @returns {boolean} its text is part of that of another one */
const isInOther = ({ node }, all) =>
	all.some(
		({ access: { target, node: other } }) =>
			other !== node && target.start <= node.start && node.end <= target.end,
	);

/** @param {Access} access @param {Region[]} regions @returns {boolean} it is in the index of what a variable is a row of */
const isInRow = ({ node }, regions) =>
	regions.some(({ rows }) =>
		rows.some(
			({ chain, loop }) => !loop && chain.node.start <= node.start && node.end <= chain.node.end,
		),
	);

/** @param {Access} access @param {Region} region @param {{ setting: Setting, parents: Parents }} context @returns {Edit[]} */
function editsOf(access, region, { setting, parents }) {
	const { node, target, use } = access;
	const { start, end } = node;
	const { fast } = setting;
	const test = use === 'length' && !fast ? testAround(node, parents) : null;
	if (test) return [{ start: test.start, end: test.end, text: testText(access, test, setting) }];
	if (use === 'read' || use === 'length') return [{ start, end, text: readText(access, setting) }];
	const isRedone = fast?.loop.redone.has(access) ?? false;
	if (access.isTwice && !isRedone)
		return [{ start, end, text: changeText(access, region, setting) }];
	if (isRedone && use === 'update') {
		const { head, tail } = redoneText(access, setting);
		return [{ start, end, text: `${head}${tail}` }];
	}
	const { head, tail } = isRedone
		? redoneText(access, setting)
		: access.ordersObject
			? heldText(access, region, setting)
			: assignmentText(access, region, setting);
	const operator = setting.source.indexOf(node.operator, target.end) + node.operator.length;
	const space = setting.source.slice(operator, node.right.start);
	return [
		{ start, end: space.trim() === '' ? node.right.start : operator, text: head },
		{ start: end, end, text: tail, closes: start },
	];
}

/**
 * What V8 finds out of a loop is worth more where the test of each turn is one comparison.
 *
 * @param {Access} access of a length
 * @param {Node} test
 * @param {Setting} setting
 * @returns {string}
 */
function testText({ site, asksInHole }, test, { sites, source, local, check, asked: nodes }) {
	const n = sites.of(site, 'n');
	const { name } = test.left;
	const general = source.slice(test.start, test.end);
	const asked = asksInHole || nodes.has(test) ? check(test) : '';
	if (!asked) return `${name} < ${n} || (${n} < 0 && ${general})`;
	const u = local('u');
	return `${name} < ${n} || (${n} < 0 && (${u} = ${general}, ${asked}, ${u}))`;
}
