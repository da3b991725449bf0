// The server that `next build` has made answers what the source computes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const next = 'node_modules/next/dist/bin/next';
const server = spawn(process.execPath, [next, 'start', '--port', '0'], {
	stdio: ['ignore', 'pipe', 'inherit'],
});
try {
	let url = '';
	for await (const line of createInterface({ input: server.stdout })) {
		url = /http:\/\/localhost:\d+/.exec(line)?.[0] ?? url;
		if (!line.includes('Ready')) continue;
		const response = await fetch(`${url}/primes?limit=1000000`);
		assert.equal(await response.text(), '78498');
		break;
	}
} finally {
	server.kill();
	await once(server, 'close');
}
