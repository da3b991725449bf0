import { describe, expect, test } from '@jest/globals';
import { describe as describeValue } from '../lib/exported/describe.js';
import { parametersOf } from '../lib/exported/guess-types.js';
import { annotateText, findFunctions, moved } from '../lib/exported/locate.js';
import { listExported } from '../lib/exported/run-exported.js';

/** @param {string} source */
const annotateAll = (source) => annotateText(source, findFunctions(source), 'D');

describe('directives', () => {
	test.each([
		['function f(a) { return a; }', 'function f(a) { "D"; return a; }'],
		['const f = (a) => a + 1;', 'const f = (a) => { "D"; return a + 1; };'],
		['const f = () => ({ a: 1 });', 'const f = () => { "D"; return ({ a: 1 }); };'],
		[
			'const o = { async *f() {}, get g() { return 1; } };',
			'const o = { async *f() { "D";}, get g() { return 1; } };',
		],
		[
			'const f = (a) => (b) => a + b',
			'const f = (a) => { "D"; return (b) => { "D"; return a + b; }; }',
		],
	])('%s', (source, annotated) => {
		expect(annotateAll(source)).toBe(annotated);
	});

	test('the places of functions are known in the annotated text', () => {
		const source = 'const f = (a) => (b) => a + b; function g() {}';
		const places = findFunctions(source);
		const annotated = annotateAll(source);
		const move = moved(places, 'D');
		const texts = places.map(({ start, end }) =>
			annotated.slice(move(start, false), move(end, true)),
		);
		expect(texts[0]).toMatch(/^\(a\) => \{.*\}; \}$/);
		expect(texts[2]).toBe('function g() { "D";}');
	});
});

test('values that a program can tell apart are written in different ways', () => {
	const shared = {};
	const values = [
		...[
			0,
			-0,
			'0',
			0n,
			null,
			undefined,
			[],
			[,],
			[undefined],
			{},
			Object.create(null),
			new Map(),
			new Set(),
		],
		...[
			[shared, shared],
			[{}, {}],
			new Uint8Array(1),
			Buffer.alloc(1),
			new Error('a'),
			new TypeError('a'),
			/a/g,
		],
		...[{ a: 1, b: 2 }, { b: 2, a: 1 }, new Date(0), Object(0), Symbol('a'), new (class Own {})()],
	];
	expect(new Set(values.map(describeValue)).size).toBe(values.length);
});

test('types of parameters are read from declarations', () => {
	const text =
		'declare function f(a: number, o?: { b: string, c(x: number): void }, ...rest: string[]): void;';
	expect(parametersOf(text, ['f'])).toEqual([
		{ text: 'number', isOptional: false, isRest: false },
		{ text: '{ b: string, c(x: number): void }', isOptional: true, isRest: false },
		{ text: 'string[]', isOptional: false, isRest: true },
	]);
	expect(parametersOf(text, ['g'])).toBeNull();
});

test('there are as many packages as the report says', () => {
	expect(listExported()).toHaveLength(60);
});
