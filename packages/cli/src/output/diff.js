/** How many lines around a change are shown. */
const CONTEXT = 3;

/**
 * The change of a text that keeps its lines, as a unified diff.
 *
 * @param {string} name of the file, posix separators
 * @param {string} before
 * @param {string} after has the lines of `before`, some of them changed
 * @returns {string} as `git apply` reads it; ends with a line break
 */
export function formatDiff(name, before, after) {
	const old = linesOf(before);
	const fresh = linesOf(after);
	const changed = old.flatMap((line, index) => (line === fresh[index] ? [] : [index]));
	let text = `--- a/${name}\n+++ b/${name}\n`;
	for (let at = 0; at < changed.length;) {
		const first = /** @type {number} */ (changed[at]);
		let last = first;
		while (at < changed.length && Number(changed[at]) <= last + 2 * CONTEXT) {
			last = /** @type {number} */ (changed[at++]);
		}
		const start = Math.max(0, first - CONTEXT);
		const end = Math.min(old.length, last + CONTEXT + 1);
		const range = `${start + 1},${end - start}`;
		text += `@@ -${range} +${range} @@\n`;
		for (let index = start; index < end;) {
			if (old[index] === fresh[index]) {
				text += toLine(' ', old[index++]);
				continue;
			}
			const from = index;
			while (index < end && old[index] !== fresh[index]) index++;
			for (const line of old.slice(from, index)) text += toLine('-', line);
			for (const line of fresh.slice(from, index)) text += toLine('+', line);
		}
	}
	return text;
}

/** @param {string} text @returns {string[]} each with its line break */
const linesOf = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** @param {string} sign @param {string | undefined} line @returns {string} */
function toLine(sign, line = '') {
	return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}
