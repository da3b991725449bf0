/** @import { Claim } from '../lib/claims.js' */
/** @import { Run } from '../lib/summary-report.js' */
import { expect, test } from '@jest/globals';
import { paperOf, verdictAtLeast, verdictAtMost } from '../lib/claims.js';
import { summaryReport } from '../lib/summary-report.js';

const machine = {
	date: '2030-01-02T03:04:05.000Z',
	commit: 'abc',
	cpu: 'Some CPU',
	cores: 2,
	memoryGB: 8,
	system: 'linux x64',
	node: 'v20.0.0',
	load: 0.5,
	flags: [],
};

/** @type {(paper: string, rest?: Partial<Claim>) => Claim} */
const claim = (paper, rest) => ({
	paper,
	claim: 'It is fast.',
	expected: '3 times',
	measured: '4 | times',
	verdict: 'beaten',
	why: 'a reason',
	...rest,
});

/** @type {Run[]} */
const RUNS = [
	{
		name: 'one',
		report: 'one-small.md',
		chart: 'one-small.svg',
		record: {
			name: 'one',
			machine,
			goals: [{ name: 'speed', value: 2, direction: 'at least', limit: 3 }],
			claims: [claim('[GEM16 §7.4, Fig. 12]'), claim('[CB Fig. 2]', { verdict: 'not reproduced' })],
		},
	},
	{
		name: 'two',
		report: 'two-small.md',
		record: {
			name: 'two',
			machine,
			goals: [],
			claims: [claim('[GEM16 §7.2, Fig. 10]', { verdict: 'reproduced' })],
		},
	},
	{ name: 'three', report: 'three-small.md' },
];

test('claims stand with their paper, by figure, and lead to their benchmark', () => {
	const { markdown, data } = summaryReport(RUNS, 'small');
	expect(Object.keys(data.papers)).toEqual(['CB', 'GEM16']);
	expect(data.papers.GEM16.map(({ benchmark }) => benchmark)).toEqual(['two', 'one']);
	expect(markdown).toContain(
		'## [GEM16]\n\n2 claims: 1 beaten, 1 reproduced, 0 not.\n\n' +
			'|  | the paper says | its figure | here | verdict | why | benchmark |\n' +
			'| --- | --- | --- | --- | --- | --- | --- |\n' +
			'| [GEM16 §7.2, Fig. 10] | It is fast. | 3 times | 4 \\| times | **reproduced** | a reason | [two](two-small.md) |\n' +
			'| [GEM16 §7.4, Fig. 12] | It is fast. | 3 times | 4 \\| times | **beaten** | a reason | [one](one-small.md), [chart](one-small.svg) |\n',
	);
});

test('goals of all benchmarks stand together, and what has not run is named', () => {
	const { markdown, data } = summaryReport(RUNS, 'small');
	expect(markdown).toContain(
		'| [one](one-small.md), [chart](one-small.svg) | speed | 2.00 | at least 3.00 | **missed** |',
	);
	expect(data.missing).toEqual(['three']);
	expect(markdown).toContain('- three: has not been run with this setting: `npm run bench:three`');
});

test('a claim names its paper', () => {
	expect(paperOf(claim('[GEM16 §7.1, Fig. 9]'))).toBe('GEM16');
	expect(paperOf(claim('[HIVE]'))).toBe('HIVE');
	expect(() => paperOf(claim('Fig. 2'))).toThrow("'Fig. 2' names no paper");
});

test('verdicts are by limits', () => {
	expect([1, 3, 5].map((value) => verdictAtLeast(value, { reproduced: 3, beaten: 5 }))).toEqual([
		'not reproduced',
		'reproduced',
		'beaten',
	]);
	expect([1, 3, 5].map((value) => verdictAtMost(value, { reproduced: 3, beaten: 1 }))).toEqual([
		'beaten',
		'reproduced',
		'not reproduced',
	]);
	expect(verdictAtLeast(1e9, { reproduced: 3 })).toBe('reproduced');
});

test('a run on a busy machine is marked', () => {
	const [run] = RUNS;
	const record = /** @type {any} */ ({ ...run.record, machine: { ...machine, others: 0.3 } });
	expect(summaryReport([{ ...run, record }], 'small').markdown).toContain('measure again');
	expect(summaryReport(RUNS, 'small').markdown).not.toContain('measure again');
});
