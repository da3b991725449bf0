/** @import { Diagnostic } from '../types.js' */
/** @import { InitPlan, Left } from '../init/plan-init.js' */
import { isUtf8 } from 'node:buffer';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { findPackageManager } from '@lapidary/compiler/package-manager';
import { displayPath, errorCode } from '../build/paths.js';
import {
	changedSinceInit,
	configLeftAlone,
	manifestNotUsable,
	missingArgument,
	nothingToUndo,
} from '../diagnostics/codes.js';
import { CommandFailure, exitStatus } from '../diagnostics/command-failure.js';
import { applyChanges } from '../init/apply.js';
import { planInit } from '../init/plan-init.js';
import { hashOf, planUndo, readBytes, readRecord, writeRecord } from '../init/record.js';
import { formatDiff } from '../output/diff.js';
import { counted, printReport } from '../output/print-report.js';
import { readVersion } from '../version.js';

const COMMAND = 'lapidary init';

/**
 * `lapidary init`: set a project up, or take that back. What would change is shown first.
 *
 * @param {{ yes?: boolean, dryRun?: boolean, undo?: boolean }} given options of the command line
 * @returns {Promise<number>} the exit status
 * @throws {CommandFailure} when it cannot start
 */
export async function init({ yes = false, dryRun = false, undo = false }) {
	const root = process.cwd();
	const mode = { yes, dryRun };
	return undo ? takeBack(root, mode) : setUp(root, mode);
}

/** Whether to ask, or to write nothing at all. @typedef {{ yes: boolean, dryRun: boolean }} Mode */

/**
 * @param {string} root absolute
 * @param {Mode} mode
 * @returns {Promise<number>}
 */
async function setUp(root, mode) {
	const plan = makePlan(root);
	const { changes } = plan;
	print(changes.map(({ path: name, before, after }) => formatDiff(name, before, after)).join(''));
	const left = plan.left.map((one) => describeLeft(root, one));
	await printReport({ command: 'init', format: 'pretty', diagnostics: left });
	if (changes.length === 0) return say('nothing to change', 0);
	if (!(await isWanted(mode))) return say('nothing was written', 0);
	const record = readRecord(root);
	const files = changes.map(({ path: name, before, after }) => ({
		path: name,
		before: before === undefined ? null : Buffer.from(before).toString('base64'),
		after: hashOf(after),
	}));
	// The record comes first: what is interrupted can be taken back, too.
	writeRecord(root, { ...record, runs: [...record.runs, { files }] });
	const failures = applyChanges(root, changes);
	if (failures.length > 0) {
		writeRecord(root, record);
		return fail(failures);
	}
	return say(describeDone(plan), 0);
}

/**
 * @param {string} root absolute
 * @param {Mode} mode
 * @returns {Promise<number>}
 */
async function takeBack(root, mode) {
	const record = readRecord(root);
	if (record.runs.length === 0)
		throw new CommandFailure(nothingToUndo({ path: displayPath(root) }));
	const { files, changed } = planUndo(record, (name) => readBytes(path.join(root, name)));
	if (changed.length > 0)
		return fail(
			changed.map((name) => changedSinceInit({ path: name }, { filename: path.join(root, name) })),
		);
	const changes = [...files].flatMap(([name, { current, original }]) => {
		const [before, after] = [current?.toString(), original?.toString()];
		return before === after ? [] : [{ path: name, before, after }];
	});
	print(changes.map(({ path: name, before, after }) => formatDiff(name, before, after)).join(''));
	if (!(await isWanted(mode))) return say('nothing was written', 0);
	const failures = applyChanges(root, changes);
	if (failures.length > 0) return fail(failures);
	writeRecord(root, { version: 1, runs: [] });
	return say(`took ${counted(changes.length, 'change')} back`, 0);
}

/**
 * @param {string} root absolute
 * @returns {InitPlan}
 * @throws {CommandFailure} LP7033
 */
function makePlan(root) {
	const manifest = path.join(root, 'package.json');
	const unusable = (/** @type {string} */ reason) =>
		new CommandFailure(
			manifestNotUsable({ path: displayPath(manifest), reason }, { filename: manifest }),
		);
	const read = (/** @type {string} */ name) => {
		const bytes = readBytes(path.join(root, name));
		return bytes && isUtf8(bytes) ? bytes.toString() : undefined;
	};
	if (read('package.json') === undefined) throw unusable('is not there, or is not UTF-8');
	try {
		const files = { read, list: listIn(root), manager: findPackageManager(root) };
		return planInit(files, readVersion());
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw unusable(`is no JSON object: ${error.message}`);
	}
}

/**
 * @param {string} root absolute
 * @returns {(folder: string) => string[]} names in a folder; empty for what is none
 */
const listIn = (root) => (folder) => {
	try {
		return readdirSync(path.join(root, folder)).sort();
	} catch (error) {
		if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
		throw error;
	}
};

/**
 * @param {string} root absolute
 * @param {Left} left
 * @returns {Diagnostic} LP7036
 */
function describeLeft(root, { path: name, reason, lines }) {
	const text = lines.map((line) => `\n      ${line}`).join('');
	return configLeftAlone({ path: name, reason, lines: text }, { filename: path.join(root, name) });
}

/**
 * @param {Mode} mode
 * @returns {Promise<boolean>}
 * @throws {CommandFailure} LP7012 where nobody can be asked
 */
async function isWanted({ yes, dryRun }) {
	if (dryRun) return false;
	if (yes) return true;
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		const what = '`--yes` or `--dry-run`, as there is no terminal to ask at';
		const hint = `\`${COMMAND} --yes\` writes what is shown`;
		throw new CommandFailure(missingArgument({ command: COMMAND, what, hint }));
	}
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return /^y(?:es)?$/i.test((await terminal.question('Write this? [y/N] ')).trim());
	} finally {
		terminal.close();
	}
}

/**
 * @param {InitPlan} plan
 * @returns {string} what was done, and what to do next
 */
function describeDone({ changes, left, project: { manager, bundlers, manifest, sources } }) {
	const count = counted(changes.length, 'file');
	const lines = [
		`wrote ${count}; \`npx ${COMMAND} --undo\` restores what there was`,
		'next:',
		`  ${manager} install`,
		'  mark a function with "use cpu_bound"',
	];
	const how = left.length > 0 ? 'with what the warnings ask for' : 'as before';
	if (bundlers.length > 0) lines.push(`  build for Node ${how}: builds for browsers are refused`);
	else if (sources && !Object(manifest.scripts).build) lines.push(`  ${manager} run build`);
	else lines.push('  lapidary build <sources> --out-dir <folder>, where your own build needs it');
	return lines.join('\n');
}

/**
 * @param {string} text
 * @param {number} status
 * @returns {number} the status
 */
function say(text, status) {
	print(`${text}\n`);
	return status;
}

/** @param {string} text */
function print(text) {
	process.stdout.write(text);
}

/**
 * @param {Diagnostic[]} diagnostics
 * @returns {Promise<number>} the exit status
 */
async function fail(diagnostics) {
	await printReport({ command: 'init', format: 'pretty', diagnostics });
	return exitStatus(diagnostics);
}
