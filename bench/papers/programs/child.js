// A process for each program and number of workers: `node child.js <program> <plan as JSON>` writes its figures to stdout.
import { isDeepStrictEqual } from 'node:util';
import { interleave } from '../../lib/interleave.js';
import { PROGRAMS } from './content.js';
import { openLowered } from './lapidary.js';
import { PEERS } from './peers/index.js';

/**
 * @typedef {{ parts: number, rounds: number, warmUp: number, scale: number }} Plan `scale`: of the content
 * @typedef {{ size: number, samples: number[] }} Measured elements of the content, and milliseconds of each run
 */

const [name, text] = process.argv.slice(2);
/** @type {Plan} */
const plan = JSON.parse(text);
const program = PROGRAMS.find((each) => each.name === name);
if (!program) throw new Error(`there is no program '${name}'`);
const { work, merge } = await import(`./plain/${name}.js`);
const figures = await measure();
process.stdout.write(JSON.stringify(figures), () => process.exit(0));

/** @returns {Promise<Record<string, Measured>>} */
async function measure() {
	const whole = makeContent(1);
	/** @type {Map<string, { run: () => Promise<any>, close: () => Promise<unknown>, content: any[] }>} */
	const contenders = new Map();
	const sequential = { run: async () => merge([work(whole)]), close: async () => {} };
	contenders.set('sequential', { ...sequential, content: whole });
	const lowered = await openLowered({ name, content: whole, parts: plan.parts });
	for (const [key, each] of Object.entries(lowered)) {
		contenders.set(key, { ...each, content: whole });
	}
	for (const [key, { open, canDo, share }] of Object.entries(PEERS)) {
		const content = share === undefined ? whole : makeContent(share);
		const job = { program: /** @type {any} */ (program), content, parts: plan.parts, merge };
		if (canDo?.(job) === false) continue;
		contenders.set(key, { ...(await open(job)), content });
	}
	const samples = await time(contenders);
	for (const { close } of contenders.values()) await close();
	return Object.fromEntries(
		[...contenders].map(([key, { content }]) => [
			key,
			{ size: content.length, samples: samples[key] },
		]),
	);
}

/** @param {number} share */
function makeContent(share) {
	const { size, step, make } = /** @type {any} */ (program);
	return make(Math.ceil((size * plan.scale * share) / step) * step);
}

/** @param {Map<string, { run: () => Promise<any>, content: any[] }>} contenders */
function time(contenders) {
	/** @type {Map<number, any>} */
	const expected = new Map();
	return interleave([...contenders.keys()], {
		rounds: plan.rounds,
		warmUp: plan.warmUp,
		async sample(key) {
			const { run, content } = /** @type {any} */ (contenders.get(key));
			if (!expected.has(content.length)) expected.set(content.length, merge([work(content)]));
			const start = performance.now();
			const result = await run();
			const ms = performance.now() - start;
			if (!isDeepStrictEqual(result, expected.get(content.length)))
				throw new Error(`${key} computed something else`);
			return ms;
		},
	});
}
