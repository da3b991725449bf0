import path from 'node:path';
import { renderAll } from '../generate-messages.js';
import { checkMessages } from '../messages/check-messages.js';
import { functionName } from '../messages/entry.js';
import { parseMessages } from '../messages/parse-messages.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FILE = 'packages/compiler/messages/capture.md';
const ENTRY = `# Capture

## LP2003 writes-capture

kind: unsafe · severity: error · since: 0.1

> \`%unit%\` assigns to \`%name%\`, and the worker's copy
> would lose the write

Why it matters.

Why it matters \${more}.

help: pass \`%name%\` as an argument
or put it in a GEM

\`\`\`js wrong
total += 1;
\`\`\`

\`\`\`ts right file=score.ts cjs
let total: number;
\`\`\`
`;

describe('parseMessages', () => {
	test('reads each part of an entry', () => {
		expect(parseMessages(ENTRY, FILE)).toEqual([
			{
				code: 'LP2003',
				slug: 'writes-capture',
				kind: 'unsafe',
				severity: 'error',
				since: '0.1',
				message: "`%unit%` assigns to `%name%`, and the worker's copy would lose the write",
				prose: 'Why it matters.\n\nWhy it matters ${more}.',
				help: 'pass `%name%` as an argument or put it in a GEM',
				examples: [
					{ verdict: 'wrong', language: 'js', file: 'input.js', cjs: false, code: 'total += 1;\n' },
					{
						verdict: 'right',
						language: 'ts',
						file: 'score.ts',
						cjs: true,
						code: 'let total: number;\n',
					},
				],
				params: ['unit', 'name'],
				file: FILE,
				line: 3,
			},
		]);
	});

	test.each([
		['a heading without a slug', '## LP2003 writes-capture', '## LP2003', 3, 'expected a heading'],
		['missing facts', 'kind: unsafe · ', '', 5, 'expected `kind'],
		['a message that is no quote', '> ', '', 7, 'expected the message'],
		['missing help', 'help: ', 'hint: ', 17, 'expected a line `help'],
		['an unknown option', ' cjs', ' esm', 21, 'unknown example option `esm`'],
		['an example without an end', 'number;\n```\n', 'number;\n', 24, 'expected the end'],
	])('names file and line of %s', (_what, from, to, line, problem) => {
		const source = ENTRY.replaceAll(from, to);
		expect(() => parseMessages(source, FILE)).toThrow(`${FILE}:${line}: ${problem}`);
	});
});

describe('checkMessages', () => {
	/** @param {(text: string) => string} change */
	const problems = (change) => checkMessages(parseMessages(change(ENTRY), FILE));

	test('accepts a complete entry', () => {
		expect(problems((text) => text)).toEqual([]);
	});

	test.each([
		['a family that does not fit the file', 'LP2003', 'LP3003', 'Capture codes start with LP2'],
		[
			'a severity that does not fit the kind',
			'severity: error',
			'severity: note',
			'the severity of',
		],
		['a kind nobody knows', 'kind: unsafe', 'kind: odd', 'unknown kind `odd`'],
		['blame', 'Why it matters.', 'This is invalid.', 'do not write "invalid"'],
		['a full stop', 'the write\n', 'the write.\n', 'without a full stop'],
		['a missing wrong example', 'js wrong', 'js right', 'a `wrong` example is missing'],
		['a placeholder in the prose', '${more}', '%more%', '`%more%` is in the prose'],
		['a lone percent sign', 'lose the write', 'lose 10 % of', 'a lone %'],
		['a long example', 'total += 1;', 'total += 1;\n'.repeat(21), 'more than 20 lines'],
	])('finds %s', (_what, from, to, problem) => {
		const found = problems((text) => text.replace(from, to));
		expect(found).toEqual([expect.stringContaining(problem)]);
	});

	test('finds codes and names that are taken', () => {
		const twice = parseMessages(ENTRY + ENTRY.replace('# Capture\n', ''), FILE);
		expect(checkMessages(twice)).toEqual([
			expect.stringContaining(`LP2003: the code is taken at ${FILE}:3`),
			expect.stringContaining(`LP2003: the name is taken at ${FILE}:3`),
		]);
	});
});

describe('renderAll', () => {
	test('writes functions that fill the placeholders and pass on the rest', async () => {
		const rendered = await renderAll(parseMessages(ENTRY, FILE), ROOT);
		const source = rendered.get('packages/compiler/src/diagnostics/codes.js');
		const { writesCapture } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
		const reports = [];
		const related = [{ message: 'declared here', place: { start: 0, end: 1 } }];
		const reporter = { report: (report) => reports.push(report) };
		writesCapture(reporter, { start: 2, end: 3 }, { unit: 'sum', name: '$total' }, related);
		expect(reports).toEqual([
			{
				code: 'LP2003',
				slug: 'writes-capture',
				kind: 'unsafe',
				severity: 'error',
				message: "`sum` assigns to `$total`, and the worker's copy would lose the write",
				help: 'pass `$total` as an argument or put it in a GEM',
				place: { start: 2, end: 3 },
				related,
			},
		]);
	});

	test('leaves out the files of a package without messages', async () => {
		const rendered = await renderAll(parseMessages(ENTRY, FILE), ROOT);
		expect([...rendered.keys()]).toEqual([
			'packages/compiler/src/diagnostics/codes.js',
			'packages/compiler/src/diagnostics/list.js',
			'packages/cli/src/explain/catalogue.js',
			'docs/diagnostics.md',
		]);
	});

	test('shows placeholders in the reference as what they stand for', async () => {
		const rendered = await renderAll(parseMessages(ENTRY, FILE), ROOT);
		expect(rendered.get('docs/diagnostics.md')).toContain('> `<unit>` assigns to `<name>`');
	});
});

test('a slug becomes a function name', () => {
	expect(functionName('captures-outer-arguments')).toBe('capturesOuterArguments');
});
