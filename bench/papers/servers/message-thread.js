import { parentPort, workerData } from 'node:worker_threads';
import { answer } from './src/answer.js';

parentPort?.on('message', async (message) => {
	const { session, category } = workerData === 'json' ? JSON.parse(message) : message;
	parentPort?.postMessage(await answer(session, category));
});
parentPort?.postMessage('ready');
