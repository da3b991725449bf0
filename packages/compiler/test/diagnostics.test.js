import {
	capturesThis,
	directiveTypo,
	droppedResult,
	writesCapture,
} from '../src/diagnostics/codes.js';
import { formatDiagnostics } from '../src/diagnostics/index.js';
import { createReporter } from '../src/diagnostics/reporter.js';

const FILENAME = '/app/score.js';
const SOURCE = `let total = 0;

export async function sum(rows) {
	'use cpu_bound';
	for (const row of rows) total += row;
}
`;

/** @param {string} text of SOURCE */
function rangeOf(text) {
	const start = SOURCE.indexOf(text);
	return { start, end: start + text.length };
}

/** @param {{ strict?: boolean }} [options] */
function reporterOf(options) {
	return createReporter({ filename: FILENAME, source: SOURCE, ...options });
}

describe('createReporter', () => {
	test('turns offsets, nodes and paths into lines and columns', () => {
		const reporter = reporterOf();
		writesCapture(reporter, { node: rangeOf('total += row') }, { unit: 'sum', name: 'total' }, [
			{ message: 'declared here', place: rangeOf('total') },
		]);
		expect(reporter.diagnostics()).toEqual([
			{
				code: 'LP2003',
				slug: 'writes-capture',
				kind: 'unsafe',
				severity: 'error',
				message: "`sum` assigns to `total`, and the worker's copy would lose the write",
				filename: FILENAME,
				start: { line: 5, column: 25 },
				end: { line: 5, column: 37 },
				related: [
					{
						message: 'declared here',
						start: { line: 1, column: 4 },
						end: { line: 1, column: 9 },
					},
				],
				help: 'pass `total` as an argument and return the new value, or put it in a GEM',
			},
		]);
	});

	test('counts lines as ECMAScript does', () => {
		const source = 'a\r\nb\rc\u2028d\ne';
		const reporter = createReporter({ filename: FILENAME, source });
		for (const letter of 'abcde') {
			const start = source.indexOf(letter);
			directiveTypo(reporter, { start, end: start + 1 }, { text: letter, suggestion: 'x' });
		}
		expect(reporter.diagnostics().map(({ start }) => start)).toEqual(
			[1, 2, 3, 4, 5].map((line) => ({ line, column: 0 })),
		);
	});

	test('sorts by position and drops what was said already', () => {
		const reporter = reporterOf();
		const later = rangeOf('row of');
		droppedResult(reporter, later, { unit: 'sum' });
		droppedResult(reporter, rangeOf('export'), { unit: 'sum' });
		droppedResult(reporter, later, { unit: 'sum' });
		expect(reporter.diagnostics().map(({ start }) => start?.line)).toEqual([3, 5]);
	});

	test('reports what is nowhere in particular first', () => {
		const reporter = reporterOf();
		droppedResult(reporter, rangeOf('let'), { unit: 'sum' });
		capturesThis(reporter, null, { unit: 'sum' });
		expect(reporter.diagnostics().map(({ code, start }) => [code, start?.line])).toEqual([
			['LP2001', undefined],
			['LP5003', 1],
		]);
	});

	test('has errors only for errors, and for warnings when strict', () => {
		const [lenient, strict] = [reporterOf(), reporterOf({ strict: true })];
		for (const reporter of [lenient, strict]) {
			droppedResult(reporter, rangeOf('let'), { unit: 'sum' });
		}
		expect(lenient.hasErrors()).toBe(false);
		expect(strict.hasErrors()).toBe(true);
		expect(strict.diagnostics()[0].severity).toBe('error');
	});

	test('turns what keeps an optional unit on the host into notes, and remembers it', () => {
		const reporter = reporterOf();
		const unit = reporter.forUnit({ optional: true });
		expect(unit.refused()).toBe(false);
		writesCapture(unit, rangeOf('total +='), { unit: 'sum', name: 'total' });
		expect(unit.refused()).toBe(true);
		expect(reporter.hasErrors()).toBe(false);
		expect(reporter.diagnostics()[0].severity).toBe('note');
	});

	test('keeps misuse in an optional unit an error', () => {
		const reporter = reporterOf();
		const unit = reporter.forUnit({ optional: true });
		directiveTypo(unit, rangeOf("'use"), { text: 'a', suggestion: 'b' });
		expect([unit.refused(), reporter.hasErrors()]).toEqual([true, true]);
	});

	test('keeps errors of a unit that is not optional', () => {
		const reporter = reporterOf();
		const unit = reporter.forUnit({ optional: false });
		capturesThis(unit, rangeOf('rows'), { unit: 'sum' });
		expect([unit.refused(), reporter.hasErrors()]).toEqual([true, true]);
	});
});

describe('formatDiagnostics', () => {
	const sources = new Map([[FILENAME, SOURCE]]);

	test('shows the use, the declaration and what to do, then counts', () => {
		const reporter = reporterOf();
		writesCapture(reporter, rangeOf('total +='), { unit: 'sum', name: 'total' }, [
			{ message: 'declared here', place: rangeOf('total') },
		]);
		droppedResult(reporter, rangeOf(SOURCE.slice(16)), { unit: 'sum' });
		expect(formatDiagnostics(reporter.diagnostics(), { sources, cwd: '/app' })).toBe(
			`warning LP5003 dropped-result
  score.js:3:1  nothing waits for this call of \`sum\`, and nothing would notice its failure
    1 | let total = 0;
    2 |
  > 3 | export async function sum(rows) {
      | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  help: await the call, or write \`void sum(…)\` if nothing depends on it

error LP2003 writes-capture
  score.js:5:26  \`sum\` assigns to \`total\`, and the worker's copy would lose the write
    3 | export async function sum(rows) {
    4 | 	'use cpu_bound';
  > 5 | 	for (const row of rows) total += row;
      | 	                        ^^^^^^^^
  note score.js:1:5  declared here
  help: pass \`total\` as an argument and return the new value, or put it in a GEM

1 error, 1 warning
`,
		);
	});

	test('prints no frame without a source, and no place without a position', () => {
		const reporter = reporterOf();
		capturesThis(reporter, undefined, { unit: 'sum' });
		expect(formatDiagnostics(reporter.diagnostics(), { sources: new Map() })).toBe(
			`error LP2001 captures-this
  /app/score.js  \`sum\` does more with \`this\` than read its properties, and which class it is does not show
  help: name the object instead of \`this\`, pass what \`sum\` needs as arguments, or make it a method of a class

1 error
`,
		);
	});

	test('keeps the name of a file outside the folder', () => {
		const reporter = reporterOf();
		capturesThis(reporter, rangeOf('rows'), { unit: 'sum' });
		const text = formatDiagnostics(reporter.diagnostics(), { sources, cwd: '/elsewhere' });
		expect(text).toContain('\n  /app/score.js:3:27  ');
	});

	test('prints nothing when there is nothing to say', () => {
		expect(formatDiagnostics([], { sources })).toBe('');
	});

	test('uses escapes only when asked for colour', () => {
		const reporter = reporterOf();
		capturesThis(reporter, rangeOf('rows'), { unit: 'sum' });
		const plain = formatDiagnostics(reporter.diagnostics(), { sources });
		const coloured = formatDiagnostics(reporter.diagnostics(), { sources, color: true });
		expect(plain).not.toContain('\u001b');
		expect(coloured).toContain('\u001b[31merror\u001b[0m');
		expect(coloured.replace(/\u001b\[\d+m/g, '').replace(/ +$/gm, '')).toBe(plain);
	});
});
