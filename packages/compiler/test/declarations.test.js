import { describe, expect, test } from '@jest/globals';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { lowerDeclarations, typedUnits } from '../src/declarations/index.js';
import { compile } from '../src/index.js';

/**
 * @param {string} source a module with units; `%` stands for the directive
 * @param {string} declarations
 * @param {string} [filename]
 */
function lower(source, declarations, filename = 'm.ts') {
	const { facts, diagnostics } = compile(source.replaceAll('%', "'use cpu_bound';"), { filename });
	expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
	const units = typedUnits(facts);
	const options = { filename: 'm.d.ts', units };
	const lowered = lowerDeclarations(declarations, options);
	const again = lowerDeclarations(lowered.code, options);
	expect({ code: again.code, changes: again.changes }).toEqual({ code: lowered.code, changes: [] });
	return lowered;
}

describe('what a call returns', () => {
	const F = 'export function f(x: any): any { % return x; }';

	test.each([
		['number', 'Promise<number>'],
		['void', 'Promise<void>'],
		['readonly string[]', 'Promise<readonly string[]>'],
		["'a' | 'b' | undefined", "Promise<'a' | 'b' | undefined>"],
		['{ a: number }', 'Promise<{ a: number }>'],
		['Map<string, number[]>', 'Promise<Map<string, number[]>>'],
		['Own', 'Promise<Own>'],
		['Rows', 'Promise<Rows>'],
		['Foreign', 'Promise<Awaited<Foreign>>'],
		['Maybe', 'Promise<Awaited<Maybe>>'],
		['{ then(): void }', 'Promise<Awaited<{ then(): void }>>'],
		['number | Promise<number>', 'Promise<Awaited<number | Promise<number>>>'],
		['x is string', 'Promise<boolean>'],
		['asserts x is string', 'Promise<void>'],
		['Promise<number>', 'Promise<number>'],
		['Promise<number> | Promise<string>', 'Promise<number> | Promise<string>'],
		['PromiseLike<number>', 'PromiseLike<number>'],
		['globalThis.Promise<number>', 'globalThis.Promise<number>'],
	])('%s', (declared, expected) => {
		/** @param {string} type */
		const file = (type) => `import { Foreign } from './other.js';
interface Own { a: number }
type Rows = Own[] | null;
type Maybe = Own | Promise<Own>;
export declare function f(x: any): ${type};
`;
		const { code, map } = lower(F, file(declared));
		expect(code).toBe(file(expected));
		expect(map === null).toBe(declared === expected);
	});

	test('a type that is not written is any', () => {
		expect(lower(F, 'export declare function f(x: any);').code).toBe(
			'export declare function f(x: any): Promise<any>;',
		);
	});

	test('types of the file that are called like globals do not hide them', () => {
		const file = `export declare class Promise {}\ntype Awaited = 1;\n`;
		const { code } = lower(F, `${file}export declare function f<T>(x: T): T;`);
		expect(code).toBe(
			`${file}export declare function f<T>(x: T): globalThis.Promise<globalThis.Awaited<T>>;`,
		);
	});

	test('units that are declared async, and try_ units that stay inline, are typed as they are', () => {
		const source = `export async function a(x) { % return x; }
			let seen = 0;
			export function b(x) { 'use try_cpu_bound'; seen += x; return seen; }
			export function c(x) { 'use try_cpu_bound'; return x; }`;
		const file = `export declare function a(x: number): Thenable;
export declare function b(x: number): number;
export declare function c(x: number): number;`;
		// Whoever calls `c` may not wait for it.
		expect(lower(source, file, 'm.js').code).toBe(file);
	});
});

describe('generator units', () => {
	const unit = {
		id: 'm.js#g',
		name: 'g',
		form: /** @type {const} */ ('promise'),
		generator: true,
		parameters: 1,
		paths: [['g']],
		start: { line: 1, column: 0 },
		end: { line: 1, column: 1 },
		exported: [],
		escapes: false,
	};
	/** @param {string} type */
	const iterate = (type) =>
		lowerDeclarations(`export declare function g(n: number): ${type};`, {
			filename: 'm.d.ts',
			units: [unit],
		});

	test.each([
		['Generator<number, void, unknown>', 'AsyncGenerator<number, void, unknown>'],
		['Iterable<[a: 1]>', 'AsyncIterable<[a: 1]>'],
		['Iterator<number>', 'AsyncIterator<number>'],
		['IterableIterator<number>', 'AsyncIterableIterator<number>'],
		['Generator', 'AsyncGenerator'],
		['AsyncGenerator<number>', 'AsyncGenerator<number>'],
	])('%s', (declared, expected) => {
		const { code, problems } = iterate(declared);
		expect({ code, problems }).toEqual({
			code: `export declare function g(n: number): ${expected};`,
			problems: [],
		});
	});

	test('a name that does not say what is iterated over is reported', () => {
		const { code, problems } = iterate('Rows');
		expect(code).toContain(': Rows;');
		expect(problems).toMatchObject([
			{ kind: 'named-type', text: 'Rows', start: { line: 1, column: 38 } },
		]);
	});
});

describe('callback units', () => {
	const P = 'export function p(x: number, done?: any): any { % done?.(null, x); return x; }';

	test('with a callback a call returns nothing', () => {
		const { code } = lower(
			P,
			'export declare function p(x: number, done: (x: number) => void): number;',
		);
		expect(code).toBe('export declare function p(x: number, done: (x: number) => void): void;');
	});

	test('with a plain callback a call gives a promise', () => {
		const { code } = lower(
			'export function p(x: number, done: any): any { % done(x); return x; }',
			'export declare function p(x: number, done: (x: number) => void): number;',
		);
		expect(code).toBe(
			'export declare function p(x: number, done: (x: number) => void): Promise<number>;',
		);
	});

	test('an optional callback makes overloads, doc comment and position kept', () => {
		const { code } = lower(
			P,
			`/** Doc. */\nexport declare function p(x: number, done?: (x: number) => void): number;\n`,
		);
		expect(code).toBe(`/** Doc. */
export declare function p(x: number, done: (x: number) => void): void;
export declare function p(x: number, done?: undefined): Promise<number>;
export declare function p(x: number, done?: (x: number) => void): void | Promise<number>;
`);
	});

	test('overloads are told apart by their parameters', () => {
		const { code } = lower(
			P,
			`export declare function p(x: number): number;
export declare function p(x: number, done: undefined): number;
export declare function p(done: () => void): number;
export declare function p(x: number, done: Done): number;
export declare function p(...all: any[]): number;`,
		);
		expect(code).toBe(`export declare function p(x: number): Promise<number>;
export declare function p(x: number, done: undefined): Promise<number>;
export declare function p(done: () => void): void;
export declare function p(x: number, done: Done): void;
export declare function p(...all: any[]): void | Promise<number>;`);
	});

	test('members and function types', () => {
		const source = `export const t = { m(x: number, done?: any) { % done?.(null, x); return x; }, a: (x: number, done?: any) => { % done?.(null, x); return x; } };`;
		const { code } = lower(
			source,
			`export declare const t: {
    m(x: number, done?: Done | null): number;
    a: <T>(x: T, done: Done | undefined) => void;
};`,
		);
		expect(code).toBe(`export declare const t: {
    m(x: number, done: Done): void;
    m(x: number, done?: undefined): Promise<number>;
    m(x: number, done?: Done | null): void | Promise<number>;
    a: { <T>(x: T, done: Done): void; <T>(x: T, done?: undefined): Promise<void>; <T>(x: T, done: Done | undefined): void | Promise<void>; };
};`);
	});
});

describe('where declarations are found', () => {
	/** @type {[string, string, string, string][]} */
	const cases = [
		[
			'const',
			'export const f = (x: number) => { % return x; };',
			'export declare const f: (x: number) => number;',
			'f: (x: number) => Promise<number>',
		],
		[
			'overloads',
			'export function f(x: any): any { % return x; }',
			'export declare function f(x: string): string;\nexport declare function f(x: number): number;',
			'f(x: string): Promise<string>;\nexport declare function f(x: number): Promise<number>',
		],
		[
			'call signatures',
			'export const f = (x: any) => { % return x; };',
			'export declare const f: { (x: string): string; (x: number): number; };',
			'{ (x: string): Promise<string>; (x: number): Promise<number>; }',
		],
		[
			'a list of exports',
			'function f(x: number) { % return x; } export { f as g };',
			'declare function f(x: number): number;\nexport { f as g };',
			'f(x: number): Promise<number>',
		],
		[
			'a default function',
			'export default function f(x: number) { % return x; }',
			'export default function f(x: number): number;',
			'f(x: number): Promise<number>',
		],
		[
			'a default expression',
			'export default (x: number) => { % return x; };',
			'declare const _default: (x: number) => number;\nexport default _default;',
			'(x: number) => Promise<number>',
		],
		[
			'a default object',
			'export default { f(x: number) { % return x; } };',
			'declare const _default: {\n    f(x: number): number;\n};\nexport default _default;',
			'f(x: number): Promise<number>',
		],
		[
			'a static method',
			'export class C { static f(x: number) { % return x; } }',
			'export declare class C {\n    f(x: number): number;\n    static f(x: number): number;\n}',
			'f(x: number): number;\n    static f(x: number): Promise<number>',
		],
		[
			'a property of a class',
			'export class C { static f = (x: number) => { % return x; }; }',
			'export declare class C {\n    static f: (x: number) => number;\n}',
			'f: (x: number) => Promise<number>',
		],
		[
			'a class expression',
			'export const C = class { static f(x: number) { % return x; } };',
			'export declare const C: {\n    new (): {};\n    f(x: number): number;\n};',
			'f(x: number): Promise<number>',
		],
		[
			'an object',
			"export const t = { a: { 'b-c': (x: number) => { % return x; } } } as const;",
			"export declare const t: {\n    readonly a: {\n        readonly 'b-c': (x: number) => number;\n    };\n};",
			"'b-c': (x: number) => Promise<number>",
		],
		[
			'a namespace',
			'export const t = { f(x) { % return x; } };',
			'export namespace t {\n    function f(x: any): number;\n}',
			'f(x: any): Promise<number>',
		],
		[
			'what a function returns',
			'export function make() { return (x: number) => { % return x; }; }',
			'export declare function make(): (x: number) => number;',
			'make(): (x: number) => Promise<number>',
		],
		[
			'a property of a function',
			'export function f() {} f.g = function (x: number) { % return x; };',
			'export declare namespace f {\n    var g: (x: number) => number;\n}\nexport declare function f(): void;',
			'g: (x: number) => Promise<number>',
		],
		[
			'a unit that exported objects hold',
			'const f = (x: number) => { % return x; }; export const t = { f, a: { b: f } };',
			'export declare const t: {\n    f: (x: number) => number;\n    a: {\n        b: (x: number) => number;\n    };\n};',
			'b: (x: number) => Promise<number>',
		],
		[
			'aliases, whose types follow',
			'export function f(x: number) { % return x; } export const g = f; export default f;',
			'export declare function f(x: number): number;\nexport declare const g: typeof f;\nexport default f;',
			'f(x: number): Promise<number>',
		],
		[
			'a unit that a function returns by its name',
			'export function make() { function f(x: number) { % return x; } return f; }',
			'export declare function make(): (x: number) => number;',
			'make(): (x: number) => Promise<number>',
		],
		[
			'a generic function',
			'export function f<T>(x: T[]): number { % return x.length; }',
			'export declare function f<T>(x: T[]): number;',
			'f<T>(x: T[]): Promise<number>',
		],
	];
	test.each(cases)('%s', (_title, source, declarations, expected) => {
		const { code, problems } = lower(source, declarations);
		expect(problems).toEqual([]);
		expect(code).toContain(expected);
		expect(code.replaceAll(/Promise<(\w+)>/g, '$1')).toBe(declarations);
	});

	test.each([
		['exports.f = (x) => { % return x; };', 'export function f(x: any): number;'],
		[
			'module.exports = function (x) { % return x; };',
			'declare function _exports(x: any): number;\nexport = _exports;',
		],
		[
			'module.exports = { f: (x) => { % return x; } };',
			'export declare function f(x: any): number;',
		],
		[
			'function f(x) { % return x; }\nmodule.exports = { g: f };',
			'declare function f(x: any): number;\nexport { f as g };',
		],
	])('CommonJS: %s', (source, declarations) => {
		const { code, problems } = lower(source, declarations, 'm.cjs');
		expect(problems).toEqual([]);
		expect(code).toBe(declarations.replace('): number', '): Promise<number>'));
	});
});

describe('what cannot be rewritten is reported', () => {
	/** @type {[string, string, string, object][]} */
	const cases = [
		[
			'a named type',
			'export const f: F = (x) => { % return x; };',
			'export declare const f: F;',
			{ kind: 'named-type', text: 'F', start: { line: 1, column: 24 } },
		],
		[
			'a named type of an object',
			'export const t: T = { f(x) { % return x; } };',
			'export declare const t: T;',
			{ kind: 'named-type', text: 'T' },
		],
		[
			'nothing of that name',
			'export function f(x) { % return x; }',
			'export declare const g: number;',
			{ kind: 'missing', text: 'f' },
		],
		[
			'a unit in an array',
			'const f = (x) => { % return x; };\nexport const t = [f];',
			'export declare const t: ((x: number) => number)[];',
			{ kind: 'unreachable', text: 'f' },
		],
	];
	test.each(cases)('%s', (_title, source, declarations, expected) => {
		const { code, problems } = lower(source, declarations);
		expect(code).toBe(declarations);
		expect(problems).toMatchObject([expected]);
	});

	test('a unit that stays inside its module is not', () => {
		const source = `function f(x) { % return x; }
			export async function g(x) { const h = (y) => { % return y; }; return (await f(x)) + (await h(x)); }`;
		const { problems } = lower(source, 'export declare function g(x: any): Promise<any>;');
		expect(problems).toEqual([]);
	});

	test('text that does not parse throws with its place', () => {
		expect(() =>
			lower('export function f(x) { % return x; }', 'export declare function f('),
		).toThrow(expect.objectContaining({ loc: expect.objectContaining({ line: 1 }) }));
	});
});

test('changes name what was declared, and the map leads through the declaration map', () => {
	const source = `export const a = 1;\nexport function f(x) { 'use cpu_bound'; return x; }`;
	const { facts } = compile(source, { filename: 'm.ts' });
	const file =
		'export declare const a = 1;\nexport declare function f(x: number): number;\nexport declare const z: 1;';
	const { code, changes, map } = lowerDeclarations(file, {
		filename: 'm.d.ts',
		units: typedUnits(facts),
		// every line of the declarations leads to the line of the same number of the source
		inputSourceMap: { version: 3, sources: ['../src/m.ts'], names: [], mappings: 'AAAA;AACA;AACA' },
	});
	expect(changes).toMatchObject([
		{ unit: 'm.ts#f', declared: 'number', actual: 'Promise<number>', start: { line: 2 } },
	]);
	const trace = new TraceMap(/** @type {any} */ (map));
	expect(originalPositionFor(trace, { line: 3, column: 0 })).toMatchObject({
		source: '../src/m.ts',
		line: 3,
	});
	expect(code.split('\n')).toHaveLength(3);
});
