/**
 * What a user writes, as a table.
 *
 * @param {{ name: string, lines: number, files: number }[]} contenders
 * @returns {{ columns: string[], rows: string[][] }}
 */
export function linesTable(contenders) {
	return {
		columns: ['', '>lines written', '>files touched or added'],
		rows: contenders.map(({ name, lines, files }) => [name, String(lines), String(files)]),
	};
}
