/** @import { Contender, Loader } from './contenders.js' */
/** @import { Pattern } from './patterns.js' */
/** @import { Peer } from './peers.js' */
import { turnOrder } from '../lib/interleave.js';
import { difference, openContenders, plain } from './contenders.js';

/**
 * @typedef {object} Plan
 * @property {number} rounds
 * @property {number} warmUpMs of calls of each function before anything is measured
 * @property {number} sampleMs about, of passes in a row
 */

/**
 * @typedef {object} Row
 * @property {Pattern} pattern
 * @property {Measured[]} measured the plain one first
 *
 * @typedef {Pick<Contender, 'name' | 'way' | 'by' | 'elements'> & { samples: number[], refused?: string }} Measured `samples`:
 *   nanoseconds per element, by round; `refused`: why there are none
 */

/**
 * @typedef {object} Entry
 * @property {Contender} contender
 * @property {Contender} reference a plain one of the same size, to compare with
 * @property {Measured} measured
 * @property {number} passes of a sample
 * @property {number} ran passes that the reference has not run
 */

/**
 * Measure one pattern in all ways, round by round.
 *
 * @param {Pattern} pattern
 * @param {{ loader: Loader, peers: readonly Peer[], plan: Plan }} setting
 * @returns {Promise<Row>}
 * @throws {Error} when a contender, but for other libraries, gives something else than the plain function, or leaves something else behind
 */
export async function measurePattern(pattern, { loader, peers, plan }) {
	const { file, unit, access } = pattern;
	/** @type {Entry[]} */
	const entries = [];
	for (const contender of await openContenders(pattern, loader, peers)) {
		const { name, way, by, elements } = contender;
		const reference = plain(pattern, await loader.plain(file, unit), elements);
		const refused = attempt(() => difference(contender, reference, 0));
		const measured = { name, way, by, elements, samples: [], ...(refused && { refused }) };
		entries.push({ contender, reference, measured, passes: 0, ran: 0 });
		check(pattern, measured, refused);
	}
	const running = entries.filter(({ measured }) => !measured.refused);
	for (const entry of running) warmUp(entry, plan);
	for (let round = 0; round < plan.rounds; round++) {
		for (const entry of turnOrder(running, round)) sample(entry);
	}
	for (const { contender, reference, measured, ran } of running) {
		const passes = access === 'read' ? 0 : ran;
		check(
			pattern,
			measured,
			attempt(() => difference(contender, reference, passes)),
		);
	}
	for (const { contender } of entries) contender.close();
	return { pattern, measured: entries.map(({ measured }) => measured) };
}

/** @param {Pattern} pattern @param {Measured} measured @param {string | null} problem */
function check(pattern, { name, way }, problem) {
	if (problem && way !== 'peer') throw new Error(`${pattern.name}: ${name} ${problem}`);
}

/** @param {() => string | null} compare @returns {string | null} */
function attempt(compare) {
	try {
		return compare();
	} catch (error) {
		return `throws ${/** @type {Error} */ (error).message}`;
	}
}

/** Calls after which V8 has given up code that it made in the middle of a loop. */
const CALLS = 3_000;

/** @param {Entry} entry @param {Plan} plan */
function warmUp(entry, { warmUpMs, sampleMs }) {
	const { pass } = entry.contender;
	let [last, now] = [0, 0];
	const start = performance.now();
	do {
		const before = performance.now();
		pass();
		now = performance.now();
		last = now - before;
		entry.ran++;
	} while (
		now - start < warmUpMs ||
		entry.ran < 3 ||
		(entry.ran < CALLS && now - start < 4 * warmUpMs)
	);
	entry.passes = Math.max(1, Math.ceil(sampleMs / last));
}

/** @param {Entry} entry */
function sample(entry) {
	const { contender, passes, measured } = entry;
	const { pass } = contender;
	const start = process.hrtime.bigint();
	for (let count = 0; count < passes; count++) pass();
	const nanoseconds = Number(process.hrtime.bigint() - start);
	entry.ran += passes;
	measured.samples.push(nanoseconds / passes / contender.elements);
}
