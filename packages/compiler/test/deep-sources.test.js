import { compile } from '../src/index.js';

/**
 * Sources that are large in one direction, as generators and bundlers write them.
 */

/** @param {number} count @param {(index: number) => string} line */
const lines = (count, line) => Array.from({ length: count }, (_, index) => line(index)).join('\n');

const UNIT = `export async function unit(n) { 'use cpu_bound'; return h0(n); }`;

/** @param {string} source */
const codesOf = (source) =>
	compile(source, { filename: 'a.js' }).diagnostics.map(({ code }) => code);

describe('chains of definitions may be long', () => {
	test.each([
		[
			'functions that each call the next',
			lines(1000, (at) => `function h${at}(n) { return n > 0 ? h${at + 1}(n - 1) : 0; }`) +
				'\nfunction h1000() { return 1; }',
		],
		[
			'functions that each call the one before',
			lines(1000, (at) => `function g${at}(n) { return ${at > 0 ? `g${at - 1}(n)` : 'n'}; }`) +
				'\nconst h0 = (n) => g999(n);',
		],
		[
			'functions that each give what the next gives, in two ways',
			lines(
				200,
				(at) => `function h${at}(n) { return n > ${at} ? h${at + 1}(n) : h${at + 1}(-n); }`,
			) +
				'\nconst rows = [{ n: 1 }];\nfunction h200(n) { return rows[n]; }\nexport const isFirst = (row) => row === rows[0];',
		],
		[
			'a table of which elements are compared',
			`const rows = [${'{},'.repeat(150_000)}];\nconst h0 = (n) => (rows[n] === rows[0] ? 1 : 0);\nexport const isRow = (row) => rows.includes(row);`,
		],
		[
			'functions that pass an array on',
			lines(
				1000,
				(at) => `const h${at} = (n, rows = []) => { rows.push(n); return h${at + 1}(n, rows); };`,
			) + '\nfunction h1000(n, rows) { return rows.length; }',
		],
		[
			'methods that each call the next',
			`class Chain {\n${lines(1000, (at) => `m${at}(n) { this.last = n; return this.m${at + 1}(n); }`)}\nm1000() { return this.last; }\n}\nconst h0 = (n) => new Chain().m0(n);`,
		],
		[
			'calls of methods of what the call before gives',
			`const rows = [1, 2]\n${lines(2000, (at) => `\t.map((x) => x + ${at % 7})`)};\nfunction h0(n) { return rows.filter((x) => x > n)${'.concat(rows)'.repeat(2000)}; }`,
		],
		[
			'calls of what the call before gives',
			`const add = (x) => (y) => add(x + y);\nfunction h0(n) { return add(n)${'(1)'.repeat(1000)}; }`,
		],
		[
			'calls of a method of the module that gives its receiver',
			`class Sum { #n = 0; add(x) { this.#n += x; return this; } get n() { return this.#n; } }
			const sum = new Sum()${'.add(1)'.repeat(2000)};
			function h0(n) { return n + sum.n + new Sum()${'.add(2)'.repeat(2000)}.n; }`,
		],
		[
			'calls of a closure that gives the object that holds it',
			`const list = () => { const all = []; const made = { put(x) { all.push(x); return made; }, size: () => all.length }; return made; };
			const h0 = (n) => n + list()${'.put(1)'.repeat(500)}.size();`,
		],
		[
			'calls of a method of a prototype that gives its receiver',
			`function Sum() { this.n = 0; }
			Sum.prototype.add = function (x) { this.n += x; return this; };
			const sum = new Sum()${'.add(1)'.repeat(2000)};
			function h0(n) { return n + sum.n; }`,
		],
		[
			'a ring of functions',
			lines(500, (at) => `function h${at}(n) { return n > 0 ? h${(at + 1) % 500}(n - 1) : 0; }`),
		],
	])('%s', (_, source) => {
		const { workerModules, diagnostics } = compile(`${source}\n${UNIT}`, { filename: 'a.js' });
		expect(diagnostics).toEqual([]);
		expect(workerModules).toHaveLength(1);
	});

	test('of units that await the next', () => {
		const source = lines(
			300,
			(at) =>
				`export async function u${at}(n) { 'use cpu_bound'; return ${at < 299 ? `await u${at + 1}(n)` : 'n'}; }`,
		);
		expect(compile(source, { filename: 'a.js' }).workerModules[0]?.units).toHaveLength(300);
	});
});

test('names that take their values from each other are asked for once each', () => {
	const walks = lines(
		40,
		(at) => `if (n > ${at}) { a = b.next; b = ${at % 2 === 0 ? 'a.left' : 'a.right'}; }`,
	);
	const source = `import Tree from 'tree';\nfunction h0(n) { let a = new Tree(), b = a.root;\n${walks}\nb.visit(n); return n; }`;
	/** @type {import('../src/knowledge/package-facts.js').ImportedPackage} */
	const tree = {
		...{ specifier: 'tree', name: 'tree', shares: [], counts: false, can: [], isTrusted: true },
		...{ differs: false, isClock: false, remembers: false, isKnown: false, files: 1 },
	};
	const { diagnostics } = compile(`${source}\n${UNIT}`, {
		filename: 'a.js',
		linked: { packages: [JSON.stringify(tree)] },
	});
	expect(diagnostics).toEqual([]);
});

describe('nesting that the parsers cannot read refuses the file', () => {
	test.each([
		['arrays', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
		['sums', `0${' + 1'.repeat(100_000)}`],
		['templates', `${'`${'.repeat(20_000)}1${'}`'.repeat(20_000)}`],
		['functions', `${'() => '.repeat(20_000)}1`],
	])('of %s', (_, expression) => {
		expect(
			codesOf(`export async function unit() { 'use cpu_bound'; return ${expression}; }`),
		).toEqual(['LP6001']);
	});
});

test('the time for functions that all call each other grows with the text', () => {
	/** @param {number} count */
	const time = (count) => {
		const source = lines(
			count,
			(at) =>
				`function h${at}(n) { return ${lines(count, (to) => (to === at ? '0 +' : `h${to}(n) +`))} n; }`,
		);
		const start = process.cpuUsage();
		compile(`${source}\n${UNIT}`, { filename: 'a.js' });
		return process.cpuUsage(start).user;
	};
	time(20);
	// The text grows 16-fold; cubic work would take 64 times as long.
	expect(time(80) / time(20)).toBeLessThan(40);
});
