import { describe, expect, test } from '@jest/globals';
import { parseSource } from '../src/ast/babel.js';
import { resolveNames } from '../src/ast/resolve.js';
import { EffectAnalysis } from '../src/ir/effect-analysis.js';

/** The effects of the last statement of a module, as words. */
function effectsOfLast(source) {
	const file = parseSource(source, { language: 'js', moduleKind: 'module' });
	const analysis = new EffectAnalysis(resolveNames(file, { strict: true }), new Set());
	const effects = analysis.immediate(file.program.body.at(-1));
	return effects.map((one) =>
		'variable' in one ? `${one.kind} ${one.variable.name}` : `${one.kind} ${one.text}`,
	);
}

describe('the effects of running a statement', () => {
	test.each([
		['nothing, for plain data', 'const a = { b: [1, 2], c: new Map() };', []],
		['nothing, for known pure calls', 'const a = Math.max(1, 2) + JSON.stringify({}).length;', []],
		['nothing, for a call marked pure', "import { f } from 'x'; const a = /*#__PURE__*/ f();", []],
		['an unknown call', "import { f } from 'x'; const a = f();", ['call f']],
		[
			'a value that differs each time',
			'const a = [1].map(() => Math.random());',
			['fresh Math.random'],
		],
		[
			'`new Date()` differs, a given date does not',
			'const a = [new Date(0), new Date()];',
			['fresh Date'],
		],
		['shared memory', 'const a = new SharedArrayBuffer(8);', ['shared SharedArrayBuffer']],
		['output', "console.log('x');", ['external console.log']],
		['a member write', 'const T = []; T[0] = 1;', ['mutate T']],
		[
			'a write through an alias',
			'const T = { rows: [] }; const r = T.rows; r.push(1);',
			['mutate r', 'mutate T'],
		],
		['a mutating method', 'const M = new Map(); M.set(1, 2);', ['mutate M']],
		['Object.assign', 'const T = {}; Object.assign(T, { a: 1 });', ['mutate T']],
		['a write', 'let n = 0; n += 1;', ['write n']],
		[
			'an own function that fills its argument',
			'function fill(a) { a[0] = 1; } const T = []; fill(T);',
			['mutate T'],
		],
		[
			'an own function that writes outside',
			'let n = 0; function bump() { n++; } bump();',
			['write n'],
		],
		[
			'an own function with locals only',
			'function make() { const t = []; t.push(1); return t; } const T = make();',
			[],
		],
		['a function that is only defined', 'let n = 0; const f = () => { n++; };', []],
		[
			'a callback that runs at once',
			'const T = []; [1, 2].forEach((x) => { T[x] = x; });',
			['mutate T'],
		],
		[
			'a callback that runs later',
			'let n = 0; setTimeout(() => { n++; }, 1);',
			['external setTimeout'],
		],
		['an immediate function', '(() => { globalThis.x = 1; })();', ['external globalThis.x']],
		['recursion ends', 'function f(n) { return n ? f(n - 1) : 0; } f(3);', []],
		[
			'a class with a static block',
			'const T = []; class C { static { T.push(1); } }',
			['mutate T'],
		],
		[
			'a constructor',
			'const T = []; class C { constructor() { T.push(1); } } new C();',
			['mutate T'],
		],
		[
			'a method that changes its receiver',
			'class C { add() { this.n = 1; } } const c = new C(); c.add();',
			['mutate c'],
		],
		['a copy is not the original', 'const T = [3]; [...T].sort();', []],
		[
			'Node’s own pure functions',
			"import path from 'node:path'; const a = path.join('a', 'b');",
			[],
		],
		[
			'Node’s random functions',
			"import { randomUUID } from 'node:crypto'; const a = randomUUID();",
			['fresh randomUUID'],
		],
		['the environment', 'const a = process.env.HOME;', ['fresh process.env']],
		['the process, taken apart', 'const { argv, version } = process;', ['fresh process.argv']],
		['another name of the environment', 'const { env } = process;', []],
		[
			'the environment, imported',
			"import { argv } from 'node:process'; const a = argv.length;",
			['fresh process.argv'],
		],
		[
			'the thread',
			"import wt from 'node:worker_threads'; const a = wt.isMainThread;",
			['fresh node:worker_threads.isMainThread'],
		],
		['a local part of a date', 'const a = new Date(0).getHours();', ['fresh getHours']],
		[
			'an argument that a method changes',
			"const b = Buffer.alloc(4); const c = Buffer.from('x'); c.copy(b);",
			['mutate b'],
		],
		[
			'an argument that is filled at random',
			"import { randomFillSync } from 'crypto'; const b = Buffer.alloc(4); randomFillSync(b);",
			['mutate b', 'fresh randomFillSync'],
		],
		[
			'methods of an object that a function of Node makes',
			"import { createHash } from 'crypto'; const a = createHash('md5').update('x').digest('hex');",
			[],
		],
		[
			'what keeps a function',
			"import { EventEmitter } from 'events'; const e = new EventEmitter(); e.on('x', () => 1);",
			['call e.on'],
		],
		[
			'a GEM that is made',
			"import { ReadOnly } from '@lapidary/runtime/gem'; const a = [ReadOnly.create({})];",
			['shared ReadOnly.create'],
		],
		[
			'a change of a GEM, which is everybody’s',
			"import { Owned } from '@lapidary/runtime/gem'; const g = Owned.create({}); const { r } = g; r.n++, g.rows.push(1);",
			[],
		],
	])('%s', (_title, source, expected) => {
		expect(effectsOfLast(source)).toEqual(expected);
	});
});
