// What is asked for before anything is taken or changed is there, in the interpreter and optimized.
import { ensureStack, RESERVED_BYTES } from '../../src/gem/memory/stack.js';
import { isOverflow } from './stack-overflow/depths.js';

/** What V8 gives the main thread at least, less what Jest has taken of it. */
const STACK_BYTES = 860 * 1024;
/** What V8 wants to compile a function. */
const LEAST_BYTES = 40 * 1024;

const count = { frames: 0, least: Infinity };

function fill() {
	count.frames++;
	fill();
}

/** @returns {number} frames that fit into the stack that is left */
function framesLeft() {
	count.frames = 0;
	try {
		fill();
	} catch (thrown) {
		if (!isOverflow(thrown)) throw thrown;
	}
	return count.frames;
}

/** Goes to where `ensureStack` throws, and notes what is left right above. @returns {boolean} whether it has thrown here */
function dive() {
	try {
		ensureStack();
	} catch {
		return true;
	}
	if (dive()) count.least = framesLeft();
	return false;
}

/** @returns {number} bytes that are left where it returns */
function leastLeft() {
	for (let time = 0; time < 5; time++) framesLeft(); // frames are smaller once it is optimized
	count.least = Infinity;
	dive();
	return (count.least / framesLeft()) * STACK_BYTES;
}

test('in the interpreter', () => {
	expect(leastLeft()).toBeGreaterThan(LEAST_BYTES);
});

test('and optimized', () => {
	for (let time = 0; time < 300_000; time++) ensureStack();
	expect(leastLeft()).toBeGreaterThan(LEAST_BYTES);
	expect(leastLeft()).toBeLessThan(2 * RESERVED_BYTES);
});
