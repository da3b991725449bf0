/** @import { Declaration, Outcome, Refusal } from './types.js' */
/** @import { Called } from './program.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFile } from './compile-file.js';
import {
	annotate,
	applySteps,
	copyPackage,
	declarationFile,
	findPackage,
	linkDependencies,
} from './prepare.js';
import { runNode } from './run-node.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CLI = path.join(ROOT, '..', 'packages', 'cli', 'bin', 'lapidary.js');
/** In one thread: packages are small, and two of them are taken at a time. */
const BUILD = [CLI, 'build', '-j', '1'];
const PROGRAM = path.join(ROOT, 'lib', 'program.js');

/**
 * Lower a package, make its calls with and without lowering, and compare.
 *
 * @param {string} name of a declaration
 * @param {boolean} isVerified the calls are made once more with LAPIDARY_MODE=verify
 * @returns {Promise<Outcome>}
 */
export async function runPackage(name, isVerified) {
	/** @type {{ default: Declaration }} */
	const { default: declaration } = await import(pathToFileURL(declarationFile(name)).href);
	const installed = findPackage(declaration.package);
	const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
	const scratch = path.join(ROOT, '.out', name);
	/** @type {Outcome} */
	const outcome = { name, version, declaration, problems: [], files: [], calls: 0, verified: 0 };
	for (const [index, refusal] of (declaration.refused ?? []).entries()) {
		const folder = path.join(scratch, `refused-${index}`);
		outcome.problems.push(...checkRefusal(refusal, installed, folder));
	}
	if (declaration.units.length === 0) return outcome;
	const compared = await lowerAndCompare(outcome, installed, scratch);
	if (compared && isVerified) outcome.problems.push(...(await verify(outcome, installed, scratch)));
	return outcome;
}

/** @param {Refusal} refusal @param {string} installed @param {string} folder @returns {string[]} problems */
function checkRefusal({ units, codes }, installed, folder) {
	copyPackage(installed, folder);
	annotate(folder, units);
	const files = new Set(units.map(({ file }) => file));
	const found = [...new Set([...files].flatMap((file) => compileFile(folder, file).codes))].sort();
	if (found.join() === codes.join()) return [];
	const names = units.map((one) => one.function).join(', ');
	return [
		`${names}: refused with ${found.join(', ') || 'nothing'} in place of ${codes.join(', ')}`,
	];
}

/**
 * @param {Outcome} outcome
 * @param {string} installed
 * @param {string} scratch
 * @returns {Promise<boolean>} whether both programs came to their end
 */
async function lowerAndCompare(outcome, installed, scratch) {
	const { name, declaration, problems } = outcome;
	const plain = path.join(scratch, 'source');
	const lowered = path.join(scratch, 'lowered');
	const fail = (/** @type {string[]} */ ...found) => {
		problems.push(...found);
		return false;
	};
	copyPackage(installed, plain);
	applySteps(plain, declaration.steps ?? []);
	annotate(plain, declaration.units);
	const built = await runNode([...BUILD, plain, '--out-dir', lowered]);
	if (!built.ok) return fail(built.output);
	for (const folder of [plain, lowered]) linkDependencies(installed, folder);
	outcome.files = [...new Set(declaration.units.map(({ file }) => file))].map(
		(file) => compileFile(plain, file).facts,
	);
	const file = declarationFile(name);
	const runs = await Promise.all([
		runCalls(file, plain, 'plain'),
		runCalls(file, lowered, 'lowered'),
	]);
	const [expected, found] = runs;
	if (typeof expected === 'string' || typeof found === 'string') {
		return fail(...runs.filter((one) => typeof one === 'string'));
	}
	outcome.calls = found.calls.length;
	problems.push(...compareCalls(declaration, expected.calls, found.calls));
	if (found.pool !== found.calls.length)
		problems.push(`${found.pool} of ${found.calls.length} calls ran on the pool`);
	return true;
}

/**
 * Make the calls once more, each compared by the runtime with the package's own function in the same process.
 *
 * @param {Outcome} outcome `verified` is set
 * @param {string} installed
 * @param {string} scratch
 * @returns {Promise<string[]>} problems
 */
async function verify(outcome, installed, scratch) {
	const plain = path.join(scratch, 'source');
	const folder = path.join(scratch, 'verified');
	const built = await runNode([...BUILD, plain, '--out-dir', folder, '--verify', '--no-link']);
	if (!built.ok) return [built.output];
	linkDependencies(installed, folder);
	const args = [PROGRAM, declarationFile(outcome.name), folder, 'lowered', `${folder}.json`];
	const run = await runNode(args, { LAPIDARY_MODE: 'verify' });
	const counted = /^lapidary verify: (\d+) calls of \d+ units compared, (\d+) differences$/m;
	const [, calls, differences] = counted.exec(run.output) ?? [];
	outcome.verified = Number(calls ?? 0);
	if (run.ok && differences === '0' && outcome.verified > 0) return [];
	return [`with LAPIDARY_MODE=verify: ${run.output}`];
}

/**
 * @param {string} declaration file
 * @param {string} folder
 * @param {'plain' | 'lowered'} mode
 * @returns {Promise<{ calls: Called[], pool: number } | string>} what went wrong, when the process fails
 */
async function runCalls(declaration, folder, mode) {
	const report = `${folder}.json`;
	const run = await runNode([PROGRAM, declaration, folder, mode, report]);
	return run.ok ? JSON.parse(readFileSync(report, 'utf8')) : `${mode}: ${run.output}`;
}

/**
 * @param {Declaration} declaration
 * @param {Called[]} plain
 * @param {Called[]} lowered
 * @returns {string[]} problems
 */
function compareCalls({ vectors, changesArguments }, plain, lowered) {
	return plain.flatMap((one, index) => {
		const other = lowered[index];
		const { call } = vectors[index % vectors.length];
		const heading = `call ${(index % vectors.length) + 1}, ${call}`;
		return [
			one.expected === undefined
				? null
				: difference(`${heading}: documented and plain`, one.expected, one.result),
			difference(`${heading}: plain and lowered`, one.result, other.result),
			changesArguments
				? null
				: difference(`${heading}: arguments, plain and lowered`, one.args, other.args),
		].filter((problem) => problem !== null);
	});
}

/** @param {string} heading @param {string} left @param {string} right @returns {string | null} */
function difference(heading, left, right) {
	if (left === right) return null;
	let at = 0;
	while (left[at] === right[at]) at++;
	const excerpt = (/** @type {string} */ text) => text.slice(Math.max(0, at - 60), at + 120);
	return `${heading} differ at ${at}:\n  ${excerpt(left)}\n  ${excerpt(right)}`;
}
