// Does what the Dockerfile says, without containers: the root of the image is an empty folder, and its Node is this one.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} text of a Dockerfile
 * @returns {[instruction: string, rest: string][]}
 */
const instructionsOf = (text) =>
	text
		.split('\n')
		.filter((line) => /^[A-Z]/.test(line))
		.map((line) => /** @type {[string, string]} */ (line.split(/ (.*)/)));

/**
 * @param {string} file a Dockerfile; what it copies is in its folder
 * @param {string} root absolute, empty
 * @returns {{ command: string, args: string[], cwd: string }} how the program starts
 * @throws {Error} naming what it does not know, so that no line is passed over
 */
export function buildFrom(file, root) {
	const context = path.dirname(file);
	const image = { cwd: root, command: '', args: /** @type {string[]} */ ([]) };
	const inImage = (/** @type {string} */ place) =>
		place.startsWith('/') ? path.join(root, place) : path.resolve(image.cwd, place);
	for (const [instruction, rest] of instructionsOf(readFileSync(file, 'utf8'))) {
		if (instruction === 'FROM' && /^node:\d+/.test(rest)) continue;
		// Whoever runs this is the user.
		else if (instruction === 'USER') continue;
		else if (instruction === 'WORKDIR') {
			image.cwd = inImage(rest);
			mkdirSync(image.cwd, { recursive: true });
		} else if (instruction === 'COPY') {
			const [source, target] = rest.split(' ');
			cpSync(path.resolve(context, source), inImage(target), { recursive: true });
		} else if (instruction === 'CMD') {
			const [command, ...args] = JSON.parse(rest);
			Object.assign(image, { command: command === 'node' ? process.execPath : command, args });
		} else throw new Error(`unknown instruction: ${instruction} ${rest}`);
	}
	return image;
}
