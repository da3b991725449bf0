// [GEM16 Fig. 5 and 6]: the types of both figures, and the worker that uses them.
import { Workers } from '@lapidary/runtime/workers';
import { gem as partitioned } from './partitioned-gem.js';
import { gem as readOnly } from './read-only-gem.js';

const size = 2;
const workers = new Workers(new URL('./figure-5-worker.js', import.meta.url), { size });

const input = readOnly.create(Array.from({ length: 100 * size }, (_, index) => index));
const result = partitioned.create(new Array(100 * size).fill(1));
for (let index = 0; index < size; index++) workers.send(index, input, result);
await workers.gather(function (replies) {
	const total = replies.reduce((sum, reply) => sum + reply.sum, 0);
	console.log('total', total, '| expected', sumOf(100 * size), '|', replies[0].violation);
});

try {
	input[0]++;
} catch (violation) {
	console.log(violation);
}

function sumOf(length) {
	let sum = 0;
	for (let index = 0; index < length; index++) sum += index * index + 1;
	return sum;
}
