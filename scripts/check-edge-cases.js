// The table of edge cases: every row is there, and what a row says is shown by what it names.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const TABLE = 'docs/edge-cases.md';
export const COUNT = 193;

const LINK = /\[[^\]]*\]\(([^()\s]+)\)/g;
const CODE = /\bLP\d{4}\b/g;

/** @typedef {{ number: number, line: number, cells: string[] }} Row `cells` without the number: case, behaviour, shown by */

/**
 * Check the table below a root.
 *
 * @param {string} root
 * @returns {string[]} `file:line: problem`, empty when all is well
 */
export function checkEdgeCases(root) {
	const rows = readRows(readFileSync(path.join(root, TABLE), 'utf8'));
	const problems = rows.flatMap((row) =>
		checkRow(root, row).map((problem) => `${TABLE}:${row.line}: ${problem}`),
	);
	return [...checkNumbers(rows), ...problems];
}

/**
 * @param {string} source of the document
 * @returns {Row[]} the lines of its tables that start with a number
 */
function readRows(source) {
	return source.split('\n').flatMap((text, index) => {
		const found = /^\|\s*(\d+)\s*\|(.*)\|\s*$/.exec(text);
		if (!found) return [];
		const cells = /** @type {string} */ (found[2]).split('|').map((cell) => cell.trim());
		return [{ number: Number(found[1]), line: index + 1, cells }];
	});
}

/**
 * @param {Row[]} rows
 * @returns {string[]} rows that are missing, doubled or out of order
 */
function checkNumbers(rows) {
	const expected = Array.from({ length: COUNT }, (_, index) => index + 1);
	const numbers = rows.map(({ number }) => number);
	const missing = expected.filter((number) => !numbers.includes(number));
	const problems = missing.map((number) => `${TABLE}: case ${number} is missing`);
	if (missing.length === 0 && String(numbers) !== String(expected))
		problems.push(`${TABLE}: the cases are not numbered from 1 to ${COUNT} in order`);
	return problems;
}

/**
 * @param {string} root
 * @param {Row} row
 * @returns {string[]}
 */
function checkRow(root, { number, cells }) {
	const [, behaviour = '', shownBy = ''] = cells;
	if (behaviour === 'open') return [];
	if (cells.length !== 3) return [`case ${number} has ${cells.length + 1} cells and not 4`];
	const files = [...shownBy.matchAll(LINK)].map(([, target]) =>
		path.join(root, path.dirname(TABLE), /** @type {string} */ (target)),
	);
	const gone = files.filter((file) => !existsSync(file));
	if (gone.length > 0) return gone.map((file) => `${path.relative(root, file)} does not exist`);
	if (files.length === 0) return [`case ${number} names nothing that shows it`];
	const reported = files.map(reportOf).join('\n');
	return [...new Set(behaviour.match(CODE))]
		.filter((code) => !reported.includes(code))
		.map((code) => `case ${number} says ${code}, which nothing that it names reports`);
}

/**
 * @param {string} file a folder below fixtures, or a test
 * @returns {string} what is reported there
 */
function reportOf(file) {
	if (!statSync(file).isDirectory()) return readFileSync(file, 'utf8');
	// A case says which warnings its program must print when it runs.
	const printed = [path.join(file, 'diagnostics.txt'), path.join(file, 'case.js')];
	return printed.map((one) => (existsSync(one) ? readFileSync(one, 'utf8') : '')).join('\n');
}
