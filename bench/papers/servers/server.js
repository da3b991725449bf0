// A server in a process of its own: `node server.js <app> <way> <setting as JSON>` writes its ports to stdout, and answers
// `memory` on stdin; it ends with stdin.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { serveScaleUp } from './scale-up.js';
import { serve } from './serve.js';

const [app, way, text] = process.argv.slice(2);
const setting = JSON.parse(text);
const { ports, pids, collect } = await start();
write({ ports });

for await (const line of createInterface({ input: process.stdin })) {
	if (line !== 'memory') continue;
	for (let turn = 0; turn < 3; turn++) {
		await collect();
		globalThis.gc?.();
	}
	write({ bytes: [process.pid, ...pids].reduce((sum, pid) => sum + residentBytes(pid), 0) });
}
process.exit(0);

/** @returns {ReturnType<typeof serve>} */
async function start() {
	if (app !== 'scale-up') return serve(/** @type {any} */ (app), way, setting);
	return {
		ports: [await serveScaleUp(way, setting.workers)],
		pids: [],
		collect: async () => {},
	};
}

/** @param {object} answer */
function write(answer) {
	process.stdout.write(`${JSON.stringify(answer)}\n`);
}

/** Its share of what processes have together is in it. @param {number} pid */
function residentBytes(pid) {
	const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(
		readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'),
	) ?? [undefined, NaN];
	return Number(kilobytes) * 1024;
}
