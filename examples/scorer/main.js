import { stats } from '@lapidary/runtime';
import { makeScorer } from './score.js';

const score = makeScorer([1, 2, 3]);
const batches = [
	[
		[1, 1, 1],
		[2, 2, 2],
	],
	[
		[3, 3, 3],
		[4, 4, 4],
	],
];
for (const scores of await Promise.all(batches.map((rows) => score(rows)))) {
	console.log(scores.join(' '));
}
console.log(`${stats().completed} calls ran on the pool`);
