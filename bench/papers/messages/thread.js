import { parentPort, workerData } from 'node:worker_threads';
import { answer } from './answer.js';
import { WAYS } from './ways/index.js';

const { way, ports, place } = workerData;
answer(WAYS[/** @type {keyof typeof WAYS} */ (way)], parentPort, ports, place);
parentPort?.postMessage('ready');
