// Does something at each distance from the end of the stack.

/** Frames of other sizes, so that the end of the stack is met at other places of the code. */
const PADDINGS = [0, 19];
/** Frames of `dive` that the widest way through the library takes, and what it asks to be left. */
const MOST_FRAMES = 3000;

const run = {
	/** @type {() => unknown} */
	act: () => undefined,
	frames: 0,
	isDone: false,
	/** @type {unknown} */
	thrown: undefined,
};

/** Overflows the stack, and does it on the way back, where so many frames are free. @returns {number} how many are */
function dive() {
	let below;
	try {
		below = dive();
	} catch {
		return 1;
	}
	if (below === run.frames && !run.isDone) {
		run.isDone = true;
		try {
			run.act();
		} catch (thrown) {
			run.thrown = thrown;
		}
	}
	return below + 1;
}

/** @param {number} padding @param {number} frames @param {() => unknown} act @returns {unknown} what it has thrown */
function actAt(padding, frames, act) {
	Object.assign(run, { act, frames, isDone: false, thrown: undefined });
	Reflect.apply((...rest) => rest.length >= 0 && dive(), null, new Array(padding).fill(0));
	if (!run.isDone) throw new Error('the stack is smaller than the test takes it to be');
	return run.thrown;
}

/** @param {any} thrown @returns {boolean} */
export const isOverflow = (thrown) =>
	thrown?.name === 'RangeError' && /call stack/.test(thrown.message);

/**
 * @param {() => unknown} act
 * @param {(thrown: unknown) => string} check what is wrong, '' for nothing
 * @param {{ step?: number, from?: number }} [options]
 * @returns {{ overflows: number, others: number, problems: string[] }}
 */
export function atEachDepth(act, check, { step = 3, from = 1 } = {}) {
	const found = { overflows: 0, others: 0, problems: /** @type {string[]} */ ([]) };
	for (const padding of PADDINGS) {
		let inARow = 0;
		for (let frames = from; frames < MOST_FRAMES && inARow < 12; frames += step) {
			const thrown = actAt(padding, frames, act);
			const isIt = isOverflow(thrown);
			if (isIt) found.overflows++;
			else found.others++;
			inARow = isIt ? 0 : inARow + 1;
			const problem = check(isIt ? undefined : thrown);
			if (problem !== '') found.problems.push(`${frames} frames: ${problem}`);
			if (found.problems.length > 3) return found;
		}
	}
	return found;
}
