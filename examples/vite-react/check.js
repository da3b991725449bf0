// The page and its answers have what the source computes, and no unit is in what a browser gets.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const server = spawn(process.execPath, ['dist/server/server.js'], {
	env: { ...process.env, PORT: '0' },
	stdio: ['ignore', 'pipe', 'inherit'],
});
try {
	const [url] = await once(createInterface({ input: server.stdout }), 'line');
	const read = async (/** @type {string} */ place) => (await fetch(url + place)).text();
	const html = await read('/?limit=1000000');
	assert.match(html, /<p>78498 primes below 1000000<\/p>/);
	assert.equal(await read('/primes?limit=10'), '4');
	const script = await read(/src="([^"]+)"/.exec(html)?.[1] ?? '');
	assert.match(script, /Twice as many/);
	assert.doesNotMatch(script, /cpu_bound/);
} finally {
	server.kill();
	await once(server, 'close');
}
