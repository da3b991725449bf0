/**
 * @typedef {object} Table
 * @property {string[]} columns titles; a title that starts with `>` aligns its column right
 * @property {string[][]} rows as many cells each as there are columns
 */

/**
 * @param {Table} table
 * @returns {string} aligned with spaces, for a terminal
 */
export function textTable({ columns, rows }) {
	const titles = columns.map(plainTitle);
	const widths = titles.map((title, column) =>
		Math.max(...[title, ...rows.map((row) => row[column])].map((cell) => cell.length)),
	);
	/** @param {string[]} cells */
	const line = (cells) =>
		cells
			.map((cell, column) =>
				alignsRight(columns[column]) ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
			)
			.join('  ')
			.trimEnd();
	return [
		line(titles),
		widths.map((width) => '─'.repeat(width)).join('  '),
		...rows.map(line),
	].join('\n');
}

/**
 * @param {Table} table
 * @returns {string} as Markdown
 */
export function markdownTable({ columns, rows }) {
	/** @param {string[]} cells */
	const line = (cells) => `| ${cells.join(' | ')} |`;
	return [
		line(columns.map(plainTitle)),
		line(columns.map((column) => (alignsRight(column) ? '--:' : '---'))),
		...rows.map(line),
	].join('\n');
}

/** @param {string} column */
function alignsRight(column) {
	return column.startsWith('>');
}

/** @param {string} column */
function plainTitle(column) {
	return alignsRight(column) ? column.slice(1) : column;
}
