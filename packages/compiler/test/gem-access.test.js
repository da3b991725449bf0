import { readFileSync } from 'node:fs';
import { compile } from '@lapidary/compiler';
import { REASONS } from '../src/ir/gem-access/reasons.js';

const DOC = readFileSync(new URL('../../../docs/gem-access.md', import.meta.url), 'utf8');

/** @param {string} body of a unit @param {{ [option: string]: unknown }} [options] @param {string} [more] @param {string} [params] */
function compileUnit(body, options = {}, more = '', params = 'a, b') {
	const list = params.split(', ').map((one) => `/* cpu_bound: gem */ ${one}`);
	const source = `${more}\nexport async function unit(${list.join(', ')}) {\n\t'use cpu_bound';\n${body}\n}\n`;
	return compile(source, { filename: 'input.js', sourceType: 'module', ...options });
}

/** @param {ReturnType<typeof compileUnit>} compiled */
const reasonsOf = ({ facts }) => facts.gemAccesses.map(({ reason }) => reason).filter(Boolean);

describe('docs/gem-access.md', () => {
	const [, ...parts] = DOC.split('```js\n');
	const blocks = parts.map((part) => part.split('```')[0].trimEnd());
	const pairs = blocks.flatMap((block, at) => (at % 2 === 0 ? [[block, blocks[at + 1]]] : []));

	test.each(pairs)('%s', (source, emitted) => {
		const { workerModules } = compileUnit(
			`let total = 0;\n${source}`,
			{ cancellation: false },
			"import { config } from './config.js';",
			'rows, out, users',
		);
		expect(workerModules[0]?.code).toContain(emitted);
	});

	test('lists all reasons', () => {
		const rows = [...DOC.matchAll(/^\| `([\w-]+)` +\| (.*?) +\|$/gm)].map(([, key, text]) => [
			key,
			text,
		]);
		const listed = rows.filter(([key]) => !/^(elements|rows|object|keyed|copies)$/.test(key));
		expect(Object.fromEntries(listed)).toEqual(REASONS);
	});
});

/** What cannot be seen here: units with either are refused. */
const OTHERS = new Set(['private', 'eval']);

const loop = (/** @type {string} */ text) => `for (let i = 0; i < 3; i++) { ${text} }`;

/** A body of a unit that has an access with the reason; options; other text of the module. */
const EXAMPLES = {
	'no-loop': [`${loop('b(i);')} return a.x;`],
	await: [loop('await b(a[i]);')],
	assigned: [loop('a = a.next; b(a[i]);')],
	'too-early': ['switch (b.x) { case 1: const c = a.y; default: for (const i of [1]) c[i].x; }'],
	'too-many': [loop([...'cdefghijklmno'].map((name) => `b(a.${name});`).join(' '))],
	shadowed: [loop('{ const a = 1; b(a); } a[i];')],
	nested: [loop('b(a[i][i]);')],
	'keyed-part': [
		'for (const key in b.x) { a[key].y; unknown(key); }',
		{},
		'import { unknown } from "./unknown.js";',
	],
	copied: [loop('a[b[i].n[0]];')],
	method: [loop('a.x.push(i);')],
	call: [loop('a[i](i);')],
	delete: [loop('delete a[i];')],
	target: [loop('[a[i]] = [1];')],
	logical: [loop('a[i] ??= 1;')],
	length: [loop('a.length = i;')],
	pattern: [loop('const { x = a[i] } = b;')],
	optional: [loop('b(a?.name.trim());')],
	between: [loop('unknown?.(i).f(a[i]);'), {}, 'import { unknown } from "./unknown.js";'],
	order: [loop('a.x[i] = unknown(i);'), {}, 'import { unknown } from "./unknown.js";'],
	class: [
		loop('class C { static x = unknown(i); } a[i];'),
		{},
		'import { unknown } from "./unknown.js";',
	],
	comment: [loop('a /* why */ [i];')],
	index: [loop('a[i++];')],
	iteration: [loop('b(...a);')],
	general: [loop('a[i];'), { gems: 'general' }],
};

test.each(Object.keys(REASONS).filter((key) => !OTHERS.has(key)))('%s is a reason', (key) => {
	const [body, options, more] = EXAMPLES[/** @type {'await'} */ (key)];
	expect(reasonsOf(compileUnit(body, options, more))).toContain(key);
});
