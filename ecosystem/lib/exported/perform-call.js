/** @import { Called, Chosen } from './types.js' */
import { Script } from 'node:vm';
import { describe } from './describe.js';

/** A plain call that takes longer is none that is compared; a lowered one is given up. */
const LIMIT_MS = 1000;
const LOWERED_LIMIT_MS = 20_000;
/** A function that often has no end is left alone. */
const MOST_LATE = 3;
const LONGEST_TEXT = 60_000;
const CANDIDATES = 150;
const WANTED = 16;
const WANTED_ERRORS = 4;
const YIELDED = 30;

/** A script that is interrupted when it runs for too long. */
const call = new Script('globalThis.$call()');

/**
 * Make a call, and write down what came of it.
 *
 * @param {Function} value
 * @param {unknown} receiver
 * @param {unknown[]} args
 * @param {{ isGenerator: boolean, isLowered: boolean }} options
 * @returns {Promise<Called>}
 */
export async function performCall(value, receiver, args, { isGenerator, isLowered }) {
	try {
		const started = isLowered
			? Reflect.apply(value, receiver, args)
			: interruptible(() => Reflect.apply(value, receiver, args));
		const limit = isLowered ? LOWERED_LIMIT_MS : LIMIT_MS;
		const result = await within(limit, isGenerator ? yielded(started) : started);
		return { kind: 'result', text: describe({ result, args }), apart: textsApart(result, args) };
	} catch (error) {
		const code = /** @type {any} */ (error)?.code;
		const isLate = error === LATE || code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
		if (isLate) return { kind: 'late', text: 'no end', apart: '' };
		const texts = { text: describe({ error, args }), apart: textsApart(error, args) };
		return { kind: 'error', ...texts, ...(/^LP8\d{3}$/.test(code) ? { told: String(code) } : {}) };
	}
}

/** @param {unknown} outcome @param {unknown[]} args @returns {string} the same whether or not these share an object */
const textsApart = (outcome, args) => `${describe(outcome)} ${describe(args)}`;

/** @param {() => unknown} run @returns {unknown} */
function interruptible(run) {
	/** @type {any} */ (globalThis).$call = run;
	return call.runInThisContext({ timeout: LIMIT_MS });
}

const LATE = Symbol('late');

/** @param {number} limit milliseconds @param {unknown} started @returns {Promise<unknown>} */
async function within(limit, started) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(LATE), limit);
	});
	try {
		return await Promise.race([started, late]);
	} finally {
		clearTimeout(timer);
	}
}

/** @param {any} generator @returns {Promise<unknown[]>} */
async function yielded(generator) {
	const values = [];
	for await (const one of generator) {
		values.push(one);
		if (values.length === YIELDED) break;
	}
	return values;
}

/**
 * Of many calls those that tell something: most return, and what comes of them differs.
 *
 * @param {(index: number) => Promise<Called>} perform
 * @returns {Promise<Chosen[]>} in the order of their numbers
 */
export async function chooseCalls(perform) {
	/** @type {Record<string, Map<string, Chosen>>} */
	const found = { result: new Map(), error: new Map() };
	let late = 0;
	for (let index = 0; index < CANDIDATES && late < MOST_LATE; index++) {
		const called = await perform(index);
		if (called.kind === 'late') late++;
		const isFull = found[called.kind]?.size === (called.kind === 'error' ? WANTED_ERRORS : WANTED);
		if (called.kind === 'late' || isFull || called.text.length > LONGEST_TEXT) continue;
		found[called.kind].set(called.text, { index, ...called });
	}
	return [...found.result.values(), ...found.error.values()].sort(
		(left, right) => left.index - right.index,
	);
}
