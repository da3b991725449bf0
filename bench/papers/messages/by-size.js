/** @import { Plan } from './child.js' */
/** @import { Samples } from './measure.js' */
/** @import { TopologyName } from './topologies.js' */
/** @import { WayName } from './ways/index.js' */
import { prepareContender, timeContenders } from './measure.js';
import { openTeam } from './team.js';
import { SHARED } from './ways/index.js';

/** Rounds for each round of the other tables: samples are short, and what is compared is near to each other. */
const ROUNDS = 3;

/**
 * Messages of all sizes by the same workers, a sample of each in each round: what differs between them is their size and nothing else. Where each size has
 * workers of its own, a size also differs from the next in where the system has put its threads, and in what copies the sample before has left behind.
 *
 * @param {TopologyName} topology
 * @param {Plan} plan
 * @returns {Promise<Record<string, Samples>>} way to bytes to microseconds, of the ways whose messages do not grow with the content
 */
export async function measureBySize(topology, plan) {
	/** @type {Record<string, Samples>} */
	const figures = {};
	for (const way of SHARED) figures[way] = await measureWay(topology, way, plan);
	return figures;
}

/** @param {TopologyName} topology @param {WayName} way @param {Plan} plan @returns {Promise<Samples>} */
async function measureWay(topology, way, plan) {
	const team = await openTeam(way, topology === 'ping' ? 1 : plan.atWorkers);
	const contenders = [];
	for (const bytes of plan.sizes) {
		contenders.push({
			...(await prepareContender(team, { topology, way, bytes })),
			key: String(bytes),
		});
	}
	const samples = await timeContenders(contenders, {
		...plan,
		rounds: plan.rounds * ROUNDS,
		warmMs: plan.warmMs / contenders.length,
	});
	for (const { close } of contenders) close();
	await team.close();
	return samples;
}
