import { parentPort, workerData } from 'node:worker_threads';

const { program, way } = workerData;
const { work } = await import(`../plain/${program}.js`);
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
/** @type {any} */
let kept;

port.on('message', (message) => {
	const { chunk, from } = way === 'json' ? JSON.parse(message) : message;
	kept = chunk ?? kept;
	const result = work(kept, from);
	port.postMessage(way === 'json' ? JSON.stringify(result) : result);
});
port.postMessage('ready');
