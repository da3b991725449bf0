/** @import { Diagnostic, Found, FunctionOutcome, PackageOutcome } from './types.js' */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../run-node.js';
import { annotatedTexts } from './annotate-functions.js';
import { attribute } from './attribute.js';

const CHECK = fileURLToPath(new URL('check-many.js', import.meta.url));
const LIMIT_MS = 1_800_000;

/** The directive that refuses, and the one that leaves on the host what cannot be lowered. */
export const DIRECTIVE = 'use cpu_bound';
const OPTIONAL_DIRECTIVE = 'use try_cpu_bound';

/**
 * Annotate all functions of a package at once, with either directive, and each alone.
 *
 * @param {PackageOutcome} outcome what is found is written into it
 * @param {string} folder of the package as it is
 * @param {readonly Found[]} functions
 * @returns {Promise<boolean>} whether the compiler has come to its end
 */
export async function checkFunctions(outcome, folder, functions) {
	const jobs = [
		annotatedTexts(folder, functions, DIRECTIVE),
		annotatedTexts(folder, functions, OPTIONAL_DIRECTIVE),
		...functions.map((fn) => annotatedTexts(folder, [fn], DIRECTIVE)),
	];
	const [jobsFile, report] = [`${folder}.jobs`, `${folder}.checks`];
	writeFileSync(jobsFile, JSON.stringify(jobs));
	// As it is lowered, the command line sets up its threads, which a process may do once.
	const variables = { LAPIDARY_CLI_SOURCE: '1' };
	const run = await runNode([CHECK, folder, jobsFile, report], variables, LIMIT_MS);
	if (!run.ok) {
		outcome.problems.push(`lapidary check has failed: ${run.output.slice(-2000)}`);
		return false;
	}
	/** @type {Diagnostic[][]} */
	const [together, optional, ...alone] = JSON.parse(readFileSync(report, 'utf8'));
	const { ofFunction, others } = attribute(together, {
		...{ folder, directive: DIRECTIVE, functions, texts: jobs[0] },
	});
	outcome.functions = functions.map((fn, index) => ({
		name: fn.name,
		together: [...(ofFunction.get(fn) ?? [])].sort(),
		alone: describeRefusals(alone[index], folder),
		...{ calls: 0, equal: 0, copies: 0, isUseless: false, told: {} },
	}));
	outcome.others = [...new Set(others.map(({ code }) => code))].sort();
	outcome.optional = describeRefusals(optional, folder);
	for (const { code, place, message } of outcome.optional)
		outcome.problems.push(`with "${OPTIONAL_DIRECTIVE}": ${code} ${place} ${message}`);
	return true;
}

/** @param {readonly Diagnostic[]} diagnostics @param {string} folder @returns {FunctionOutcome['alone']} the first of each code */
function describeRefusals(diagnostics, folder) {
	/** @type {Map<string, FunctionOutcome['alone'][number]>} */
	const byCode = new Map();
	for (const { code, filename, start, message } of diagnostics) {
		const file = filename === null ? '' : path.relative(folder, path.resolve(filename));
		const place = start === null ? file : `${file}:${start.line}`;
		if (!byCode.has(code)) byCode.set(code, { code, place, message: message.split('\n')[0] });
	}
	return [...byCode.values()].sort((left, right) => (left.code < right.code ? -1 : 1));
}
