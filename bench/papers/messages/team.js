/** @import { Message, WayName } from './ways/index.js' */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';
import { WAYS } from './ways/index.js';

/**
 * @typedef {object} Team workers that talk in one way
 * @property {number} size
 * @property {(index: number, message: Message) => void} post
 * @property {(count: number) => Promise<any[]>} collect so many answers, of any of them, from now on
 * @property {() => Promise<void>} close
 */

/**
 * @param {WayName} name
 * @param {number} size
 * @returns {Promise<Team>}
 */
export async function openTeam(name, size) {
	const way = WAYS[name];
	const members = name === 'processes' ? startProcesses(size) : startThreads(name, size);
	await Promise.all(members.map((member) => once(member, 'message')));
	/** @type {any[]} */
	let answers = [];
	/** @type {{ count: number, resolve: (answers: any[]) => void } | undefined} */
	let waiting;
	const settle = () => {
		if (!waiting || answers.length < waiting.count) return;
		const { resolve } = waiting;
		const done = answers;
		waiting = undefined;
		answers = [];
		resolve(done);
	};
	for (const member of members) {
		way.listen(member, ({ kind, to, ...rest }) => {
			if (kind === 'relay') return way.post(members[to], { kind: 'hop', ...rest });
			answers.push(rest);
			settle();
		});
	}
	return {
		size,
		post: (index, message) => way.post(members[index], message),
		collect: (count) =>
			new Promise((resolve) => {
				waiting = { count, resolve };
				settle();
			}),
		async close() {
			for (const member of members) {
				const ended = once(member, 'exit');
				if (member instanceof Worker) await member.terminate();
				else member.kill();
				await ended;
			}
		},
	};
}

/** Each has a port to each other one. @param {WayName} way @param {number} size */
function startThreads(way, size) {
	/** @type {any[][]} */
	const ports = Array.from({ length: size }, () => new Array(size).fill(null));
	for (let a = 0; a < size; a++) {
		for (let b = a + 1; b < size; b++) {
			const { port1, port2 } = new MessageChannel();
			ports[a][b] = port1;
			ports[b][a] = port2;
		}
	}
	return ports.map(
		(own, index) =>
			new Worker(new URL('./thread.js', import.meta.url), {
				workerData: { way, ports: own, place: { index, size } },
				transferList: own.filter(Boolean),
			}),
	);
}

/** @param {number} size */
function startProcesses(size) {
	const exec = fileURLToPath(new URL('./process.js', import.meta.url));
	return Array.from({ length: size }, (_, index) => {
		cluster.setupPrimary({ exec, args: [String(index), String(size)] });
		return cluster.fork();
	});
}
