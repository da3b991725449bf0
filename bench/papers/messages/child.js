// A process for each benchmark of the family: `node child.js <name> <plan as JSON>` writes its figures to stdout.
/** @import { Samples } from './measure.js' */
/** @import { TopologyName } from './topologies.js' */
import { measureAccess } from './access.js';
import { measureBySize } from './by-size.js';
import { openContender, timeContenders } from './measure.js';
import { openCallers } from './callers.js';

/**
 * @typedef {object} Plan
 * @property {number} rounds
 * @property {number} warmUp rounds
 * @property {number} warmMs
 * @property {number} sampleMs
 * @property {number[]} sizes bytes of JSON
 * @property {number[]} workers
 * @property {number} atWorkers where sizes differ
 * @property {number} atBytes where workers differ
 * @property {number[]} counts fields that are read
 *
 * @typedef {{ bytes: number, workers: number, samples: Samples }} Point
 */

const WAYS = /** @type {const} */ (['gem', 'clone', 'json', 'processes', 'objectBuffer']);
/** From here on, fewer rounds. */
const LARGE = 1_000_000;

const [name, text] = process.argv.slice(2);
/** @type {Plan} */
const plan = JSON.parse(text);
const figures =
	name === 'access' ? await measureAccess(plan) : await measureTopology(/** @type {any} */ (name));
process.stdout.write(JSON.stringify(figures), () => process.exit(0));

/** @param {TopologyName} topology */
async function measureTopology(topology) {
	/** @type {{ sizes: Point[], workers: Point[], bySize: Record<string, Samples> }} */
	const figures = { sizes: [], workers: [], bySize: await measureBySize(topology, plan) };
	const workers = topology === 'ping' ? 1 : plan.atWorkers;
	for (const bytes of plan.sizes) {
		figures.sizes.push(await measurePoint(topology, { bytes, workers }));
	}
	if (topology === 'ping') return figures;
	// Alone there is no other worker to send to.
	const numbers = plan.workers.filter((workers) => topology !== 'dispatch' || workers > 1);
	for (const workers of numbers) {
		figures.workers.push(await measurePoint(topology, { bytes: plan.atBytes, workers }));
	}
	return figures;
}

/**
 * @param {TopologyName} topology
 * @param {{ bytes: number, workers: number }} point
 * @returns {Promise<Point>}
 */
async function measurePoint(topology, { bytes, workers }) {
	const contenders = [];
	for (const way of WAYS) contenders.push(await openContender(topology, { way, workers, bytes }));
	if (topology === 'ping') contenders.push(...(await openCallers(bytes)));
	const pace = bytes >= LARGE ? { rounds: Math.ceil(plan.rounds / 2), warmUp: 1 } : plan;
	const samples = await timeContenders(contenders, { ...plan, ...pace });
	for (const { close } of contenders) await close();
	return { bytes, workers, samples };
}
