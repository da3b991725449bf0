/** @import { Load } from './load.js' */
/** @import { Server } from './server-process.js' */
import { interleave } from '../../lib/interleave.js';
import { APPS } from './apps/index.js';
import { runLoad } from './load.js';
import { scaleUpChecks } from './scale-up.js';
import { checkAnswers, startServer } from './server-process.js';

/**
 * @typedef {{ rounds: number, warmUp: number, seconds: number, connections: number, workers: number[] }} Plan `connections`: of each client
 * @typedef {{ way: string, workers: number, loads: Load[], bytes: number | undefined }} Point `bytes`: of all its processes, after the load
 */

/** @type {Record<string, string[]>} */
export const WAYS = {
	'scale-up': ['gem', 'clone', 'json', 'piscina', 'tinypool', 'workerpool'],
	immutable: ['gem', 'threads', 'processes', 'objectBuffer', 'none'],
	cache: ['gem', 'memcached', 'memcachedProcesses', 'own'],
};

/**
 * All servers of an application are up at once, and get their load in turns.
 *
 * @param {string} app
 * @param {{ plan: Plan, memcachedPort: number | undefined, onStep: (text: string) => void }} run
 * @returns {Promise<Point[]>}
 */
export async function measureApp(app, { plan, memcachedPort, onStep }) {
	/** @type {Map<string, { server: Server, point: Point }>} */
	const servers = new Map();
	try {
		for (const workers of plan.workers) {
			for (const way of WAYS[app]) {
				if (memcachedPort === undefined && way.startsWith('memcached')) continue;
				onStep(`${app}: ${way} with ${workers} workers starts`);
				const server = await openServer(app, way, { workers, memcachedPort: memcachedPort ?? 0 });
				const point = { way, workers, loads: [], bytes: undefined };
				servers.set(`${way}, ${workers}`, { server, point });
			}
		}
		await interleave([...servers.keys()], {
			rounds: plan.rounds,
			warmUp: plan.warmUp,
			async sample(name, round) {
				onStep(`${app}: ${name}, round ${round + 1} of ${plan.rounds}`);
				const { server, point } = /** @type {any} */ (servers.get(name));
				const load = await runLoad(server.ports, { ...plan, clients: point.workers });
				if (round >= 0) point.loads.push(load);
				return load.perSecond;
			},
		});
		for (const { server, point } of servers.values()) {
			if (app === 'immutable') point.bytes = await server.memory();
		}
	} finally {
		for (const { server } of servers.values()) await server.stop();
	}
	return [...servers.values()].map(({ point }) => point);
}

/** @param {string} app @param {string} way @param {{ workers: number, memcachedPort: number }} setting */
async function openServer(app, way, setting) {
	const server = await startServer(app, way, setting);
	const checks =
		app === 'scale-up'
			? await scaleUpChecks()
			: APPS[/** @type {keyof typeof APPS} */ (app)].checks;
	await checkAnswers(server, `${app}, ${way}`, checks);
	return server;
}
