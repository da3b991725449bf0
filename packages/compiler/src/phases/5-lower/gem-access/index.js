/** @import { Node } from '../../../types.js' */
/** @import { Access, Block, FastLoop, GemAccess, Region } from '../../../ir/gem-access/model.js' */
/** @import { Copy, Edit, Planned } from '../../../ir/module.js' */
/** @import { Resolution } from '../../../ast/resolve.js' */
/** @import { Names } from '../names.js' */
/** @import { CopyHead } from '../gem-copies.js' */
import { GEM_MODULE } from '@lapidary/runtime/abi';
import { outermostOf } from '../../../ir/gem-access/asked.js';
import { lowerGemCopies } from '../gem-copies.js';
import { AccessEdits, innermostAround } from './access-edits.js';
import { blockDeclaration, blockEdits } from './block-text.js';
import { fastLoopEdits } from './fast-loop-edits.js';
import { FastText } from './fast-text.js';
import { keepLines } from './keep-lines.js';
import { rowEdits } from './row-text.js';
import { SiteText } from './site-text.js';
import { isInList, refreshEdits, regionEdits, statementStarts } from './region-edits.js';

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
 * @param {{ names: Names, isHost: boolean }} setting in the host module, lines stay where they are, and so no loop stands there twice
 * @returns {{ edits: Edit[], copies: Copy[], head: string }} `head`: what the module has to declare
 */
export function lowerGemAccess(access, planned, { names, isHost }) {
	const { regions, fastLoops, copies: plain } = access;
	const blocks = isHost ? [] : access.blocks;
	const { source, resolution, language, moduleKind } = planned;
	const { parents } = resolution;
	const sites = new SiteText(names, isHost);
	const accesses = new AccessEdits(regions, { source, parents, names, sites });
	const { locals } = accesses;
	const copied = lowerGemCopies(plain, planned, { names, isHost });
	let edits = [...copied.edits, ...accesses.of(() => true)];
	for (const region of regions) {
		const setting = accesses.settingOf(region);
		for (const row of region.rows) edits.push(...rowEdits(row, setting));
		edits.push(...refreshEdits(region, { resolution, setting }));
	}
	/** @type {Copy[]} */
	const copies = [];
	for (const fast of isHost ? [] : fastLoops) {
		const found = copyOf(fast, { accesses, edits, resolution });
		edits = found.edits;
		copies.push(found.copy);
	}
	edits.push(...statementStarts(edits, parents, source));
	for (const region of regions) {
		const own = [...(locals.get(region) ?? [])];
		const check = accesses.checkOfEntry(region);
		edits.push(...regionEdits(region, { resolution, source, sites, locals: own, check }));
	}
	edits.push(...blocks.flatMap((block) => blockEdits(block, names)));
	const type = language === 'js' ? '' : ': any';
	const setting = { sites, names, copied, blocks, type, isModule: moduleKind === 'module' };
	if (!isHost) return { edits, copies, head: headOf(regions, setting) };
	return {
		edits: edits.map((edit) => keepLines(edit, source)),
		copies,
		head: hostHead(regions, setting),
	};
}

/**
 * @param {FastLoop} fast
 * @param {{ accesses: AccessEdits, edits: Edit[], resolution: Resolution }} context
 * @returns {{ copy: Copy, edits: Edit[] }} `edits`: with what hands on to the loop as it was
 */
function copyOf(fast, { accesses, edits, resolution: { parents } }) {
	const { source, sites, names, regions } = accesses;
	const { loop, rows } = fast;
	const around = innermostAround({ node: loop }, null, regions);
	const text = new FastText(fast, {
		names,
		sites,
		source,
		outermost: around && outermostOf(around),
	});
	const isIn = (/** @type {Access} */ one) =>
		fast.accesses.includes(one) && !isWithin(one.node, loop.init);
	const own = [...accesses.of(isIn, text), ...rows.flatMap((row) => text.rowEdits(row))];
	const { copy, edits: others } = fastLoopEdits(fast, {
		...{ sites, text, source, edits, own },
		refresh: around ? accesses.refresh(around, loop) : '',
		isInList: isInList(loop, parents),
	});
	const starts = statementStarts(copy.edits, parents, source);
	return { copy: { ...copy, edits: [...copy.edits, ...starts] }, edits: others };
}

/** @param {Node} node @param {Node | null | undefined} range @returns {boolean} */
const isWithin = (node, range) =>
	range != null && range.start <= node.start && node.end <= range.end;

/** @typedef {{ sites: SiteText, names: Names, type: string, isModule: boolean, blocks: Block[], copied: { imports: string[], sites: CopyHead[] } }} Head */

/** @param {Region[]} regions @param {Head} setting @returns {string} */
function headOf(regions, setting) {
	const { sites, names, copied, blocks } = setting;
	if (regions.length + copied.sites.length + blocks.length === 0) return '';
	const declarations = [
		...sitesOf(regions).map((site) => `${sites.declaration(site)}\n`),
		...copied.sites.map(({ name, making }) => `const ${name} = ${making};\n`),
		...blocks.map((block) => blockDeclaration(block, names)),
	];
	return `${importText(regions, setting)}\n${declarations.join('')}`;
}

/** @param {Region[]} regions @param {Head} setting @returns {string} for the line of the first statement */
function hostHead(regions, setting) {
	const { sites, type, copied } = setting;
	if (regions.length + copied.sites.length === 0) return '';
	const list = sitesOf(regions)
		.sort((a, b) => a.number - b.number)
		.map((site) => sites.of(site, 'a'));
	const all = [...list, ...copied.sites.map(({ name }) => name)].map((name) => `${name}${type}`);
	return `${importText(regions, setting)} var ${all.join(', ')}; `;
}

/** @param {Region[]} regions */
const sitesOf = (regions) => regions.flatMap((region) => region.sites);

/** @param {Region[]} regions @param {Head} setting @returns {string} */
function importText(regions, { names, copied, blocks, isModule }) {
	const used = sitesOf(regions).map(({ kind }) => kind);
	const asked = regions.some(({ isAsking }) => isAsking) ? ['epoch'] : [];
	const kinds = [
		...new Set([...used, ...asked, ...copied.imports, ...blocks.map(() => 'block')]),
	].sort();
	const list = kinds.map((kind) => `${kind}${isModule ? ' as' : ':'} ${names.of(kind)}`).join(', ');
	const from = JSON.stringify(GEM_MODULE);
	return isModule ? `import { ${list} } from ${from};` : `const { ${list} } = require(${from});`;
}
