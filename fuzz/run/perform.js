/** @import { Call } from '../generate/program.js' */
import { inspect } from 'node:util';
import { runInThisContext } from 'node:vm';
import { describeValue } from '../../fixtures/runner/describe.js';

/**
 * What a program has done: two runs of one program must give the same.
 *
 * @typedef {object} Outcome
 * @property {string} exported what the first file exports, a line each
 * @property {string[]} calls how each ended
 * @property {string[]} printed lines
 */

/**
 * Load a program and make its calls, one after the other.
 *
 * @param {() => Promise<Record<string, any>>} load gives the exports of the first file
 * @param {readonly Call[]} calls
 * @param {number} [lines] that its top level prints, some of them after it has loaded; calls wait for them
 * @returns {Promise<Outcome>}
 */
export async function perform(load, calls, lines) {
	/** @type {Outcome} */
	const outcome = { exported: '', calls: [], printed: [] };
	const own = globalThis.console;
	// The program's console; its threads print through it too, as they do through a pool's streams.
	globalThis.console = /** @type {any} */ ({
		log: (/** @type {unknown[]} */ ...args) => void outcome.printed.push(args.map(show).join(' ')),
	});
	try {
		const exported = await withinLimit(load());
		if (exported === DOES_NOT_END) throw new Error(DOES_NOT_END);
		outcome.exported = describeExports(exported);
		if (lines !== undefined) await untilPrinted(outcome, lines);
		for (const call of calls) {
			const ended = await withinLimit(makeCall(call, exported));
			outcome.calls.push(ended);
			// That it hangs is the answer; the calls that follow would take as long.
			if (ended === DOES_NOT_END && call.callback === undefined) break;
		}
	} catch (error) {
		outcome.exported = `does not load: ${describeValue(error)}`;
	} finally {
		globalThis.console = own;
	}
	return outcome;
}

/** How long lines may take that the top level prints when it has loaded. */
const PRINT_MS = 1000;

/** @param {Outcome} outcome @param {number} lines @returns {Promise<void>} when so many lines are printed, and what would print them twice has run */
async function untilPrinted({ printed }, lines) {
	const endMs = performance.now() + PRINT_MS;
	for (let quiet = 0; quiet < 5;) {
		await new Promise((resolve) => setImmediate(resolve));
		if (printed.length >= lines || performance.now() > endMs) quiet++;
	}
}

/** How long a call may take. What shrinking leaves of a program may wait for a callback that nothing calls any more. */
const LIMIT_MS = 5000;
const DOES_NOT_END = 'does not end';

/** @template T @param {Promise<T>} call @returns {Promise<T | typeof DOES_NOT_END>} */
async function withinLimit(call) {
	/** @type {NodeJS.Timeout | undefined} */
	let timer;
	/** @type {Promise<typeof DOES_NOT_END>} */
	const limit = new Promise((resolve) => {
		timer = setTimeout(resolve, LIMIT_MS, DOES_NOT_END);
	});
	const ended = await Promise.race([call, limit]);
	clearTimeout(timer);
	return ended;
}

/** @param {unknown} value */
const show = (value) => (typeof value === 'string' ? value : inspect(value));

/** @param {Record<string, unknown>} exported @returns {string} */
function describeExports(exported) {
	return Object.keys(exported)
		.filter((name) => name !== 'module.exports')
		.map((name) => {
			const value = exported[name];
			return `${name}: ${typeof value === 'function' ? describeValue(value) : typeof value}`;
		})
		.sort()
		.join('\n');
}

/** @param {Call} call @param {Record<string, any>} exported @returns {Promise<string>} */
async function makeCall(call, exported) {
	/** @type {any} */
	let value = exported;
	/** @type {any} */
	let receiver;
	try {
		for (let step = /** @type {Call | undefined} */ (call); step; step = step.then) {
			if (step.fn !== '') ({ receiver, value } = find(value, step.fn, exported));
			const args = step.args.map(({ text }) => valueOf(text));
			if (step.callback !== undefined) return await callBackOrFail(value, receiver, args);
			value = await Reflect.apply(value, receiver, args);
			receiver = undefined;
		}
		return describeValue(value);
	} catch (error) {
		return `throws ${describeValue(error)}`;
	}
}

/** @param {any} root @param {string} path @param {object} exported @returns {{ receiver: unknown, value: any }} */
function find(root, path, exported) {
	/** @type {any} */
	let receiver;
	let value = root;
	for (const step of path.split('.')) {
		receiver = value === exported ? undefined : value;
		value = value[step];
	}
	return { receiver, value };
}

/** Arguments of calls are literals; no two calls share an object. @param {string} text @returns {unknown} */
const valueOf = (text) => runInThisContext(`(${text})`);

/**
 * What the body throws goes to the callback of a unit; as it is written it reaches the caller.
 *
 * @param {any} value
 * @param {unknown} receiver
 * @param {unknown[]} args
 * @returns {Promise<string>}
 */
async function callBackOrFail(value, receiver, args) {
	try {
		return await callBack(value, receiver, args);
	} catch (error) {
		return `undefined, back ${describeValue(error)}`;
	}
}

/** @param {any} value @param {unknown} receiver @param {unknown[]} args @returns {Promise<string>} the result, or what its promise gives, and what the callback gets first */
function callBack(value, receiver, args) {
	return new Promise((resolve, reject) => {
		/** @param {unknown[]} given */
		const end = async (given) =>
			resolve(`${describeValue(await result)}, back ${given.map(describeValue)}`);
		const result = Reflect.apply(value, receiver, [
			...args,
			(/** @type {unknown[]} */ ...given) => {
				// After the call has returned, as from a thread.
				setImmediate(() => void end(given).catch(reject));
			},
		]);
		Promise.resolve(result).catch(reject);
	});
}
