import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Run a script in a process of its own, which writes what it measured to stdout as JSON.
 *
 * @param {URL} script
 * @param {string[]} args
 * @returns {Promise<any>}
 * @throws {Error} when it ends with anything but 0
 */
export async function runChild(script, args) {
	const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	/** @type {Buffer[]} */
	const parts = [];
	for await (const part of child.stdout) parts.push(part);
	const [code, signal] = await ended;
	if (code !== 0)
		throw new Error(`${fileURLToPath(script)} ${args[0]}: ended with ${code ?? signal}`);
	return JSON.parse(Buffer.concat(parts).toString());
}
