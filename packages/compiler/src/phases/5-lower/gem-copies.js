/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Copy, CopySite, GemCopies, Guard, Turn } from '../../ir/gem-copies/model.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { problemOfRoot } from '../../ir/gem-access/roots.js';
import { closing, isInList, opening } from './gem-access/region-edits.js';

/** Functions of the runtime by what has to be made original. */
const ORIGINAL = Object.freeze({ copy: 'original', list: 'originals', pairs: 'originals' });

/**
 * Plain copies in place of parts of GEMs:
 *
 * ```js
 * weigh(document)        // weigh(($lp_ca1.whole(document) ?? document))
 * rows[i].tags[j]        // (($t = $v[i]) !== undefined || ($t = ($v = $lp_ca1.fill(rows, i))[i]) !== undefined ? $t : rows[i]).tags[j]
 * return rows[i]         // return $lp_original(…)
 * ```
 *
 * @param {GemCopies} copies
 * @param {Planned} planned
 * @param {{ names: Names, isHost: boolean }} setting where a function may run before the module's first statement, sites are made when they are wanted
 * @returns {{ edits: Edit[], imports: string[], sites: CopyHead[] }}
 */
export function lowerGemCopies(
	{ sites, copies, turns, wraps, wrapsIf },
	planned,
	{ names, isHost },
) {
	const { source, resolution } = planned;
	if (copies.length === 0) return { edits: [], imports: [], sites: [] };
	const text = new CopyText(names, isHost);
	const edits = [
		...copies.map((copy) => copyEdit(copy, source, text)),
		...[...wraps].flatMap(([node, kind]) =>
			wrapEdits(node, names.of(ORIGINAL[kind]), resolution.parents),
		),
		...[...wrapsIf].flatMap(([node, value]) => wrapIfEdits(node, value, { source, names })),
		...[...new Set(sites.map(({ loop }) => loop))].flatMap((loop) =>
			loop ? loopEdits(loop, { sites, turns }, { planned, text }) : [],
		),
		...turns.flatMap((turn) => turnEdits(turn, names)),
	];
	/** @type {Set<string>} */
	const kinds = new Set([...wraps.values()].map((kind) => ORIGINAL[kind]));
	if (wrapsIf.size > 0) kinds.add('original');
	if (sites.some(({ guards }) => guards.length > 0)) kinds.add('apart');
	const heads = sites.map((site) => ({ name: text.of(site, 'ca'), making: text.making(site) }));
	return { edits, imports: ['copies', ...kinds], sites: heads };
}

/** A site of the module: its variable, and what makes it. @typedef {{ name: string, making: string }} CopyHead */

/** Writes the texts that have to do with one site. One for a module. */
class CopyText {
	/** @param {Names} names @param {boolean} isLazy */
	constructor(names, isLazy) {
		this.names = names;
		this.isLazy = isLazy;
	}

	/** @param {CopySite} site @param {string} what @returns {string} a variable */
	of({ number }, what) {
		return this.names.of(`${what}${number}`);
	}

	/** @param {CopySite} site @returns {string} */
	making({ path, isEager }) {
		return `${this.names.of('copies')}(${listOf(path)}${isEager ? ', true' : ''})`;
	}

	/** @param {CopySite} site @returns {string} */
	site(site) {
		const name = this.of(site, 'ca');
		return this.isLazy ? `(${name} ??= ${this.making(site)})` : name;
	}
}

/** @param {string[]} path */
const listOf = (path) => `[${path.map((one) => JSON.stringify(one)).join(', ')}]`;

/** @param {Turn} turn @param {Names} names @returns {Edit[]} */
function turnEdits({ number, site, loop: { body }, index }, names) {
	const text = `${names.of(`cr${number}`)} = ${names.of(`cv${site.number}`)}[${index}];`;
	if (body.type === 'BlockStatement')
		return [{ start: body.start + 1, end: body.start + 1, text: ` ${text}` }];
	return [
		{ start: body.start, end: body.start, text: `{ ${text} `, opens: body.end + 0.25 },
		{ start: body.end, end: body.end, text: ' }', closes: body.start - 0.25 },
	];
}

/** @param {Copy} copy @param {string} source @param {CopyText} texts @returns {Edit} */
function copyEdit({ how, node, site, index, isNumber, turn }, source, texts) {
	const { names } = texts;
	const { start, end } = node;
	const text = source.slice(start, end);
	const a = texts.site(site);
	const [v, t, p] = ['cv', 'ct', 'cp'].map((name) => texts.of(site, name));
	const root = rootText(site, names);
	if (how === 'each') return { start, end, text: `(${a}.each(${root}) ?? ${text})` };
	if (how === 'whole') {
		const whole = `${a}.whole(${root})`;
		const kept = site.loop ? `${p} ?? (${p} = ${whole})` : whole;
		return { start, end, text: `(${kept} ?? ${text})` };
	}
	const given = index ? source.slice(index.start, index.end) : '';
	if (turn) {
		const r = names.of(`cr${turn.number}`);
		const filled = `(${r} = (${v} = ${a}.fill(${root}, ${given}))[${given}])`;
		return { start, end, text: `(${r} !== undefined || ${filled} !== undefined ? ${r} : ${text})` };
	}
	const at = isNumber ? given : `typeof ${given} === "number" ? ${given} : -1`;
	const found = `(${t} = ${v}[${at}]) !== undefined`;
	const filled = `(${t} = (${v} = ${a}.fill(${root}, ${given}))[${at}]) !== undefined`;
	return { start, end, text: `(${found} || ${filled} ? ${t} : ${text})` };
}

/** @param {Node} node @param {string} name of a function @param {Parents} parents @returns {Edit[]} */
function wrapEdits(node, name, parents) {
	const parent = parents.get(node);
	const key = parent?.type === 'ObjectProperty' && parent.shorthand ? `${node.name}: ` : '';
	const [first, last] = around(node);
	return [opening(node, `${key}${name}(${first}`), closing(node, `${last})`)];
}

/**
 * The parentheses that a node needs as an argument: those around it in the source are not its own, and enclose the call then.
 *
 * @param {Node} node
 * @returns {string[]}
 */
const around = ({ type }) => (type === 'SequenceExpression' ? ['(', ')'] : ['', '']);

/** @param {Node} node @param {Node} value @param {{ source: string, names: Names }} context @returns {Edit[]} */
function wrapIfEdits(node, value, { source, names }) {
	const text = source.slice(value.start, value.end);
	const [first, last] = around(node);
	return [
		opening(node, `${names.of('original')}(${first}`),
		closing(node, `${last}, typeof ${text} !== "object")`),
	];
}

/** @param {CopySite} site @param {Names} names @returns {string} what it is asked with: nothing where what is changed may be a part of the same GEM */
function rootText({ root, guards, loop }, names) {
	if (guards.length === 0) return root.name;
	return `${loop ? guardName(loop, names) : guardText(guards, names)} && ${root.name}`;
}

/** @param {Node} loop @param {Names} names */
const guardName = ({ start }, names) => names.of(`cg${start}`);

/** @param {Guard[]} guards @param {Names} names @returns {string} */
const guardText = (guards, names) =>
	guards
		.map(
			({ variable, isCalled }) =>
				`${names.of('apart')}(${variable.name}${isCalled ? ', true' : ''})`,
		)
		.join(' && ');

/** @param {Node} loop @param {{ sites: CopySite[], turns: Turn[] }} all @param {{ planned: Planned, text: CopyText }} context @returns {Edit[]} the variables of the loop's sites */
function loopEdits(loop, { sites, turns }, { planned: { resolution, source }, text: texts }) {
	const { names } = texts;
	const { parents } = resolution;
	let node = loop;
	for (let at = parents.get(node); at?.type === 'LabeledStatement'; at = parents.get(at)) node = at;
	const variables = sites
		.filter((site) => site.loop === loop)
		.flatMap((site) => {
			const { isList, number, root } = site;
			const [v, t, p] = ['cv', 'ct', 'cp'].map((name) => texts.of(site, name));
			const a = texts.site(site);
			if (!isList) return [p];
			const isKnown = problemOfRoot(root, loop, resolution, loop) === null;
			const own = turns.filter(({ site }) => site.number === number);
			const turned = own.map((turn) => names.of(`cr${turn.number}`));
			return [`${v} = ${isKnown ? `${a}.list(${rootText(site, names)})` : '[]'}`, t, ...turned];
		});
	const line = source.lastIndexOf('\n', node.start - 1) + 1;
	const indent = /^[ \t]*/.exec(source.slice(line, node.start))?.[0] ?? '';
	const guards = sites.find((site) => site.loop === loop)?.guards ?? [];
	const guard =
		guards.length > 0 ? [`${guardName(loop, names)} = ${guardText(guards, names)}`] : [];
	const text = `let ${[...guard, ...variables].join(', ')};`;
	if (!isInList(node, parents)) return [opening(node, `{ ${text} `), closing(node, ' }')];
	const isAlone = source.slice(line, node.start).trim() === '';
	const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
	return [opening(node, `${text}${isAlone ? `${lineBreak}${indent}` : ' '}`)];
}
