// [GEM16 Fig. 2]: counts keywords in one shared document, into one shared result.
import {
	AtomicLK as atomic,
	Partitioned as part,
	ReadOnly as readonly,
} from '@lapidary/runtime/gem';
import { Workers } from '@lapidary/runtime/workers';
import { makeDocument } from './document.js';

const workers = new Workers(new URL('./figure-2-worker.js', import.meta.url));

// create three GEMs
const registry = readonly.create(makeDocument(30_000));
const keys = part.create(['some', 'Important', 'words']);
const finalResult = atomic.create({});
// multicast three GEMs to the workers
await workers.multicast(registry, keys, finalResult).gather(function () {
	// no need for post-processing
	console.log(finalResult);
});
