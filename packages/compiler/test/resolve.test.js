import { describe, expect, test } from '@jest/globals';
import { parseSource } from '../src/ast/babel.js';
import { resolveNames } from '../src/ast/resolve.js';

/**
 * Every use of `name`, as `line:column → line:column of the declaration`, or `→ global`.
 */
function usesOf(
	name,
	source,
	{ language = /** @type {const} */ ('js'), kind = /** @type {const} */ ('module') } = {},
) {
	const file = parseSource(source, { language, moduleKind: kind });
	const { references } = resolveNames(file, { strict: kind === 'module' });
	const place = (/** @type {any} */ node) => `${node.loc.start.line}:${node.loc.start.column}`;
	return references
		.filter((one) => one.name === name)
		.map(
			(one) =>
				`${place(one.node)} ${one.role} → ${one.variable ? place(one.variable.declarations[0]?.id) : 'global'}`,
		);
}

describe('resolving names', () => {
	test.each([
		['x = 1', '1:0 write → global'],
		['let x; x = 1', '1:7 write → 1:4'],
		['let x; x += 1', '1:7 update → 1:4'],
		['let x; x ??= 1', '1:7 update → 1:4'],
		['let x; x++', '1:7 update → 1:4'],
		['let x; [x] = []', '1:8 write → 1:4'],
		['let x; ({ x } = {})', '1:10 write → 1:4'],
		['let x; ({ a: [x = 2] } = {})', '1:14 write → 1:4'],
		['let x; for (x of []);', '1:12 write → 1:4'],
		['let x; export { x }', '1:16 export → 1:4'],
		['let x; ({ x })', '1:10 read → 1:4'],
		['let x; typeof x', '1:14 read → 1:4'],
		['let x; x.y = 1', '1:7 read → 1:4'],
	])('%s', (source, expected) => {
		expect(usesOf('x', source)).toEqual([expected]);
	});

	test('a default value does not see what the body declares', () => {
		expect(usesOf('y', 'let y; function f(x = y) { var y; return y; }')).toEqual([
			'1:22 read → 1:4',
			'1:41 read → 1:31',
		]);
	});

	test('a `var` of a parameter’s name is the parameter', () => {
		expect(usesOf('x', 'function f(x) { var x; return x; }')).toEqual(['1:30 read → 1:11']);
	});

	test('a block function is a variable of the function in sloppy code only', () => {
		const source = '{ function g() {} } g();';
		expect(usesOf('g', source, { kind: 'commonjs' })).toEqual(['1:20 read → 1:11']);
		expect(usesOf('g', source)).toEqual(['1:20 read → global']);
	});

	test('catch parameters, labels and class names shadow what they must, and labels nothing', () => {
		expect(usesOf('e', 'let e; try {} catch (e) { e; } e: for (;;) break e;')).toEqual([
			'1:26 read → 1:21',
		]);
		expect(usesOf('C', 'const D = class C { static m() { return C; } }; C;')).toEqual([
			'1:40 read → 1:16',
			'1:48 read → global',
		]);
	});

	test('a named function expression sees itself, its surroundings do not', () => {
		expect(usesOf('f', 'const g = function f(n) { return f(n); }; f;')).toEqual([
			'1:33 read → 1:19',
			'1:42 read → global',
		]);
	});

	test('enums, namespaces, parameter properties and import aliases are values; types are not', () => {
		const language = /** @type {const} */ ('ts');
		expect(usesOf('E', 'enum E { A } E.A; let x: E;', { language })).toEqual(['1:13 read → 1:5']);
		expect(usesOf('A', 'enum E { A, B = A }', { language })).toEqual(['1:16 read → 1:9']);
		expect(usesOf('N', 'namespace N { export const a = 1 } N.a;', { language })).toEqual([
			'1:35 read → 1:10',
		]);
		expect(usesOf('p', 'class C { constructor(private p: number) { p; } }', { language })).toEqual([
			'1:43 read → 1:30',
		]);
		expect(usesOf('m', "import m = require('m'); m.x;", { language })).toEqual(['1:25 read → 1:7']);
		expect(usesOf('G', 'declare const G: number; G;', { language })).toEqual([
			'1:25 read → global',
		]);
	});

	test('JSX uses components and its pragma, not elements', () => {
		expect(usesOf('B', 'const B = 1; <a><B.c x={1}/></a>')).toEqual(['1:17 read → 1:6']);
		expect(usesOf('a', '<a/>')).toEqual([]);
		expect(usesOf('React', "import React from 'react'; <a/>")).toEqual(['1:27 read → 1:7']);
		expect(usesOf('React', '<a/>')).toEqual([]);
	});
});
