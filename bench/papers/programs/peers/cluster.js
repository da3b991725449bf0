/** @import { Peer } from './index.js' */
import nodeCluster from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { rangesOf } from '../split.js';

/** Processes that are sent JSON through pipes: what the paper calls Node.js. @type {Peer} */
export const cluster = {
	name: 'cluster, JSON',
	files: ['peers/cluster.js', 'peers/cluster-process.js', 'split.js'],
	async open({ program, content, parts, merge }) {
		const exec = fileURLToPath(new URL('./cluster-process.js', import.meta.url));
		nodeCluster.setupPrimary({ exec, args: [program.name] });
		const processes = Array.from({ length: parts }, () => nodeCluster.fork());
		await Promise.all(processes.map((each) => once(each, 'message')));
		const ranges = rangesOf(content.length, parts, program.step);
		return {
			async run() {
				const answers = ranges.map(async ({ from, to }, part) => {
					const answer = once(processes[part], 'message');
					processes[part].send({ chunk: content.slice(from, to), from });
					return (await answer)[0];
				});
				return merge(await Promise.all(answers));
			},
			async close() {
				for (const each of processes) each.kill();
			},
		};
	},
};
