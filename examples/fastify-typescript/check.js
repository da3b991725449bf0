// While primes are counted, the server answers other requests.
import assert from 'node:assert/strict';
import { createServer } from './dist/server.js';

const server = createServer();
/** @type {string[]} */
const order = [];
const ask = async (/** @type {string} */ url) => {
	const { body } = await server.inject(url);
	order.push(url);
	return body;
};
const bodies = await Promise.all([ask('/primes?limit=3000000'), ask('/health')]);
assert.deepEqual(bodies, ['{"count":216816}', 'ok']);
assert.deepEqual(order, ['/health', '/primes?limit=3000000']);
await server.close();
