import { parentPort, workerData } from 'node:worker_threads';

const { program, numbers } = workerData;
const { work } = await import(`../plain/${program}.js`);

parentPort?.on('message', ({ from, to }) =>
	parentPort?.postMessage(work(numbers.subarray(from, to), from)),
);
parentPort?.postMessage('ready');
