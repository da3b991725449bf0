import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const COMMAND_LIMIT_MS = 540_000;
const SERVER_LIMIT_MS = 120_000;
const POLL_MS = 250;

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv }} Place where commands run */

/**
 * Run a command as a shell does.
 *
 * @param {string} command
 * @param {Place} place
 * @returns {Promise<string>} what it prints, both outputs
 * @throws {Error} with that, when it fails or takes too long
 */
export async function runCommand(command, place) {
	const running = start(command, place);
	const timer = setTimeout(running.stop, COMMAND_LIMIT_MS);
	try {
		const status = await running.ended;
		if (status !== 0) throw new Error(`\`${command}\` ended with ${status}:\n${running.printed()}`);
		return running.printed();
	} finally {
		clearTimeout(timer);
	}
}

/**
 * Run a server until it has answered.
 *
 * @param {string} command
 * @param {string} url
 * @param {Place} place
 * @returns {Promise<string>} the body of the first answer with a status of success
 * @throws {Error} when it ends, or gives no such answer in time
 */
export async function askServer(command, url, place) {
	const running = start(command, place);
	const end = { isOver: false };
	const ended = running.ended.finally(() => (end.isOver = true));
	try {
		for (const startMs = Date.now(); Date.now() - startMs < SERVER_LIMIT_MS; await sleep(POLL_MS)) {
			if (end.isOver) break;
			const response = await fetch(url).catch(() => undefined);
			if (response?.ok) return await response.text();
		}
		throw new Error(`\`${command}\` has not answered at ${url}:\n${running.printed()}`);
	} finally {
		running.stop();
		await ended;
	}
}

/**
 * @param {string} command
 * @param {Place} place
 * @returns {{ ended: Promise<number | string>, printed: () => string, stop: () => void }} `ended`: status or signal
 */
function start(command, { folder, env }) {
	// A process group of its own, so that a server that npm has started ends with it.
	const child = spawn('sh', ['-c', command], {
		cwd: folder,
		env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	/** @type {string[]} */
	const output = [];
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text) => output.push(text));
	/** @type {Promise<number | string>} */
	const ended = new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', (status, signal) => resolve(status ?? String(signal)));
	});
	return {
		ended,
		printed: () => output.join(''),
		stop() {
			if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
			process.kill(-child.pid, 'SIGKILL');
		},
	};
}
