import { describe, expect, test } from '@jest/globals';
import { compile } from '../src/index.js';

const HEAD = "import { AtomicLK, Owned, ReadOnly, snapshot } from '@lapidary/runtime/gem';\n";

/** Channels and codes of the unit `f` of a module. */
function look(source, filename = 'input.js') {
	const { facts, diagnostics } = compile(HEAD + source, { filename });
	const { captures } = facts.units.find((unit) => unit.name.endsWith('f'));
	return {
		channels: Object.fromEntries(captures.map(({ name, channel }) => [name, channel])),
		codes: diagnostics.map(({ code }) => code),
	};
}
const unit = (body, params = '') =>
	`export async function f(${params}) { 'use cpu_bound'; ${body} }`;

describe('a GEM', () => {
	test.each([
		['a constant', 'const g = Owned.create({});'],
		[
			'a variable of a namespace',
			"import * as lib from '@lapidary/runtime/gem'; let g = lib.Owned.create({});",
		],
		['what is awaited', 'const g = await AtomicLK.create({});'],
		['one of two', 'const g = Date.now() ? ReadOnly.create({}) : AtomicLK.create({});'],
		['an alias', 'const first = AtomicLK.create({}); const g = first;'],
		['a part', 'const all = Owned.create({}); const g = all.rows[0];'],
		['a destructured part', 'const { rows: [g] } = AtomicLK.create({});'],
		[
			'what a variable gets later',
			'let g = null; export const init = () => { g = AtomicLK.create({}); };',
		],
		['what a function makes', 'const make = () => AtomicLK.create({}); const g = make();'],
		[
			'of a type of this module',
			"import { Gem } from '@lapidary/runtime/gem/define'; const T = Gem.define({}); const g = T.create({});",
		],
		[
			'what a comment says',
			"import { make } from './make.js';\n/* cpu_bound: gem */\nexport const g = make();",
		],
		['an import that a comment is about', "/* cpu_bound: gem */\nimport { g } from './g.js';"],
	])('is %s', (_title, definition) => {
		const body =
			'g.n++; g.rows.push(1); delete g.x; const { rows } = g; rows[0].id = 1; return g.n;';
		expect(look(`${definition}\n${unit(body)}`)).toEqual({ channels: { g: 'gem' }, codes: [] });
	});

	test.each([
		['an import', "import { g } from './g.js';", 'g.atomic(() => { g.n++; });'],
		[
			'the result of an unknown call',
			"import { make } from './g.js'; const g = make();",
			'g.getRange((from) => { g[from] = 1; });',
		],
	])('is known by its use: %s', (_title, definition, body) => {
		expect(look(`${definition}\n${unit(body)}`)).toMatchObject({
			channels: { g: 'gem' },
			codes: [],
		});
	});

	test('is sent from where the unit stands', () => {
		const source = `export function make(g) { const h = AtomicLK.create({}); return ${unit('h.n++; g.atomic(() => { g.n++; });').slice('export '.length)} }`;
		expect(look(source)).toEqual({ channels: { h: 'gem', g: 'gem' }, codes: [] });
	});

	test.each([
		[
			'that a class makes',
			'this.g = AtomicLK.create({});',
			'this.g.n++; const { g } = this; g.rows.push(1);',
		],
		['that a class is given', 'this.g = given;', 'this.g.atomic(() => { this.g.n++; });'],
	])('may be a property of `this`: one %s', (_title, set, body) => {
		const source = `export class C { constructor(given) { ${set} } async f() { 'use cpu_bound'; ${body} } }`;
		expect(look(source)).toEqual({ channels: { C: 'slice', this: 'receiver' }, codes: [] });
	});

	test('is no property of `this` that is set to anything else', () => {
		const source = `export class C { g = AtomicLK.create({}); clear() { this.g = {}; } async *f() { 'use cpu_bound'; this.g.n++; } }`;
		expect(look(source).codes).toEqual(['LP3006']);
	});

	test('is looked for where code goes round in circles', () => {
		const source = `
			const rows = [];
			const again = (n) => (n ? again(n - 1) : rows);
			export class C { a = this.b; b = this.a; set() { this.a = this.b; this.a.x = 1; } }
			let p = q; let q = p;
			const loop = { self: null }; loop.self = loop.self;
			export async function f() { 'use cpu_bound'; again(3).x = 1; p.x = 1; loop.self.x = 1; }`;
		expect(look(source).codes).not.toContain('LP9001');
	});

	test('may be a property of an object, which is sent', () => {
		const definition = 'const state = { g: AtomicLK.create({}), n: 0 };';
		const sent = { channels: { state: 'snapshot' }, codes: [] };
		expect(look(`${definition}\n${unit('state.g.n++;')}`)).toEqual(sent);
		expect(look(`${definition}\n${unit('const { g } = state; g.n++;')}`)).toEqual(sent);
		expect(look(`${definition}\n${unit('state.n++;')}`).codes).toEqual(['LP2011']);
		const replaced = 'export const clear = () => { state.g = {}; };';
		expect(look(`${definition} ${replaced}\n${unit('state.g.n++;')}`).codes).toEqual(['LP2011']);
	});

	test('of a class is not made again in a worker', () => {
		const definition = 'class C { static g = AtomicLK.create({}); }';
		expect(look(`${definition}\n${unit('C.g.n++;')}`).codes).not.toEqual([]);
	});

	test('may not be replaced by a unit', () => {
		const definition = 'let g = AtomicLK.create({}); export const read = () => g;';
		expect(look(`${definition}\n${unit('g = AtomicLK.create({});')}`).codes).toEqual(['LP2003']);
	});

	test('that each worker is to have for itself', () => {
		const definition = '/* cpu_bound: reeval */\nconst g = AtomicLK.create({});';
		expect(look(`${definition}\n${unit('g.n++;')}`).channels.g).toBe('slice');
	});
});

describe('what is made from a GEM', () => {
	const G = 'const g = ReadOnly.create({ rows: [] });';

	test.each([
		['a number', 'const n = g.rows.length * 2;'],
		['a copy', 'const n = snapshot(g);'],
		['an object that holds it', 'const n = { g };'],
		['an object that holds another', 'const n = [ReadOnly.create({})];'],
	])('is a snapshot: %s', (_title, definition) => {
		expect(look(`${G} ${definition}\n${unit('return n;')}`)).toEqual({
			channels: { n: 'snapshot' },
			codes: [],
		});
	});

	test('is no GEM: what is changed of a copy is lost', () => {
		expect(look(`${G} const n = snapshot(g);\n${unit('n.x = 1;')}`).codes).not.toEqual([]);
	});
});

describe('arguments', () => {
	// What a generator changes of other objects, its caller would not see.
	const unit = (body, params = '') =>
		`export async function* f(${params}) { 'use cpu_bound'; ${body} }`;

	test.each([
		['atomic', 'g.atomic(() => { g.n++; });'],
		['atomicAsync', 'await g.atomicAsync(() => { g.n++; });'],
		['getRange', 'g.getRange(function (from, to) { g[from] = to; });'],
		['subset', 'for (const i in g.subset()) g[i] = 1;'],
		['an alias', 'const h = g; h.rows[0] = 1; g.atomic(() => {});'],
	])('are GEMs where a method of GEMs is called on them: %s', (_title, body) => {
		expect(look(unit(body, 'g')).codes).toEqual([]);
	});

	test.each([
		['of another argument', 'h.atomic(() => { g.n++; });'],
		['of a capture', 'own.atomic(() => { g.rows.push(1); });'],
		['of several', 'AtomicLK.atomic([g, h], () => { g.n++; h.n--; });'],
	])('are GEMs where they are written to in a block %s', (_title, body) => {
		expect(look(`const own = AtomicLK.create({});\n${unit(body, 'g, h')}`).codes).toEqual([]);
	});

	test.each([
		['that are only written to', 'g.n = 1;'],
		['that are read in a block', 'own.atomic(() => { own.n = g.n; }); g.n = 1;'],
		['whose method gets no function', 'g.atomic(1); g.n = 1;'],
	])('%s are not', (_title, body) => {
		const { codes } = look(`const own = AtomicLK.create({});\n${unit(body, 'g')}`);
		expect(codes).toEqual(['LP3001']);
	});

	test.each([
		['/* cpu_bound: gem */ g'],
		['{ /* cpu_bound: gem */ g }'],
		['rows, /* cpu_bound: gem */ { g }'],
		['/* cpu_bound: gem */ g = null'],
	])('are GEMs where a comment says so: (%s)', (params) => {
		expect(look(unit('g.n = 1;', params)).codes).toEqual([]);
	});

	test('are none because a comment is about another one', () => {
		expect(look(unit('g.n = 1;', '/* cpu_bound: gem */ h, g')).codes).toEqual(['LP3001']);
	});

	test('may hold one, and are none themselves', () => {
		const block = (change) => unit(`job.totals.atomic(() => { ${change} });`, 'job');
		expect(look(block('job.totals.n++; job.totals.rows.push(1);')).codes).toEqual([]);
		expect(look(block('job.totals.n++; job.count++;')).codes).toEqual(['LP3001']);
		expect(look(unit('totals.atomic(() => { totals.n++; });', '{ totals }')).codes).toEqual([]);
	});

	test('are not where the module has methods of that name', () => {
		const own = 'export const account = { atomic(fn) { return fn(); } };';
		expect(look(`${own}\n${unit('g.atomic(() => { g.n++; });', 'g')}`).codes).toEqual(['LP3001']);
	});

	test('a GEM has no functions of the host', () => {
		const { code } = compile(unit('g.getRange((from) => { g[from] = 1; });', 'g'), {
			filename: 'input.js',
		});
		expect(code).not.toContain('functions');
	});
});
