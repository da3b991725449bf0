// `npm run first-steps [-- <name> …]`: follows README from an empty folder to a call on another thread, and lets `lapidary init`
// set up fresh projects and take that back. Packages come from npm's registry, those of this repository from their tarballs.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { FRESH_PROJECTS, tryInit } from './fresh-projects.js';
import { readSteps } from './readme-steps.js';
import { askServer, runCommand } from './shell.js';
import { runTrials } from './trials.js';

/** @import { Home } from './workplace.js' */
/** @import { Step } from './readme-steps.js' */

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
/** Sections of README. Those without a file use that of the first. */
export const TOOLS = ['Install', 'With Vite', 'With Next.js'];
const FILES = readSteps(README, TOOLS[0]).filter((step) => 'file' in step);
const PORT = '34151';

/**
 * Do what a document says.
 *
 * @param {Step[]} steps
 * @param {Home} home an empty folder
 * @returns {Promise<number>} calls that ran on threads
 * @throws {Error} when a command fails, a page answers something else, or no call ran on a thread
 */
async function follow(steps, home) {
	const place = { folder: home.folder, env: { ...home.env, PORT } };
	const server = steps.find((step, at) => 'command' in step && 'url' in (steps[at + 1] ?? {}));
	const files = steps.some((step) => 'file' in step) ? [] : FILES;
	for (const step of [...files, ...steps]) {
		if ('file' in step) home.write(step.file, step.text);
		else if ('url' in step) {
			const url = step.url.replace(/:\d+/, `:${PORT}`);
			const command = server && 'command' in server ? server.command : '';
			const answer = await askServer(command, url, place);
			if (answer !== step.answer) throw new Error(`${step.url} answers ${answer}`);
		} else if (step !== server) await runCommand(step.command, place);
	}
	const count = home.calls().length;
	if (count === 0) throw new Error('no call ran on another thread');
	return count;
}

/** @type {Record<string, (home: Home) => Promise<string>>} */
const TRIALS = {};
for (const title of TOOLS)
	TRIALS[title] = async (home) =>
		`${await follow(readSteps(README, title), home)} calls on other threads`;
for (const [name, project] of Object.entries(FRESH_PROJECTS))
	TRIALS[`init: ${name}`] = (home) => tryInit(project, home);

if (process.argv[1] === fileURLToPath(import.meta.url)) await runTrials(TRIALS);
