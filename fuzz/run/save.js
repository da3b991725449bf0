/** @import { Program } from '../generate/program.js' */
/** @import { Verdict } from './check.js' */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkCase, FIXTURES, readCase } from '../../fixtures/run.js';
import { formatCase, formatSources } from './format.js';

/**
 * Write a failing program down as a case of `fixtures/bug`. Its name is for a person to change.
 *
 * @param {Program} program
 * @param {Verdict} verdict
 * @returns {Promise<string>} the folder
 */
export async function saveCase(program, { kind }) {
	const name = `fuzz-${program.seed}`;
	const folder = path.join(FIXTURES, 'bug', name);
	mkdirSync(folder, { recursive: true });
	for (const [file, text] of await formatSources(program)) {
		writeFileSync(path.join(folder, file), text);
	}
	const title = `what a generated program does (${kind})`;
	writeFileSync(path.join(folder, 'case.js'), await formatCase(program.calls, title));
	await checkCase(await readCase({ group: 'bug', name, folder }), { update: true });
	return folder;
}
