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
let ended = 0;
function makeSome() {
	for (let each = 0; each < 20 && made < count; each++) {
		const gem = make(made++);
		send(gem, (made * 7) % 5);
		releaseHandle(gem);
	}
}

previous.on('message', ({ gem, generation, hops }) => {
	takeInFlight(gem, generation);
	check(gem);
	if (hops > 0) send(gem, hops - 1);
	else parentPort?.postMessage('ended');
	releaseHandle(gem);
	if (++ended % 10 === 0) makeSome();
});
makeSome();
