// Uses each of the GEMs that it is sent, and lets go of them.
import { parentPort } from 'node:worker_threads';
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	receive,
	release,
} from '../../../src/gem/index.js';

/** @param {any} gem */
function use(gem) {
	if (AtomicLK.has(gem) || AtomicSTM.has(gem)) gem.atomic(() => (gem.n = gem.m ?? 0));
	if (Partitioned.has(gem)) gem.subset()[0] = 3;
	if (PartitionedDynamic.has(gem)) gem.getRange((/** @type {number} */ from) => (gem[from] = 3));
	if (Owned.has(gem)) gem.n = 1;
	if (Partitioned.has(gem) || Owned.has(gem)) gem.release();
}

receive(parentPort, (gems) => {
	for (const gem of gems) {
		use(gem);
		release(gem);
	}
	parentPort?.postMessage('done');
});
