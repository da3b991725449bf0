// Takes GEMs that arrive, checks what is in them, and sends them on or lets go of them; makes new ones meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import {
	addInFlight,
	createGem,
	generationOf,
	releaseHandle,
	rootOf,
	setRoot,
	takeInFlight,
} from '../../../src/gem/memory/directory.js';
import { I32 } from '../../../src/gem/memory/heap.js';
import { Region } from '../../../src/gem/memory/region.js';

/** @type {{ next: import('node:worker_threads').MessagePort, previous: import('node:worker_threads').MessagePort, count: number }} */
const { next, previous, count } = workerData;

function make(seed) {
	const gem = createGem(1);
	const region = new Region(gem);
	const cells = 1 + ((seed * 37) % 700);
	const address = region.allocate(cells);
	I32.fill(gem, 2 * address, 2 * (address + cells));
	setRoot(gem, address, cells);
	return gem;
}

function check(gem) {
	const { address, stamp: cells } = rootOf(gem);
	const isWhole = I32.subarray(2 * address, 2 * (address + cells)).every((word) => word === gem);
	if (!isWhole) throw new Error(`GEM ${gem} was released while a message held it`);
}

function send(gem, hops) {
	addInFlight(gem);
	next.postMessage({ gem, generation: generationOf(gem), hops });
}

let made = 0;

/** One that goes round once or twice, and ends where it was made. */
function makeOne() {
	if (made === count) return;
	const gem = make(made++);
	send(gem, made % 2 === 0 ? 2 : 5);
	releaseHandle(gem);
}

previous.on('message', ({ gem, generation, hops }) => {
	takeInFlight(gem, generation);
	check(gem);
	if (hops > 0) send(gem, hops - 1);
	releaseHandle(gem);
	if (hops > 0) return;
	parentPort?.postMessage('ended');
	makeOne();
});
for (let each = 0; each < 20; each++) makeOne();
