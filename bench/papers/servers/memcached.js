import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';
import { MemcachedClient } from './memcached-client.js';

const TRIES = 100;
const ENDINGS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Start a memcached on loopback, with a port of its own, for as long as this process lives.
 *
 * @returns {Promise<{ port: number, stop: () => void } | undefined>} nothing when it is not installed
 */
export async function startMemcached() {
	const port = await freePort();
	const args = ['-l', '127.0.0.1', '-p', String(port), '-U', '0', '-m', '256'];
	if (process.getuid?.() === 0) args.push('-u', 'root');
	const child = spawn('memcached', args, { stdio: 'ignore' });
	const stop = () => void child.kill();
	process.once('exit', stop);
	// A signal ends a process without 'exit'.
	for (const signal of ENDINGS) process.once(signal, () => process.exit(1));
	const isMissing = await Promise.race([
		once(child, 'spawn').then(() => false),
		once(child, 'error').then(() => true),
	]).catch(() => true);
	if (isMissing) return undefined;
	for (let tries = 0; tries < TRIES; tries++) {
		try {
			(await MemcachedClient.open(port)).close();
			return { port, stop };
		} catch {
			// It does not listen yet.
			await later(20);
		}
	}
	stop();
	throw new Error('memcached has been started, and does not answer');
}

/** @returns {Promise<number>} */
async function freePort() {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	server.close();
	await once(server, 'close');
	return port;
}
