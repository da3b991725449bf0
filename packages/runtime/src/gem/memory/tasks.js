import { readFileSync, readlinkSync } from 'node:fs';

// What the operating system knows of the threads of this process. Linux has a folder for each in /proc/self/task, which is gone as soon as
// the thread is: so any thread can find out at any time that another one has ended, without an event loop that turns. Other
// systems have nothing of the kind, and neither has a process that may not read files.

/**
 * A thread as the operating system names it. Numbers are used again, but not with the same start.
 *
 * @typedef {{ number: number, start: number }} Task both 0 when it is not known
 */

const UNKNOWN = Object.freeze({ number: 0, start: 0 });
/** In place of a start. */
const GONE = -1;
const CANNOT_SAY = 0;

/** @returns {Task} this thread */
function findOwn() {
	try {
		const number = Number(readlinkSync('/proc/thread-self').split('/').pop());
		const start = startOf(number);
		return start > 0 ? { number, start } : UNKNOWN;
	} catch {
		return UNKNOWN;
	}
}

/** @param {number} number of a thread of this process @returns {number} when it began, GONE, CANNOT_SAY */
function startOf(number) {
	try {
		const line = readFileSync(`/proc/self/task/${number}/stat`, 'latin1');
		// Field 22; the second one is a name in parentheses that may hold anything.
		const start = Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19]);
		return Number.isInteger(start) ? start % 2 ** 31 : CANNOT_SAY;
	} catch (error) {
		const { code } = /** @type {NodeJS.ErrnoException} */ (error);
		return code === 'ENOENT' || code === 'ESRCH' ? GONE : CANNOT_SAY;
	}
}

/** The task of this thread. Per-thread state. */
export const ownTask = findOwn();

/**
 * Whether a thread of this process has ended.
 *
 * @param {Task} task
 * @returns {boolean} false when that is not known
 *
 * Threads: any. Blocks: never; for some 30 µs.
 */
export function isOver({ number, start }) {
	if (number === 0 || ownTask === UNKNOWN) return false;
	const found = startOf(number);
	if (found === CANNOT_SAY || found === start) return false;
	// A file system that a test has put in place of the real one has no tasks at all: this thread would not be there, either.
	return startOf(ownTask.number) === ownTask.start;
}
