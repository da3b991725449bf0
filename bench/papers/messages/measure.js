/** @import { Team } from './team.js' */
/** @import { TopologyName } from './topologies.js' */
/** @import { WayName } from './ways/index.js' */
import { release } from '@lapidary/runtime/gem';
import { interleave } from '../../lib/interleave.js';
import { hashOf } from './answer.js';
import { makeRecords } from './content.js';
import { openTeam } from './team.js';
import { TOPOLOGIES } from './topologies.js';
import { SHARED, WAYS } from './ways/index.js';

/**
 * @typedef {object} Contender of one benchmark, ready to run
 * @property {string} key
 * @property {() => Promise<number>} run one turn; resolves to how many messages it was
 * @property {() => unknown} close
 *
 * @typedef {object} Pace
 * @property {number} rounds
 * @property {number} warmUp rounds before those that count
 * @property {number} warmMs how long each contender runs before all that, one turn at least: workers are new for each point, and V8 has to compile what
 *   each of them runs
 * @property {number} sampleMs a sample takes at least so long, and one turn
 * @typedef {Record<string, number[]>} Samples contender to microseconds of one message, a figure for each round
 */

const ID = 4711;

/**
 * Time contenders in turns.
 *
 * @param {Contender[]} contenders
 * @param {Pace} pace
 * @returns {Promise<Samples>}
 */
export async function timeContenders(contenders, { rounds, warmUp, warmMs, sampleMs }) {
	const byKey = new Map(contenders.map((contender) => [contender.key, contender]));
	for (const contender of contenders) await timeTurns(contender, warmMs);
	return interleave([...byKey.keys()], {
		rounds,
		warmUp,
		sample: (key) => timeTurns(/** @type {Contender} */ (byKey.get(key)), sampleMs),
	});
}

/** @param {Contender} contender @param {number} leastMs @returns {Promise<number>} microseconds of a message */
async function timeTurns({ run }, leastMs) {
	let messages = 0;
	const start = performance.now();
	do messages += await run();
	while (performance.now() - start < leastMs);
	return ((performance.now() - start) * 1000) / messages;
}

/**
 * Workers that have been seen to get what is sent.
 *
 * @param {TopologyName} topology
 * @param {{ way: WayName, workers: number, bytes: number }} setting
 * @returns {Promise<Contender>}
 * @throws {Error} when a worker sees anything else
 */
export async function openContender(topology, { way, workers, bytes }) {
	const team = await openTeam(way, workers);
	const contender = await prepareContender(team, { topology, way, bytes });
	return {
		...contender,
		async close() {
			contender.close();
			await team.close();
		},
	};
}

/**
 * One more message for workers that are there.
 *
 * @param {Team} team
 * @param {{ topology: TopologyName, way: WayName, bytes: number }} setting `way`: that of the team
 * @returns {Promise<Contender & { close(): void }>} whose `close` leaves the team as it is
 * @throws {Error} when a worker sees anything else
 */
export async function prepareContender(team, { topology, way, bytes }) {
	const content = makeRecords(bytes);
	const { run, policy } = TOPOLOGIES[topology];
	let body = WAYS[way].prepare(content, policy);
	body = await checkContent(team, body, hashOf(content));
	if (topology === 'dispatch') await makeEverywhere(team, { content, bytes });
	return {
		key: way,
		async run() {
			const turn = await run(team, body, { bytes, isShared: SHARED.has(way) });
			if (turn.ids.some((id) => id !== ID)) throw new Error(`${way}: another message was read`);
			body = turn.body;
			return turn.messages;
		},
		close() {
			if (way === 'gem') release(body);
		},
	};
}

/** @param {Team} team @param {any} body @param {string} hash @returns {Promise<any>} what came back */
async function checkContent(team, body, hash) {
	const answer = team.collect(1);
	team.post(0, { kind: 'check', body });
	const [{ id, body: back }] = await answer;
	if (id !== hash) throw new Error('a worker got another message than was sent');
	return back;
}

/** @param {Team} team @param {{ content: any, bytes: number }} message */
async function makeEverywhere(team, message) {
	for (let index = 0; index < team.size; index++) {
		const made = team.collect(1);
		team.post(index, { kind: 'make', ...message });
		await made;
	}
}
