/** @import { Chosen, Found, FunctionCalls, PackageOutcome, Task } from './types.js' */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../run-node.js';
import { readLines } from './annotate-functions.js';
import { lowerSome } from './lower-in-rounds.js';

const CALL = fileURLToPath(new URL('call-package.js', import.meta.url));
const LIMIT_MS = 600_000;
const MOST_ROUNDS = 8;
const EXCERPT = 400;

/** @typedef {{ installed: string, scratch: string, entry: string, declarations: string }} Context */

/**
 * Lower functions, in as few builds as can be, and compare their calls with those of the plain package.
 *
 * @param {PackageOutcome} outcome what is found is written into it
 * @param {readonly Found[]} functions each of which is lowered alone
 * @param {Context} context `scratch` holds the package as it is in `plain`
 */
export async function compareFunctions(outcome, functions, context) {
	const candidates = await run(outcome, functions, context, { mode: 'choose' });
	const chosen = Object.fromEntries(candidates.map(({ name, calls }) => [name, calls]));
	let rest = [...functions];
	for (let round = 0; round < MOST_ROUNDS && rest.length > 0; round++) {
		const { lowered, problem } = await lowerSome(context.installed, context.scratch, rest);
		if (problem) outcome.problems.push(problem);
		if (lowered.length === 0) break;
		const again = await run(outcome, lowered, context, { mode: 'plain', chosen });
		const expected = Object.fromEntries(
			again.map(({ name, calls }) => [name, areSteady(calls, chosen[name]) ? calls : []]),
		);
		const found = await run(outcome, lowered, context, { mode: 'lowered', chosen: expected });
		for (const calls of found) compareCalls(outcome, calls, expected[calls.name] ?? []);
		rest = rest.filter((fn) => !lowered.includes(fn));
	}
	if (rest.length > 0)
		outcome.problems.push(
			`lowered alone, and in no build: ${rest.map((fn) => fn.name).join(', ')}`,
		);
}

/** @param {readonly Chosen[]} calls @param {readonly Chosen[]} earlier in another process @returns {boolean} whether the same came of them */
const areSteady = (calls, earlier) => calls.every(({ text }, at) => text === earlier[at].text);

/** @param {PackageOutcome} outcome @param {readonly Found[]} functions @param {Context} context @param {Partial<Task>} options @returns {Promise<FunctionCalls[]>} */
async function run(outcome, functions, { scratch, entry, declarations }, options) {
	const folder = path.join(scratch, options.mode === 'lowered' ? 'lowered' : 'plain');
	const [taskFile, report] = [`${folder}.task`, `${folder}.calls`];
	const task = { folder, entry, declarations, functions, chosen: {}, ...options };
	writeFileSync(taskFile, JSON.stringify(task));
	rmSync(report, { force: true });
	const ended = await runNode(['--no-warnings', CALL, taskFile, report], {}, LIMIT_MS);
	/** @type {FunctionCalls[]} */
	const found = readLines(report);
	if (!ended.ok || found.length < functions.length) {
		const at = functions[found.length]?.name ?? 'the end';
		outcome.problems.push(`calls (${options.mode}) ended at ${at}: ${ended.output.slice(-1000)}`);
	}
	return found;
}

/** @param {PackageOutcome} outcome @param {FunctionCalls} lowered @param {readonly Chosen[]} expected */
function compareCalls({ functions, problems }, { name, calls, onPool, warned }, expected) {
	const fn = functions.find((one) => one.name === name);
	if (!fn) return;
	let refused = 0;
	/** @type {string[]} */
	const differences = [];
	const returned = expected.filter(({ kind }) => kind === 'result').length;
	for (const [at, call] of calls.entries()) {
		const plain = expected[at];
		const code = call.told ?? warned[0];
		fn.calls++;
		if (call.told) refused++;
		if (call.text === plain.text) fn.equal++;
		else if (code) fn.told[code] = (fn.told[code] ?? 0) + 1;
		else if (call.apart === plain.apart) fn.copies++;
		else differences.push(describeDifference(`arguments ${call.index}`, plain.text, call.text));
	}
	fn.isUseless = returned > 0 && !calls.some(({ kind }) => kind === 'result');
	if (differences.length > 0)
		problems.push(`${name}, ${differences.length} of ${calls.length} calls, ${differences[0]}`);
	if (onPool + refused < calls.length)
		problems.push(`${name}: ${onPool} of ${calls.length} calls ran on the pool`);
}

/** @param {string} heading @param {string} plain @param {string} lowered @returns {string} */
function describeDifference(heading, plain, lowered) {
	let at = 0;
	while (plain[at] === lowered[at]) at++;
	const excerpt = (/** @type {string} */ text) =>
		text.slice(Math.max(0, at - EXCERPT / 2), at + EXCERPT / 2);
	return `${heading}: plain and lowered differ at ${at}:\n  ${excerpt(plain)}\n  ${excerpt(lowered)}`;
}
