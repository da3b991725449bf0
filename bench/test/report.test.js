/** @import { Report } from '../lib/report.js' */
import { expect, test } from '@jest/globals';
import { codeLines, linesAdded } from '../lib/count-lines.js';
import { digits, spread } from '../lib/format.js';
import { goalLine, isMet } from '../lib/goals.js';
import { createProgress } from '../lib/progress.js';
import { markdownReport, textReport } from '../lib/report.js';
import { summarize } from '../lib/statistics.js';
import { markdownTable, textTable } from '../lib/table.js';

const TABLE = {
	columns: ['', '>ms'],
	rows: [
		['short', '1.50'],
		['a longer one', '120'],
	],
};

test('numbers keep three significant digits', () => {
	expect([0, 0.01234, 1.5, 12.345, 123.45, 12345].map(digits)).toEqual([
		'0',
		'0.0123',
		'1.50',
		'12.3',
		'123',
		'12345',
	]);
	expect(spread(summarize([1000, 2000, 3000]), 1 / 1000)).toBe('2.00 (1.20–2.80)');
	expect(spread(summarize([2]))).toBe('2.00');
});

test('tables align numbers right, as text and as Markdown', () => {
	expect(textTable(TABLE).split('\n')).toEqual([
		'                ms',
		'────────────  ────',
		'short         1.50',
		'a longer one   120',
	]);
	expect(markdownTable(TABLE)).toBe(
		'|  | ms |\n| --- | --: |\n| short | 1.50 |\n| a longer one | 120 |',
	);
});

test('a goal has a direction', () => {
	const goal = {
		name: 'speed-up',
		value: 1.7,
		direction: /** @type {const} */ ('at least'),
		limit: 1.7,
	};
	expect(isMet(goal)).toBe(true);
	expect(isMet({ ...goal, direction: 'at most', limit: 1.6 })).toBe(false);
	expect(goalLine({ ...goal, value: 1.5 })).toBe('missed: speed-up: 1.50, wanted at least 1.7');
	expect(goalLine({ ...goal, value: 1.5, why: 'one core' })).toBe(
		'missed: speed-up: 1.50, wanted at least 1.7 (one core)',
	);
	expect(goalLine({ ...goal, why: 'one core' })).not.toContain('one core');
});

test('a report names the machine and the commit', () => {
	/** @type {Report} */
	const report = {
		name: 'example',
		title: 'An example',
		machine: {
			date: '2030-01-02T03:04:05.000Z',
			commit: 'abc+changes',
			cpu: 'Some CPU',
			cores: 2,
			memoryGB: 8,
			system: 'linux x64',
			node: 'v20.0.0',
			load: 0.5,
			flags: ['--max-lazy'],
		},
		sections: [{ title: 'Figures', text: 'Of a kind.', table: TABLE }],
		goals: [],
		data: {},
	};
	const header =
		'Some CPU · 2 cores · 8 GB · linux x64 · Node v20.0.0 · commit abc+changes · ' +
		'2030-01-02 03:04 UTC · load before the run 0.50 · flags --max-lazy';
	expect(markdownReport(report, 'small')).toContain(
		`# An example (small)\n\n${header}\n\n## Figures`,
	);
	expect(textReport(report, 'small')).toContain(header);
	const published = { ...report, machine: { ...report.machine, others: 0.034 } };
	expect(textReport(published, 'small')).toContain('· others used 3 % of the cores ·');
});

test('progress is for terminals only', () => {
	/** @type {string[]} */
	const written = [];
	const stream = { write: (/** @type {string} */ text) => written.push(text) };
	createProgress(stream).show('working');
	expect(written).toEqual([]);
	createProgress({ ...stream, isTTY: true }).show('working');
	expect(written.join('')).toContain('working');
});

test('lines are counted without comments, and only those that were added', () => {
	const plain = '/**\n * What f does.\n */\nfunction f() {\n\treturn 1;\n}\n';
	const changed = "// why\nfunction f() {\n\t'use cpu_bound';\n\n\treturn 1;\n}\n";
	expect(codeLines(plain)).toEqual(['function f() {', 'return 1;', '}']);
	expect(linesAdded([plain], [changed])).toBe(1);
	expect(linesAdded([plain], [changed, 'f();\nf();\n'])).toBe(3);
});
