import { parentPort } from 'node:worker_threads';
import { fingerprint } from '../../src/protocol/fingerprint.js';
import { contents } from './contents.js';

const prints = Object.entries(contents()).map(([name, values]) => [
	name,
	values.map((one) => fingerprint(one)),
]);
parentPort.postMessage(Object.fromEntries(prints));
