/** @import { Ended } from './programs.js' */
/** @import { Tree } from './generate-tree.js' */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertSameOutputs, hashFiles } from '../lib/compare-outputs.js';
import { interleave } from '../lib/interleave.js';
import { generateTree } from './generate-tree.js';
import { runBuild, runCopy, runNothing } from './programs.js';

const SYNTAX_ERROR = '\nexport const = {;\n';

/**
 * @typedef {object} Figures
 * @property {Tree} tree
 * @property {Record<string, number[]>} samples milliseconds per round
 * @property {string} unparsed how it was seen that nothing is parsed
 */

/**
 * @param {string} directory empty, for trees and outputs
 * @param {object} plan
 * @param {number} plan.files
 * @param {number} plan.rounds
 * @param {(text: string) => void} onStep
 * @returns {Promise<Figures>}
 */
export async function measure(directory, { files, rounds }, onStep) {
	const source = join(directory, 'source');
	onStep(`writing ${files} files`);
	const tree = generateTree(source, { files });
	const expected = hashFiles(source);

	/** @type {Record<string, (from: string, to: string) => Promise<Ended>>} */
	const programs = { 'lapidary build': runBuild, copy: runCopy, nothing: runNothing };
	const samples = await interleave(Object.keys(programs), {
		rounds,
		warmUp: 1,
		async sample(name, round) {
			onStep(`round ${round + 1}/${rounds}: ${name}`);
			const target = join(directory, 'target');
			rmSync(target, { recursive: true, force: true });
			const ended = await programs[name](source, target);
			assertSucceeded(name, ended);
			if (name !== 'nothing') assertSameOutputs(name, expected, hashFiles(target));
			return ended.milliseconds;
		},
	});
	onStep('a tree that does not parse');
	return { tree, samples, unparsed: await assertNothingIsParsed(directory, files) };
}

/**
 * Build a tree in which every file has a syntax error: it must pass and come out byte for byte.
 * Then annotate a function in one of the files: now the same build must fail at that file and no
 * other, which shows that the first one would have failed had it parsed anything.
 *
 * @param {string} directory
 * @param {number} files
 * @returns {Promise<string>} what was seen
 */
async function assertNothingIsParsed(directory, files) {
	const source = join(directory, 'broken');
	const target = join(directory, 'broken-target');
	generateTree(source, { files, ending: SYNTAX_ERROR });
	assertSucceeded('lapidary build of files with syntax errors', await runBuild(source, target));
	assertSameOutputs('lapidary build', hashFiles(source), hashFiles(target));

	const annotated = join(source, 'area-0', 'part-0', 'module-0.js');
	const text = readFileSync(annotated, 'utf8');
	writeFileSync(annotated, `export async function f() { 'use cpu_bound'; return 1; }\n${text}`);
	const { exitCode, output } = await runBuild(source, `${target}-2`);
	if (exitCode !== 1 || !output.includes('module-0.js') || output.includes('module-1.js')) {
		throw new Error(`one annotated file with a syntax error: exit code ${exitCode}\n${output}`);
	}
	return (
		`${files} files with a syntax error each came out byte for byte; with an annotation in one of them the ` +
		'build ended with 1 and named that file only.'
	);
}

/**
 * @param {string} name
 * @param {Ended} ended
 */
function assertSucceeded(name, { exitCode, output }) {
	if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}\n${output}`);
}
