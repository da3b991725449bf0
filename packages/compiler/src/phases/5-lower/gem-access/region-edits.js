/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Entry, Region } from '../../../ir/gem-access/model.js' */
/** @import { Edit } from '../../../ir/module.js' */
/** @import { Resolution } from '../../../ast/resolve.js' */
/** @import { Setting } from './key-text.js' */
/** @import { SiteText } from './site-text.js' */
import { beforeChange } from './row-text.js';

/** @param {Node} node @param {Parents} parents @returns {boolean} other statements may stand next to it */
export const isInList = (node, parents) =>
	/^(BlockStatement|Program|SwitchCase|StaticBlock|TSModuleBlock)$/.test(
		parents.get(node)?.type ?? '',
	);

/** @param {Node} node @returns {{ start: number, end: number }} */
const startOf = ({ start }) => ({ start, end: start });

/** @param {Node} node @param {string} text @returns {Edit} before it, within what stands around it */
export const opening = ({ start, end }, text) => ({ start, end: start, text, opens: end });

/** @param {Node} node @param {string} text @returns {Edit} behind it */
export const closing = ({ start, end }, text) => ({ start: end, end, text, closes: start });

/**
 * Before a loop, what is known is taken into variables: a line for each site.
 *
 * @param {Region} region
 * @param {{ resolution: Resolution, source: string, sites: SiteText, locals: string[], check: string }} setting `check`: what asks whether entering has changed
 *   something, as a proxy of the program's own may
 * @returns {Edit[]}
 */
export function regionEdits(region, { resolution: { parents }, source, sites, locals, check }) {
	if (region.entries) return bodyEdits(region, { parents, source, sites, locals });
	const { node } = region;
	const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
	const line = source.lastIndexOf('\n', node.start - 1) + 1;
	const indent = /^[ \t]*/.exec(source.slice(line, node.start))?.[0] ?? '';
	const last = region.sites.length - 1;
	const lines = region.sites.map((site, at) => {
		const rest = at === last ? locals.map((one) => `, ${one}`).join('') : '';
		return `let ${sites.open(site)}${rest};`;
	});
	if (region.isAsking) lines.unshift(`let ${sites.noting(region)};`);
	if (check) lines.push(`(${check});`);
	if (isInList(node, parents)) {
		const isAlone = source.slice(line, node.start).trim() === '';
		const between = isAlone && !sites.isLazy ? `${lineBreak}${indent}` : ' ';
		return [opening(node, lines.map((one) => `${one}${between}`).join(''))];
	}
	return [opening(node, `{ ${lines.join(' ')} `), closing(node, ' }')];
}

/**
 * In a function without loops, a line for each variable before its first access.
 *
 * @param {Region} region
 * @param {{ parents: Parents, source: string, sites: SiteText, locals: string[] }} setting
 * @returns {Edit[]}
 */
function bodyEdits(region, { parents, source, sites, locals }) {
	const noted = region.isAsking ? [sites.noting(region)] : [];
	const all = region.sites;
	const variables = [...noted, ...locals];
	const declared = variables.length > 0 ? `let ${variables.join(', ')}; ` : '';
	/** @type {Map<Node, string>} */
	const texts = new Map();
	const { node: body } = region;
	const first = all
		.map(({ entry }) => outermost(/** @type {Entry} */ (entry).statement, body, parents))
		.sort((a, b) => a.start - b.start)[0];
	if (first) texts.set(first, declared);
	for (const site of all) {
		const { statement } = /** @type {Entry} */ (site.entry);
		texts.set(statement, `${texts.get(statement) ?? ''}let ${sites.open(site)}; `);
	}
	if (body.type === 'BlockStatement')
		return [...texts].map(([statement, text]) => opening(statement, text));
	const fn = /** @type {Node} */ (parents.get(body));
	const [start, end] = [startOfBody(fn, source), fn.end];
	// Around what else begins and ends there: a call around the body is what is returned.
	return [
		{ start, end: start, text: `{ ${texts.get(body)}return `, opens: end + 0.5 },
		{ start: end, end, text: '; }', closes: start - 0.5 },
	];
}

/** Up to what stands behind the arrow of a function, from the end of its parameters. */
const TO_BODY = /(?:\/\/.*|\/\*[\s\S]*?\*\/|[^=]|=(?!>))*?=>(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/y;

/** @param {Node} fn an arrow function @param {string} source @returns {number} where its body starts, with parentheses around it */
function startOfBody({ start, returnType, params, body }, source) {
	if (!body.extra?.parenthesized) return body.start;
	TO_BODY.lastIndex = returnType?.end ?? params.at(-1)?.end ?? start;
	TO_BODY.test(source);
	return TO_BODY.lastIndex;
}

/** @param {Node} node @param {Node} body @param {Parents} parents @returns {Node} the statement of the body that it is in, or is */
function outermost(node, body, parents) {
	let at = node;
	for (let up = parents.get(at); at !== body && up && up !== body; up = parents.get(at)) at = up;
	return at;
}

/**
 * Where something may have changed what is known, it is found out again.
 *
 * @param {Region} region
 * @param {{ resolution: Resolution, setting: Setting }} context
 * @returns {Edit[]}
 */
export function refreshEdits(region, { resolution: { parents }, setting }) {
	return region.refreshes.flatMap(({ kind, node, isStatement, isAsked = false }) => {
		const place = kind === 'block' ? startOf(node) : node;
		const again = isAsked ? setting.check(place) : setting.refresh(region, place);
		if (again === '') return [];
		const statement = `(${again});`;
		if (kind === 'block' && node.type === 'BlockStatement') {
			const at = node.start + 1;
			return [{ start: at, end: at, text: ` ${statement}` }];
		}
		if (kind === 'block') return [opening(node, `{ ${statement} `), closing(node, ' }')];
		if (kind === 'statement') {
			// A declaration stands in a list, and may lack its semicolon.
			return isInList(node, parents)
				? [closing(node, ` ;${statement}`)]
				: [opening(node, '{ '), closing(node, ` ;${statement} }`)];
		}
		const first = isAsked ? '' : beforeChange(node, region, setting);
		if (isStatement) return [...(first ? [opening(node, first)] : []), closing(node, `, ${again}`)];
		const u = setting.local('u');
		const { start, end } = node;
		// Around what else is written around the same expression.
		return [
			{ start, end: start, text: `(${first}${u} = `, opens: end + 0.25 },
			{ start: end, end, text: `, ${again}, ${u})`, closes: start - 0.25 },
		];
	});
}

/**
 * Where a statement would begin with a parenthesis that it did not have, and the one before it may lack its semicolon.
 *
 * @param {Edit[]} edits
 * @param {Parents} parents
 * @param {string} source
 * @returns {Edit[]}
 */
export function statementStarts(edits, parents, source) {
	const starts = new Set(
		edits.filter(({ text }) => text.startsWith('(')).map(({ start }) => start),
	);
	if (starts.size === 0) return [];
	return [...parents.keys()].flatMap((node) => {
		if (node.type !== 'ExpressionStatement' || !starts.has(node.start)) return [];
		const before = source.slice(0, node.start).trimEnd();
		if (!isInList(node, parents) || /[;{:]$/.test(before)) return [];
		return [{ start: node.start, end: node.start, text: ';', opens: Infinity }];
	});
}
