import cluster from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { send } from '@lapidary/runtime/gem';
import { APPS } from './apps/index.js';

/**
 * Workers that each listen: threads on ports of their own, as behind a balancer, since threads cannot share one on Node 20; processes
 * of a cluster on one.
 *
 * @param {keyof typeof APPS} app
 * @param {string} way
 * @param {{ workers: number, memcachedPort: number }} setting
 * @returns {Promise<{ ports: number[], pids: number[], collect: () => Promise<void> }>}
 */
export async function serve(app, way, setting) {
	const given = await APPS[app].prepare(way, setting);
	const isProcess = /processes$/i.test(way);
	const members = Array.from({ length: setting.workers }, () =>
		isProcess ? startProcess(app, way, setting) : startThread(app, way, setting),
	);
	const ports = await Promise.all(
		members.map(async (member) => {
			if (isProcess) await once(member, 'message');
			const listening = once(member, 'message');
			if (member instanceof Worker) send(member, given);
			else member.send(given);
			return (await listening)[0];
		}),
	);
	return {
		ports: [...new Set(ports)],
		pids: members.flatMap((member) =>
			member instanceof Worker ? [] : [Number(member.process.pid)],
		),
		async collect() {
			for (const member of members) {
				const done = once(member, 'message');
				if (member instanceof Worker) member.postMessage('collect');
				else member.send('collect');
				await done;
			}
		},
	};
}

/** @param {string} app @param {string} way @param {object} setting */
function startThread(app, way, setting) {
	return new Worker(new URL('./serving-thread.js', import.meta.url), {
		workerData: { app, way, setting },
	});
}

/** @param {string} app @param {string} way @param {object} setting */
function startProcess(app, way, setting) {
	const exec = fileURLToPath(new URL('./serving-process.js', import.meta.url));
	cluster.setupPrimary({ exec, args: [app, way, JSON.stringify(setting)] });
	return cluster.fork();
}
