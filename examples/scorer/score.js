import { dot } from './linalg.js';
const SCALE = 10;
function norm(x) {
	return x / SCALE;
}

export function makeScorer(weights) {
	return async function score(rows) {
		'use cpu_bound';
		return rows.map((row) => norm(dot(row, weights)));
	};
}
