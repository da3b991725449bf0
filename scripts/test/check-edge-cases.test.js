import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkEdgeCases, COUNT } from '../check-edge-cases.js';

const SHOWN = '[x](../fixtures/reject/x)';

describe('checkEdgeCases', () => {
	/** @type {string} */
	let root;

	beforeEach(() => {
		root = mkdtempSync(path.join(os.tmpdir(), 'lapidary-cases-'));
		mkdirSync(path.join(root, 'fixtures/reject/x'), { recursive: true });
		mkdirSync(path.join(root, 'docs'));
		writeFileSync(path.join(root, 'fixtures/reject/x/diagnostics.txt'), 'error LP2003 writes-x\n');
		writeFileSync(path.join(root, 'fixtures/x.test.js'), `expect(code).toBe('LP8002');\n`);
	});

	afterEach(() => rmSync(root, { recursive: true }));

	/** A whole table, with other rows in place of some. @param {Record<number, string>} other */
	function write(other = {}) {
		const rows = Array.from({ length: COUNT }, (_, index) => index + 1).map(
			(number) => other[number] ?? `| ${number} | a case | refused LP2003 | ${SHOWN} |`,
		);
		writeFileSync(path.join(root, 'docs/edge-cases.md'), `# Cases\n\n${rows.join('\n')}\n`);
	}

	test('accepts a whole table, whose rows are shown by cases and by tests', () => {
		write({ 7: '| 7 | a case | rejected with LP8002 | [test](../fixtures/x.test.js) |' });
		expect(checkEdgeCases(root)).toEqual([]);
	});

	test.each([
		['', 'docs/edge-cases.md: case 7 is missing'],
		[`| 8 | again | refused LP2003 | ${SHOWN} |`, 'docs/edge-cases.md: case 7 is missing'],
		[
			'| 7 | a case | refused LP2003 | [y](../fixtures/reject/y) |',
			'docs/edge-cases.md:9: fixtures/reject/y does not exist',
		],
		[
			'| 7 | a case | lowered | nothing |',
			'docs/edge-cases.md:9: case 7 names nothing that shows it',
		],
		[
			`| 7 | a case | refused LP2004 | ${SHOWN} |`,
			'docs/edge-cases.md:9: case 7 says LP2004, which nothing that it names reports',
		],
		[
			`| 7 | a case | one | more | ${SHOWN} |`,
			'docs/edge-cases.md:9: case 7 has 5 cells and not 4',
		],
	])('finds what is wrong with %s', (row, problem) => {
		write({ 7: row });
		expect(checkEdgeCases(root)).toContain(problem);
	});

	test('finds rows in another order', () => {
		write({ 7: `| 8 | a case | refused | ${SHOWN} |`, 8: `| 7 | a case | refused | ${SHOWN} |` });
		expect(checkEdgeCases(root)).toEqual([
			`docs/edge-cases.md: the cases are not numbered from 1 to ${COUNT} in order`,
		]);
	});

	test('holds for the table of this repository', () => {
		expect(checkEdgeCases(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
	});
});
