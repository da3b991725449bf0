/** @import { Contender, Name } from './contenders.js' */
/** @import { Counts, Subject } from './src/probe.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { resourceUsage } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { turnOrder } from '../../lib/interleave.js';
import { summarize } from '../../lib/statistics.js';
import { startCounting, stopCounting } from './src/probe.js';

/** @typedef {'nothing' | 'string' | 'object' | 'array' | 'large'} Kind */

/** What a call is given, and gives back. @type {Record<Kind, { name: string, value: unknown }>} */
export const KINDS = {
	nothing: { name: 'nothing', value: undefined },
	string: { name: 'string, 1 KB', value: 'x'.repeat(1000) },
	object: { name: 'small object', value: { id: 7, name: 'a small object', values: [1.5, 2, -3] } },
	array: { name: 'typed array, 1 KB', value: new Float64Array(125).fill(0.5) },
	large: { name: 'typed array, 100 KB', value: new Float64Array(12_500).fill(0.5) },
};
export const GAPS_MS = [0, 1, 10];
const WARM_UP_CALLS = 2_000;

/**
 * @typedef {object} Plan
 * @property {number} calls of a sample without a gap; a tenth of that with 1 ms, a fortieth with 10 ms
 * @property {number} rounds
 *
 * @typedef {{ host: Counts, thread: Counts }} BothCounts per call
 *
 * @typedef {object} Cost medians over the rounds, per call
 * @property {number} cpuUs CPU time of all threads of the process, less that of the gap
 * @property {number} latencyUs
 * @property {number} sleeps how often a thread of the process gave its core up to wait
 *
 * @typedef {object} Figures
 * @property {Record<Name, Record<Kind, BothCounts>>} counts
 * @property {Record<Kind, { gapMs: number, costs: Record<string, Cost> }[]>} costs
 */

/**
 * @param {Record<Name, Contender>} contenders
 * @param {Plan} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Figures>}
 */
export async function measure(contenders, plan, onStep) {
	onStep('warming up');
	for (const contender of Object.values(contenders)) {
		for (const kind of kindsOf()) await callInTurn(contender, kind, WARM_UP_CALLS);
	}
	/** @type {Figures} */
	const figures = /** @type {any} */ ({ counts: {}, costs: {} });
	for (const kind of kindsOf()) {
		figures.costs[kind] = [];
		for (const gapMs of GAPS_MS) {
			onStep(`time of calls: ${KINDS[kind].name}, ${gapMs} ms between them`);
			figures.costs[kind].push({ gapMs, costs: await measureCosts(contenders, plan, kind, gapMs) });
		}
	}
	// Last: code that has been counted by the inspector has to be optimised again.
	for (const [name, contender] of Object.entries(contenders)) {
		onStep(`counting: ${name}`);
		figures.counts[/** @type {Name} */ (name)] = await countKinds(contender, plan);
	}
	return figures;
}

const kindsOf = () => /** @type {Kind[]} */ (Object.keys(KINDS));

/**
 * @param {Pick<Contender, 'echo'>} contender
 * @param {Kind} kind
 * @param {number} count
 */
async function callInTurn({ echo }, kind, count) {
	const { value } = KINDS[kind];
	for (let call = 0; call < count; call++) await echo(value);
}

/** What the gaps themselves cost. @type {Pick<Contender, 'echo'>} */
const NO_CALL = { echo: async (value) => value };

/**
 * @param {Record<string, Contender>} contenders
 * @param {Plan} plan
 * @param {Kind} kind
 * @param {number} gapMs
 * @returns {Promise<Record<string, Cost>>}
 */
async function measureCosts(contenders, { calls, rounds }, kind, gapMs) {
	const count = Math.max(1, Math.round(calls / (gapMs === 0 ? 1 : gapMs === 1 ? 10 : 40)));
	/** @type {Record<string, Cost[]>} */
	const samples = {};
	/** @type {Record<string, Pick<Contender, 'echo'>>} */
	const all = { ...contenders, nothing: NO_CALL };
	for (let round = 0; round < rounds; round++) {
		for (const name of turnOrder(Object.keys(all), round)) {
			samples[name] ??= [];
			samples[name].push(await sampleCost(all[name], { kind, gapMs, count }));
		}
	}
	const empty = medians(samples.nothing);
	const costs = Object.keys(contenders).map((name) => {
		const { cpuUs, latencyUs, sleeps } = medians(samples[name]);
		return [name, { cpuUs: cpuUs - empty.cpuUs, latencyUs, sleeps: sleeps - empty.sleeps }];
	});
	return Object.fromEntries(costs);
}

/** @param {Cost[]} samples @returns {Cost} */
function medians(samples) {
	const of = (/** @type {keyof Cost} */ key) => summarize(samples.map((each) => each[key])).median;
	return { cpuUs: of('cpuUs'), latencyUs: of('latencyUs'), sleeps: of('sleeps') };
}

/**
 * @param {Pick<Contender, 'echo'>} contender
 * @param {{ kind: Kind, gapMs: number, count: number }} sample
 * @returns {Promise<Cost>}
 */
async function sampleCost({ echo }, { kind, gapMs, count }) {
	const { value } = KINDS[kind];
	const latencies = [];
	await echo(value);
	const before = resourceUsage();
	let result;
	for (let call = 0; call < count; call++) {
		if (gapMs > 0) await sleep(gapMs);
		const startMs = performance.now();
		result = await echo(value);
		latencies.push((performance.now() - startMs) * 1000);
	}
	const after = resourceUsage();
	deepStrictEqual(result, value);
	const cpuUs = after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime;
	return {
		cpuUs: cpuUs / count,
		latencyUs: summarize(latencies).median,
		sleeps: (after.voluntaryContextSwitches - before.voluntaryContextSwitches) / count,
	};
}

/** @type {{ subject: Subject, share: number }[]} `share`: of the calls of a sample: what a call allocates must not fill the heap */
const SUBJECTS = [
	{ subject: 'heap', share: 0.1 },
	{ subject: 'events', share: 1 },
	{ subject: 'promises', share: 1 },
	{ subject: 'functions', share: 1 },
];

/**
 * @param {Contender} contender
 * @param {Plan} plan
 * @returns {Promise<Record<Kind, BothCounts>>}
 */
async function countKinds(contender, plan) {
	/** @type {Partial<Record<Kind, BothCounts>>} */
	const counts = {};
	for (const kind of kindsOf()) {
		/** @type {BothCounts[]} */
		const parts = [];
		for (const { subject, share } of SUBJECTS) {
			const count = Math.ceil(plan.calls * share);
			/** @type {BothCounts[]} */
			const samples = [];
			for (let round = 0; round < plan.rounds; round++)
				samples.push(await countCalls(contender, { kind, subject, count }));
			parts.push(sumUp(samples));
		}
		counts[kind] = merge(parts);
	}
	return /** @type {Record<Kind, BothCounts>} */ (counts);
}

/**
 * Count in both threads. The calls that begin and end it in the other thread are one call more, half at each end.
 *
 * @param {Contender} contender
 * @param {{ kind: Kind, subject: Subject, count: number }} sample
 * @returns {Promise<BothCounts>}
 */
export async function countCalls(contender, { kind, subject, count }) {
	await contender.probe(subject);
	startCounting(subject);
	await callInTurn(contender, kind, count);
	const host = stopCounting();
	const thread = /** @type {Counts} */ (await contender.probe());
	return { host: perCall(host, count), thread: perCall(thread, count + 1) };
}

/**
 * @param {Counts} counts
 * @param {number} calls
 * @returns {Counts}
 */
function perCall(counts, calls) {
	const share = { ...counts };
	for (const key of keysOf(counts)) if (key !== 'distinct') share[key] /= calls;
	return share;
}

/** @param {Counts} counts */
const keysOf = (counts) => /** @type {(keyof Counts)[]} */ (Object.keys(counts));

/**
 * @param {BothCounts[]} samples
 * @returns {BothCounts} medians; of the heap the largest, since the collector makes it smaller
 */
export function sumUp(samples) {
	const of = (/** @type {'host' | 'thread'} */ side) => {
		const sum = { ...samples[0][side] };
		for (const key of keysOf(sum)) {
			const values = samples.map((each) => each[side][key]);
			sum[key] = key === 'bytes' ? Math.max(...values) : summarize(values).median;
		}
		return sum;
	};
	return { host: of('host'), thread: of('thread') };
}

/** @param {BothCounts[]} parts each has counted something else @returns {BothCounts} */
export function merge(parts) {
	const of = (/** @type {'host' | 'thread'} */ side) => {
		const sum = { ...parts[0][side] };
		for (const part of parts.slice(1)) for (const key of keysOf(sum)) sum[key] += part[side][key];
		return sum;
	};
	return { host: of('host'), thread: of('thread') };
}
