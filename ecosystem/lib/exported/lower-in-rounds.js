/** @import { Diagnostic, Found } from './types.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkDependencies } from '../prepare.js';
import { runNode } from '../run-node.js';
import { annotatedTexts, copyLibrary, writeTexts } from './annotate-functions.js';
import { attribute } from './attribute.js';
import { DIRECTIVE } from './check-functions.js';

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/lapidary.js', import.meta.url));
const BUILD_LIMIT_MS = 600_000;

/**
 * Build as many of some functions together as can be: those with errors are left for another build.
 *
 * @param {string} installed the package
 * @param {string} scratch folder
 * @param {readonly Found[]} functions each of which is lowered alone
 * @returns {Promise<{ lowered: Found[], problem?: string }>} the package is in `lowered` of the folder
 */
export async function lowerSome(installed, scratch, functions) {
	let rest = [...functions];
	while (rest.length > 0) {
		const built = await build(installed, scratch, rest);
		if (typeof built === 'string') return { lowered: [], problem: built };
		if (built.length === 0) return { lowered: rest };
		const source = path.join(scratch, 'source');
		const { ofFunction } = attribute(built, {
			...{ folder: source, directive: DIRECTIVE, functions: rest },
			texts: readTexts(source, rest),
		});
		const fine = rest.filter((fn) => !ofFunction.has(fn));
		if (rest.length === 1)
			return {
				lowered: [],
				problem: `${rest[0].name} is checked, and not built: ${built[0].code}`,
			};
		// Errors that none of them is known by, or all: they may go by halves.
		const isHelp = fine.length > 0 && fine.length < rest.length;
		rest = isHelp ? fine : rest.slice(0, Math.ceil(rest.length / 2));
	}
	return { lowered: [] };
}

/** @param {string} installed @param {string} scratch @param {readonly Found[]} functions @returns {Promise<Diagnostic[] | string>} errors, or why there is no answer */
async function build(installed, scratch, functions) {
	const [source, lowered] = [path.join(scratch, 'source'), path.join(scratch, 'lowered')];
	copyLibrary(installed, source);
	writeTexts(source, annotatedTexts(source, functions, DIRECTIVE));
	const args = [CLI, 'build', source, '--out-dir', lowered, '-j', '1', '--format', 'json'];
	const run = await runNode(args, {}, BUILD_LIMIT_MS);
	if (!run.printed.startsWith('{')) return `lapidary build has failed: ${run.output.slice(-2000)}`;
	linkDependencies(installed, lowered);
	/** @type {{ diagnostics: Diagnostic[] }} */
	const { diagnostics } = JSON.parse(run.printed);
	return diagnostics.filter(({ severity }) => severity === 'error');
}

/** @param {string} folder @param {readonly Found[]} functions @returns {Record<string, string>} */
const readTexts = (folder, functions) =>
	Object.fromEntries(
		functions.map(({ file }) => [file, readFileSync(path.join(folder, file), 'utf8')]),
	);
