/** @import { Home } from './workplace.js' */
import process from 'node:process';
import { openWorkplace } from './workplace.js';

/** What is tried in an empty folder: what was seen, in a few words. @typedef {(home: Home) => Promise<string>} Trial */

/**
 * Run trials, one after the other, print what each has seen, and set the exit status of this process.
 *
 * @param {Record<string, Trial>} trials by name; those whose names have an argument of the command line in them, if there is one
 * @returns {Promise<void>}
 */
export async function runTrials(trials) {
	const wanted = process.argv.slice(2);
	const workplace = await openWorkplace();
	try {
		for (const [number, [name, trial]] of Object.entries(trials).entries()) {
			if (wanted.length > 0 && !wanted.some((one) => name.includes(one))) continue;
			const startMs = performance.now();
			const [state, text] = await trial(workplace.makeHome(String(number))).then(
				(seen) => ['ok    ', seen],
				(error) => ['FAILED', String(error?.stack ?? error)],
			);
			if (state === 'FAILED') process.exitCode = 1;
			const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
			console.log(`${state} ${name.padEnd(20)} ${seconds.padStart(4)} s  ${text}`);
		}
	} finally {
		workplace.close();
	}
}
