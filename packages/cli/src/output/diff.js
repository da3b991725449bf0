/** How many lines around a change are shown. */
const CONTEXT = 3;

/** A line of a diff: kept, removed or added. @typedef {{ sign: ' ' | '-' | '+', line: string }} Step */

/**
 * The change of a file as a unified diff.
 *
 * @param {string} name of the file, posix separators
 * @param {string | undefined} before undefined for a file that does not exist
 * @param {string | undefined} after undefined for a file that is removed
 * @returns {string} as `git apply` reads it; ends with a line break
 */
export function formatDiff(name, before, after) {
	const steps = compareLines(linesOf(before), linesOf(after));
	const oldName = before === undefined ? '/dev/null' : `a/${name}`;
	const newName = after === undefined ? '/dev/null' : `b/${name}`;
	let text = `--- ${oldName}\n+++ ${newName}\n`;
	for (const { start, end } of findHunks(steps)) {
		const hunk = steps.slice(start, end);
		const ahead = steps.slice(0, start);
		text += `@@ -${rangeOf('-', ahead, hunk)} +${rangeOf('+', ahead, hunk)} @@\n`;
		for (const { sign, line } of hunk) text += toLine(sign, line);
	}
	return text;
}

/**
 * @param {string | undefined} text
 * @returns {string[]} each with its line break
 */
const linesOf = (text = '') => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/**
 * @param {'-' | '+'} sign the side
 * @param {Step[]} ahead steps in front of the hunk
 * @param {Step[]} hunk
 * @returns {string} '3,7': the number of the first line, and how many there are
 */
function rangeOf(sign, ahead, hunk) {
	const count = (/** @type {Step[]} */ steps) =>
		steps.filter((step) => step.sign === ' ' || step.sign === sign).length;
	const length = count(hunk);
	// A range without lines is named by the line in front of it.
	return `${count(ahead) + (length === 0 ? 0 : 1)},${length}`;
}

/**
 * @param {Step[]} steps
 * @returns {{ start: number, end: number }[]} changes with their context; those that are near to each other in one range
 */
function findHunks(steps) {
	/** @type {{ start: number, end: number }[]} */
	const hunks = [];
	for (const [index, { sign }] of steps.entries()) {
		if (sign === ' ') continue;
		const start = Math.max(0, index - CONTEXT);
		const end = Math.min(steps.length, index + 1 + CONTEXT);
		const last = hunks.at(-1);
		if (last && start <= last.end) last.end = end;
		else hunks.push({ start, end });
	}
	return hunks;
}

/**
 * The shortest edit script from one list of lines to another: the greedy algorithm of Myers, "An O(ND) Difference Algorithm
 * and Its Variations" (1986). Its time and memory grow with the number of changed lines, not with the size of the file.
 *
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Step[]} removals in front of additions
 */
function compareLines(before, after) {
	/** Furthest `x` of each diagonal `x - y`, for each number of changes. @type {Map<number, number>[]} */
	const rounds = [];
	/** @type {Map<number, number>} */
	let furthest = new Map([[1, 0]]);
	for (;;) {
		const changes = rounds.length;
		const next = new Map(furthest);
		rounds.push(furthest);
		for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
			let x = isAddition(furthest, diagonal, changes)
				? Number(furthest.get(diagonal + 1))
				: Number(furthest.get(diagonal - 1)) + 1;
			while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
				x++;
			next.set(diagonal, x);
			if (x >= before.length && x - diagonal >= after.length)
				return traceBack(rounds, before, after);
		}
		furthest = next;
	}
}

/**
 * @param {Map<number, number>} furthest
 * @param {number} diagonal
 * @param {number} changes
 * @returns {boolean} whether the best way to the diagonal adds a line
 */
const isAddition = (furthest, diagonal, changes) =>
	diagonal === -changes ||
	(diagonal !== changes && Number(furthest.get(diagonal - 1)) < Number(furthest.get(diagonal + 1)));

/**
 * @param {Map<number, number>[]} rounds
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Step[]}
 */
function traceBack(rounds, before, after) {
	/** @type {Step[]} */
	const steps = [];
	let [x, y] = [before.length, after.length];
	for (let changes = rounds.length - 1; changes >= 0; changes--) {
		const furthest = rounds[changes];
		const diagonal = x - y;
		const isAdded = isAddition(furthest, diagonal, changes);
		const previous = isAdded ? diagonal + 1 : diagonal - 1;
		const startX = changes === 0 ? 0 : Number(furthest.get(previous));
		const startY = changes === 0 ? 0 : startX - previous;
		while (x > startX && y > startY) {
			steps.push({ sign: ' ', line: before[--x] });
			y--;
		}
		if (changes === 0) break;
		if (isAdded) steps.push({ sign: '+', line: after[--y] });
		else steps.push({ sign: '-', line: before[--x] });
	}
	return steps.reverse();
}

/**
 * @param {string} sign
 * @param {string} line
 * @returns {string}
 */
function toLine(sign, line) {
	return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}
