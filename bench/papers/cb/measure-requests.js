/** @import { Served } from './ab.js' */
/** @import { Contender } from './contenders.js' */
/** @import { Quiet } from '../../lib/quiet.js' */
import { strictEqual } from 'node:assert/strict';
import { turnOrder } from '../../lib/interleave.js';
import { ask } from './ab.js';
import { Child } from './child.js';
import { PROGRAMS } from './sizes.js';

export const CONCURRENCIES = [1, 25, 50, 75, 100];
/** Requests at a time for contenders other than the two that the paper compares. */
export const PEERS_AT = 50;
/** As many as there are cores here; the paper has four of both. */
export const SERVER_THREADS = 2;

const SERVER = new URL('./server.js', import.meta.url);
const PROBE = new URL('./probe.js', import.meta.url);

/**
 * @typedef {object} RequestPlan
 * @property {number} rounds
 * @property {number} requests in each load
 * @property {number} warmUp requests of each program before anything counts
 *
 * @typedef {object} Health of the route that computes nothing, while others are asked
 * @property {number} delayP99Ms of the server's event loop
 * @property {number} delayMaxMs
 * @property {number} latencyP50Ms as the probe saw it
 * @property {number} latencyP99Ms
 * @property {number} machineP99Ms delay of the probe's own event loop, which is idle: the machine's share
 *
 * @typedef {{ contender: string, program: string, concurrency: number, round: number, served: Served, health: Health }} Sample
 */

/**
 * @param {Contender[]} contenders
 * @param {RequestPlan} plan
 * @param {{ quiet: Quiet, isApacheBench: boolean, onStep: (text: string) => void }} how
 * @returns {Promise<Sample[]>} [CB Fig. 3]
 */
export async function measureRequests(contenders, plan, { quiet, isApacheBench, onStep }) {
	/** @type {Map<string, { child: Child, port: number }>} */
	const servers = new Map();
	const probe = new Child('probe', PROBE, []);
	/** @type {Sample[]} */
	const samples = [];
	try {
		await probe.next();
		for (const { name, module, server = SERVER } of contenders) {
			const child = new Child(name, server, [module.href], SERVER_THREADS);
			servers.set(name, { child, ...(await child.next()) });
		}
		onStep('comparing results and warming up');
		await compareAll([...servers.values()].map(({ port }) => port));
		for (const { port } of servers.values()) {
			for (const program of PROGRAMS) {
				const url = `http://127.0.0.1:${port}/${program}`;
				await ask({ url, requests: plan.warmUp, concurrency: 10 }, isApacheBench);
			}
		}
		for (const { contender, program, concurrency, round } of schedule(contenders, plan)) {
			onStep(`${round + 1}/${plan.rounds}: ${program}, ${concurrency} at a time, ${contender}`);
			const { child, port } = /** @type {{ child: Child, port: number }} */ (
				servers.get(contender)
			);
			const url = `http://127.0.0.1:${port}/${program}`;
			const load = { url, requests: plan.requests, concurrency };
			const taken = await quiet.sample(async () => {
				await child.ask('reset');
				await probe.ask({ port });
				const served = await ask(load, isApacheBench);
				const seen = await probe.ask({});
				const { delayP99Ms, delayMaxMs } = await child.ask('read');
				const health = {
					delayP99Ms,
					delayMaxMs,
					latencyP50Ms: seen.p50Ms,
					latencyP99Ms: seen.p99Ms,
					machineP99Ms: seen.ownDelayP99Ms,
				};
				return { served, health };
			});
			samples.push({ contender, program, concurrency, round, ...taken });
		}
	} finally {
		await Promise.all(
			[probe, ...[...servers.values()].map(({ child }) => child)].map((each) => each.end()),
		);
	}
	return samples;
}

/**
 * @param {Contender[]} contenders
 * @param {RequestPlan} plan
 * @returns {Generator<{ contender: string, program: string, concurrency: number, round: number }>}
 */
function* schedule(contenders, { rounds }) {
	const names = contenders.map(({ name }) => name);
	for (let round = 0; round < rounds; round++) {
		for (const program of PROGRAMS) {
			for (const concurrency of CONCURRENCIES) {
				const asked = concurrency === PEERS_AT ? names : ['sequential', 'Lapidary'];
				for (const contender of turnOrder(asked, round)) {
					yield { contender, program, concurrency, round };
				}
			}
		}
	}
}

/** @param {number[]} ports of servers which have to answer the same */
async function compareAll(ports) {
	for (const program of PROGRAMS) {
		const texts = await Promise.all(
			ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/${program}`)).text()),
		);
		for (const text of texts) strictEqual(text, texts[0], program);
	}
}
