import { isMainThread, threadId } from 'node:worker_threads';
import { dot } from './linalg.js';
const SCALE = 10;
function norm(x) {
	return x / SCALE;
}

export function makeScorer(weights) {
	return async function score(rows) {
		'use cpu_bound';
		console.log(`scored on ${isMainThread ? 'the main thread' : `worker thread ${threadId}`}`);
		return rows.map((row) => norm(dot(row, weights)));
	};
}
