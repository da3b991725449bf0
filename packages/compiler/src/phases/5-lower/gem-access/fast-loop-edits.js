/** @import { Node } from '../../../types.js' */
/** @import { Access, FastLoop, Known } from '../../../ir/gem-access/model.js' */
/** @import { Copy, Edit } from '../../../ir/module.js' */
/** @import { FastText } from './fast-text.js' */
/** @import { SiteText } from './site-text.js' */
import { offsetText } from './key-text.js';
import { listText } from './row-text.js';

/**
 * The version of a loop that finds nothing out again stands before the loop, and is left where something is not known: then the loop
 * goes on from there.
 *
 * ```js
 * let $i1; { let i = 0; if ($n1 >= 0) for (; i < $n1; i++) { if ($v1[i] === undefined) break; sum += $v1[i]; } $i1 = i; }
 * for (let i = $i1; i < rows.length; i++) …
 * ```
 *
 * @param {FastLoop} fast
 * @param {{ sites: SiteText, text: FastText, source: string, isInList: boolean, refresh: string, edits: Edit[], own: Edit[] }} setting `edits`: of the loop as it
 *   was; `own`: of what is in the version; `refresh`: finds out again all that is known
 * @returns {{ copy: Copy, edits: Edit[] }} `edits`: of the loop as it was, with what hands on to it
 */
export function fastLoopEdits(fast, { sites, text, source, isInList, refresh, edits, own }) {
	const { loop, list, breaks, late } = fast;
	const { start, end } = loop;
	const found = [text.comparisons(source), text.measurings(), text.fittings()];
	const declarations = found.map((one) => one.declarations).join('');
	const opened = list
		? listHead(fast, sites, text)
		: countedHead(fast, { sites, text, declarations });
	/** @type {Edit[]} */
	const around = [];
	if (!isInList && !list) around.push(...wrap(loop, '{ '));
	if (list) {
		const copied = [...own, ...opened, ...bodyEdits(fast, sites, text)];
		return {
			copy: { start, end, before: '', edits: [...copied, last(loop, ' else ')] },
			edits,
		};
	}
	const moved = edits.filter((one) => isIn(one, loop.init));
	const label = text.local('b');
	// What a write has changed that went the general way is found out behind the version.
	const questions = [
		...(late.size > 0 ? [text.stale] : []),
		...(text.isAsking ? [text.changed] : []),
	];
	const again = questions.length > 0 ? `if (${questions.join(' || ')}) (${refresh}); ` : '';
	if (breaks.length > 0) around.push(...wrap(loop, `${label}: { `));
	const left = breaks.map((one) => ({
		start: one.start,
		end: again ? one.end : one.start + 'break'.length,
		text: again ? `{ ${again}break ${label}; }` : `break ${label}`,
	}));
	const variables = variablesOf(loop);
	const given = variables.map((name, at) => `${text.local(`i${at}_`)} = ${name};`).join(' ');
	const tail = last(loop, ` ${again}${given} }${lineBreak(loop, source)}`);
	return {
		copy: {
			...{ start, end, before: '' },
			edits: [
				...own,
				...found.flatMap((one) => one.edits),
				...moved,
				...left,
				...opened,
				...bodyEdits(fast, sites, text),
				tail,
			],
		},
		edits: [...edits.filter((one) => !moved.includes(one)), ...around, ...takenOver(loop, text)],
	};
}

/** @param {{ start: number, end: number }} edit @param {Node} node @returns {boolean} */
const isIn = ({ start, end }, node) => node.start <= start && end <= node.end;

/** @param {Node} loop @param {string} text @returns {Edit} behind everything else in it */
const last = ({ start, end }, text) => ({ start: end, end, text, closes: start - 1 });

/** @param {Node} node @param {string} before @returns {Edit[]} */
const wrap = ({ start, end }, before) => [
	{ start, end: start, text: before, opens: end },
	{ start: end, end, text: ' }', closes: start },
];

/** @param {Node} loop @returns {string[]} names that it declares */
const variablesOf = ({ init }) => init.declarations.map((/** @type {Node} */ { id }) => id.name);

/** @param {Node} loop @param {string} source @returns {string} to the next line, where the loop begins one */
function lineBreak({ start }, source) {
	const line = source.lastIndexOf('\n', start - 1) + 1;
	const before = source.slice(line, start);
	const end = source.includes('\r\n') ? '\r\n' : '\n';
	return before.trim() === '' ? `${end}${before}` : ' ';
}

/** @param {Node} loop @param {FastText} text @returns {Edit[]} the loop as it was begins where the version has ended */
function takenOver({ init }, text) {
	return init.declarations.map(
		(/** @type {Node} */ { id, init: value }, /** @type {number} */ at) => ({
			start: value ? value.start : id.end,
			end: value ? value.end : id.end,
			text: `${value ? '' : ' = '}${text.local(`i${at}_`)}`,
		}),
	);
}

/** @param {FastLoop} fast @param {{ sites: SiteText, text: FastText, declarations: string }} setting @returns {Edit[]} */
function countedHead({ loop, late, ...fast }, { sites, text, declarations }) {
	const names = variablesOf(loop).map((_, at) => text.local(`i${at}_`));
	if (late.size > 0) names.push(`${text.stale} = false`);
	const { start, init, test } = loop;
	const conditions = conditionsOf({ ...fast, loop }, sites, text);
	const condition = conditions.length > 0 ? `if (${conditions.join(' && ')}) ` : '';
	/** @type {Edit[]} */
	const edits = [
		{ start, end: init.start, text: `let ${names.join(', ')}; { ` },
		{ start: init.end, end: init.end, text: `; ${declarations}${condition}for (`, closes: -1 },
	];
	if (late.size === 0) return edits;
	return [
		...edits,
		{ start: test.start, end: test.start, text: `!${text.stale} && (`, opens: test.end + 0.5 },
		{ start: test.end, end: test.end, text: ')', closes: test.start - 0.5 },
	];
}

/** @param {FastLoop} fast @param {SiteText} sites @param {FastText} text @returns {Edit[]} */
function listHead({ loop, list, ...fast }, sites, text) {
	const { site, isElement } = /** @type {NonNullable<FastLoop['list']>} */ (list);
	const [n, o, memory] = ['n', 'o', isElement ? 'v' : 'r'].map((fact) => sites.of(site, fact));
	const z = text.local('z');
	const conditions = [
		`${n} >= 0 && ${o} === 0 && ${memory}.length === ${n}`,
		// It does not look whether each is there.
		...(isElement ? [`${sites.of(site, 'a')}.isWhole(${memory})`] : []),
		...conditionsOf({ ...fast, loop }, sites, text),
		...fast.known.map((one) => isThere(one, sites)),
	];
	const length = text.isAsking
		? `(${text.still} ? ${n} : ${listText(loop, text.source)}.length)`
		: n;
	const head = `if (${conditions.join(' && ')}) for (let ${z} = 0; ${z} < ${length}; ${z}++) `;
	return [{ start: loop.start, end: loop.body.start, text: head }];
}

/** @param {Known} known @param {SiteText} sites @returns {string} */
function isThere({ site, fact, index, text }, sites) {
	return `${sites.of(site, fact)}[${offsetText({ index, site }, text, { sites })}] !== undefined`;
}

/** @param {Pick<FastLoop, 'loop' | 'accesses' | 'places'>} fast @param {SiteText} sites @param {FastText} text @returns {string[]} what has to be known before it begins */
function conditionsOf({ loop, accesses, places }, sites, text) {
	/** @type {Set<string>} */
	const found = new Set();
	// An index that the start of an iteration checks is converted there, and again at its access.
	for (const [one, { site, fact }] of places)
		if (one.isIndexDoubted) found.add(`${sites.of(site, fact)}.length > 0`);
	for (const access of accesses) {
		const { site, use, node, row, column } = access;
		if (loop.init && isIn(node, loop.init)) continue;
		if (use === 'length') found.add(`${sites.of(site, 'n')} >= 0`);
		else if (site.kind === 'object') found.add(`${sites.of(site, 'x')} !== undefined`);
		else if (site.kind !== 'keyed' && !row && !text.isKnown(access))
			found.add(`${sites.of(site, column ? 'r' : factOf(access))}.length > 0`);
	}
	return [...found];
}

/** @param {Access} access @returns {string} */
const factOf = ({ use, readsFrom }) => (use === 'read' ? readsFrom : 'w');

/** @param {FastLoop} fast @param {SiteText} sites @param {FastText} text @returns {Edit[]} what each turn looks at first */
function bodyEdits({ loop, list, known }, sites, text) {
	const { body } = loop;
	const rows = known.filter(({ fact }) => fact === 'r');
	const texts = rows.map((one) => {
		const { place, offset } = text.placeIn(one);
		return `const ${place} = ${sites.of(one.site, 'r')}[${offset}];`;
	});
	const places = known.map((one) => `${text.placeIn(one).place} === undefined`);
	if (text.isAsking && !list) places.unshift(text.changed);
	if (places.length > 0 && !list) texts.push(`if (${places.join(' || ')}) break;`);
	if (list) {
		const { site, isElement, variable } = list;
		const [name, fact] = isElement ? [variable.name, 'v'] : [text.local('c'), 'r'];
		const element = `${sites.of(site, fact)}[${text.local('z')}]`;
		if (!text.isAsking) texts.unshift(`const ${name} = ${element};`);
		else if (isElement)
			texts.unshift(
				`let ${name}; if (${text.still}) ${name} = ${element}; else ${text.rowText(list)};`,
			);
		else texts.unshift(`let ${variable.name}; const ${name} = ${element};`);
	}
	if (texts.length === 0) return [];
	const start = texts.join(' ');
	if (body.type === 'BlockStatement' && !list)
		return [{ start: body.start + 1, end: body.start + 1, text: ` ${start}` }];
	return [
		{ start: body.start, end: body.start, text: `{ ${start} `, opens: body.end + 0.25 },
		{ start: body.end, end: body.end, text: ' }', closes: body.start - 0.25 },
	];
}
