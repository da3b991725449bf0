import { codeLines, readSources } from '../../lib/count-lines.js';

/** @type {Record<string, { name: string, files: string[] }>} `files`: what a user writes for it */
export const CONTENDERS = {
	gem: { name: 'GEM', files: ['ways/gem.js'] },
	lapidary: { name: 'Lapidary, call with a GEM', files: ['src/calls.js'] },
	clone: { name: 'worker_threads, clone', files: ['ways/clone.js'] },
	json: { name: 'worker_threads, JSON', files: ['ways/json.js'] },
	processes: { name: 'cluster, JSON', files: ['ways/processes.js'] },
	objectBuffer: { name: '@bnaya/objectbuffer', files: ['ways/object-buffer.js'] },
	piscina: { name: 'piscina, clone', files: ['src/calls.js', 'pools/by-name.js'] },
	tinypool: { name: 'tinypool, clone', files: ['src/calls.js', 'pools/by-name.js'] },
	workerpool: { name: 'workerpool, clone', files: ['src/calls.js', 'pools/workerpool.js'] },
};

/** @param {string} key of a contender @returns {number} code lines */
export const linesOf = (key) =>
	readSources(CONTENDERS[key].files.map((file) => new URL(file, import.meta.url))).flatMap(
		codeLines,
	).length;
