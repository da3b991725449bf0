// Everything that has to hold before a change goes in. All steps run, whatever the others say; the last line counts
// the steps and the tests: `N passed, M failed`.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isBuildStale } from './build-stamp.js';
import { countTests } from './jest-summary.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STEP_LIMIT_MS = 22 * 60_000;
const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} args of node
 */

/** The longest first. @type {readonly Step[]} */
const STEPS = [
	{ name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'] },
	{ name: 'format', args: ['node_modules/prettier/bin/prettier.cjs', '--check', '.'] },
	{ name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '.'] },
	{ name: 'layers', args: ['scripts/check-layers.js'] },
	{ name: 'generated files', args: ['scripts/generate-messages.js', '--check'] },
	{ name: 'docs', args: ['scripts/check-docs.js'] },
];
/** Writes what tests run; `npm ci` has just done so in a clean clone. */
const BUILD = { name: 'build', args: ['scripts/build.js'] };
const AT_ONCE = 2;

/**
 * Run node and collect what it prints.
 *
 * @param {string[]} args
 * @param {'pipe' | 'inherit'} stdio 'inherit' prints at once and collects nothing
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function runNode(args, stdio, env = process.env) {
	const child = spawn(process.execPath, args, {
		cwd: ROOT,
		env,
		stdio: ['ignore', stdio, stdio],
		timeout: STEP_LIMIT_MS,
		killSignal: 'SIGKILL',
	});
	/** @type {string[]} */
	const output = [];
	child.stdout?.setEncoding('utf8').on('data', (text) => output.push(text));
	child.stderr?.setEncoding('utf8').on('data', (text) => output.push(text));
	const status = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	return { ok: status === 0, output: output.join('').trim() };
}

/**
 * Run the steps, two at a time, and print the result of each when it ends, with what it printed when it failed.
 *
 * @param {readonly Step[]} steps
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSteps(steps) {
	let failed = 0;
	const waiting = steps.values();
	const run = async () => {
		for (const { name, args } of waiting) {
			const startMs = performance.now();
			const { ok, output } = await runNode(args, 'pipe');
			const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
			console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.padStart(6)} s`);
			if (!ok) {
				failed++;
				console.log(output.replace(/^/gm, '       '));
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, run));
	return { passed: steps.length - failed, failed };
}

/**
 * Run all tests, with Jest's own output; of what takes minutes a share.
 *
 * @returns {Promise<{ passed: number, failed: number }>} a run that breaks off counts as one failure
 */
async function runTests() {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'lapidary-check-'));
	try {
		const report = path.join(folder, 'jest.json');
		const args = [...JEST, '--json', `--outputFile=${report}`];
		const { ok } = await runNode(args, 'inherit', { ...process.env, TEST_SHARE: '1' });
		const { passed, failed } = countTests(JSON.parse(readFileSync(report, 'utf8')));
		return { passed, failed: ok ? failed : Math.max(failed, 1) };
	} catch (error) {
		console.error(`Jest left no report: ${error}`);
		return { passed: 0, failed: 1 };
	} finally {
		rmSync(folder, { recursive: true });
	}
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const steps = await runSteps(STEPS);
	const parts = [steps, await runSteps(isBuildStale() ? [BUILD] : []), await runTests()];
	const sum = (/** @type {'passed' | 'failed'} */ name) =>
		parts.reduce((total, part) => total + part[name], 0);
	const failed = sum('failed');
	console.log(`${sum('passed')} passed, ${failed} failed`);
	process.exitCode = failed > 0 ? 1 : 0;
}
