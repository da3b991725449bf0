// [GEM16 Fig. 1]: counts keywords by messages, each of which is a copy.
import { Workers } from '@lapidary/runtime/workers';
import { makeDocument } from './document.js';

const workers = new Workers(new URL('./figure-1-worker.js', import.meta.url));

const registry = makeDocument(30_000);
const keys = ['some', 'Important', 'words'];
// send data to workers
await workers
	.multicast(keys)
	.scatter(registry)
	// callback when all workers replied
	.gather(function (results) {
		const total = accumulate(results);
		console.log('result is', total);
	});

function accumulate(results) {
	const total = {};
	for (const result of results)
		for (const key in result) total[key] = (total[key] ?? 0) + result[key];
	return total;
}
