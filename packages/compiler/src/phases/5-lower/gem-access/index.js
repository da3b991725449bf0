/** @import { Node } from '../../../types.js' */
/** @import { Access, GemAccess, Region } from '../../../ir/gem-access/model.js' */
/** @import { Edit, Planned } from '../../../ir/module.js' */
/** @import { Names } from '../names.js' */
/** @import { Setting } from './key-text.js' */
import { GEM_MODULE } from '@lapidary/runtime/abi';
import { assignmentText, changeText, readText } from './access-text.js';
import { keepLines } from './keep-lines.js';
import { rowEdits } from './row-text.js';
import { SiteText } from './site-text.js';
import { refreshEdits, regionEdits, statementStarts } from './region-edits.js';

/**
 * Accesses of GEMs in loops, done in memory: before a loop it is found out what may be, and each access looks whether that covers it.
 *
 * ```js
 * let { v: $lp_v1 } = $lp_a1.enterFrom(rows, 0), $lp_t1;
 * for (let i = 0; i < n; i++) sum += (($lp_t1 = $lp_v1[i]) !== undefined ? $lp_t1 : ($lp_t1 = rows[i], …));
 * ```
 *
 * @param {GemAccess} access of one of the modules
 * @param {Planned} planned
 * @param {{ names: Names, isHost: boolean }} setting in the host module, lines stay where they are
 * @returns {{ edits: Edit[], head: string }} `head`: what the module has to declare
 */
export function lowerGemAccess({ regions }, { source, resolution, language }, { names, isHost }) {
	const sites = new SiteText(names, isHost);
	const setting = { sites, names, type: language === 'js' ? '' : ': any' };
	const all = regions.flatMap((region) => region.accesses.map((access) => ({ access, region })));
	const reads = readsOf(all);
	/** @type {Map<Region, Set<string>>} variables of each region that has no other around it */
	const locals = new Map();
	/** @param {Region} region */
	const settingOf = (region) => {
		const outermost = outermostOf(region);
		const used = locals.get(outermost) ?? new Set();
		locals.set(outermost, used);
		return {
			sites,
			source,
			/** @param {Node} node */
			render: (node) => render(node.start, node.end),
			refresh: (/** @type {Region} */ one) => refreshText(one, sites),
			/** @param {string} name */
			local: (name) => {
				const full = names.of(`${name}${outermost.number}`);
				used.add(full);
				return full;
			},
		};
	};
	/** @param {number} start @param {number} end @returns {string} */
	const render = (start, end) => {
		let text = '';
		let at = start;
		for (const { access, region } of reads) {
			const { node } = access;
			if (node.start < at || node.end > end) continue;
			text += source.slice(at, node.start) + readText(access, settingOf(region));
			at = node.end;
		}
		return text + source.slice(at, end);
	};
	/** @type {Edit[]} */
	const edits = [];
	for (const { access, region } of all)
		if (!isInOther(access, all) && !isInRow(access, regions))
			edits.push(
				...editsOf(access, innermostAround(access, region, regions), {
					setting: settingOf(region),
					parents: resolution.parents,
				}),
			);
	for (const region of regions) {
		for (const row of region.rows) edits.push(...rowEdits(row, settingOf(region)));
		edits.push(...refreshEdits(region, { resolution, setting: settingOf(region) }));
	}
	edits.push(...statementStarts(edits, resolution.parents, source));
	for (const region of regions)
		edits.push(
			...regionEdits(region, {
				resolution,
				source,
				sites,
				locals: [...(locals.get(region) ?? [])],
			}),
		);
	return isHost
		? { edits: edits.map((edit) => keepLines(edit, source)), head: hostHead(regions, setting) }
		: { edits, head: headOf(regions, setting) };
}

/** @template {{ access: Access }} T @param {T[]} all @returns {T[]} in source order, the outer before the inner */
const readsOf = (all) =>
	all
		.filter(({ access: { use } }) => use === 'read' || use === 'length')
		.sort(({ access: { node: a } }, { access: { node: b } }) => a.start - b.start || b.end - a.end);

/** @param {Region} region @returns {Region} */
function outermostOf(region) {
	return region.outer ? outermostOf(region.outer) : region;
}

/**
 * @param {Access} access
 * @param {Region} region that its site belongs to
 * @param {Region[]} regions
 * @returns {Region} the innermost one that it stands in, of another root perhaps: what it changes may be known there as well
 */
function innermostAround({ node }, region, regions) {
	const around = regions.filter(
		({ sites, loop }) => sites.length > 0 && loop.start <= node.start && node.end <= loop.end,
	);
	return around.sort((a, b) => b.loop.start - a.loop.start)[0] ?? region;
}

/** @param {Region} region @param {SiteText} sites @returns {string} finds out again all that is known there */
function refreshText(region, sites) {
	const inner = region.sites.map((site) => sites.enter(site)).join(', ');
	return region.outer ? `${refreshText(region.outer, sites)}, ${inner}` : inner;
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

/** @param {Access} access @param {Region} region @param {{ setting: Setting, parents: Map<Node, Node> }} context @returns {Edit[]} */
function editsOf(access, region, { setting, parents }) {
	const { node, target, use } = access;
	const { start, end } = node;
	const test = use === 'length' ? testAround(node, parents) : null;
	if (test) return [{ start: test.start, end: test.end, text: testText(access, test, setting) }];
	if (use === 'read' || use === 'length') return [{ start, end, text: readText(access, setting) }];
	if (access.isTwice) return [{ start, end, text: changeText(access, region, setting) }];
	const { head, tail } = assignmentText(access, region, setting);
	const operator = setting.source.indexOf(node.operator, target.end) + node.operator.length;
	const space = setting.source.slice(operator, node.right.start);
	return [
		{ start, end: space.trim() === '' ? node.right.start : operator, text: head },
		{ start: end, end, text: tail, closes: start },
	];
}

/** @param {Node} length @param {Map<Node, Node>} parents @returns {Node | null} the whole test of a loop, `i < rows.length` */
function testAround(length, parents) {
	const test = parents.get(length);
	const isTest =
		test?.type === 'BinaryExpression' &&
		test.operator === '<' &&
		test.right === length &&
		test.left.type === 'Identifier';
	const loop = isTest ? parents.get(test) : null;
	return isTest && loop?.type === 'ForStatement' && loop.test === test ? test : null;
}

/**
 * What V8 finds out of a loop is worth more where the test of each turn is one comparison.
 *
 * @param {Access} access of a length
 * @param {Node} test
 * @param {Setting} setting
 * @returns {string}
 */
function testText({ site }, test, { sites, source }) {
	const n = sites.of(site, 'n');
	const { name } = test.left;
	return `${name} < ${n} || (${n} < 0 && ${source.slice(test.start, test.end)})`;
}

/** @typedef {{ sites: SiteText, names: Names, type: string }} Head */

/** @param {Region[]} regions @param {Head} setting @returns {string} */
function headOf(regions, { sites, names }) {
	if (regions.length === 0) return '';
	const declarations = sitesOf(regions).map((site) => `${sites.declaration(site)}\n`);
	return `${importText(regions, names)}\n${declarations.join('')}`;
}

/** @param {Region[]} regions @param {Head} setting @returns {string} for the line of the first statement */
function hostHead(regions, { sites, names, type }) {
	if (regions.length === 0) return '';
	const list = sitesOf(regions)
		.sort((a, b) => a.number - b.number)
		.map((site) => `${sites.of(site, 'a')}${type}`);
	return `${importText(regions, names)} var ${list.join(', ')}; `;
}

/** @param {Region[]} regions */
const sitesOf = (regions) => regions.flatMap((region) => region.sites);

/** @param {Region[]} regions @param {Names} names @returns {string} */
function importText(regions, names) {
	const kinds = [...new Set(sitesOf(regions).map(({ kind }) => kind))].sort();
	const list = kinds.map((kind) => `${kind} as ${names.of(kind)}`).join(', ');
	return `import { ${list} } from ${JSON.stringify(GEM_MODULE)};`;
}
