import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * @typedef {Map<string, string>} Hashes relative POSIX path to sha256, hexadecimal
 * @typedef {{ path: string, kind: 'missing' | 'extra' | 'different' }} Difference
 */

/**
 * @param {string} directory
 * @returns {Hashes} of every file below it, as read back from the disk
 */
export function hashFiles(directory) {
	const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
	const paths = entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name))
		.sort();
	return new Map(
		paths.map((path) => [
			path.slice(directory.length).split(sep).filter(Boolean).join('/'),
			createHash('sha256').update(readFileSync(path)).digest('hex'),
		]),
	);
}

/**
 * @param {Hashes} expected
 * @param {Hashes} actual
 * @returns {Difference[]} sorted by path; empty when file for file the same
 */
export function compareOutputs(expected, actual) {
	const paths = [...new Set([...expected.keys(), ...actual.keys()])].sort();
	/** @type {Difference[]} */
	const differences = [];
	for (const path of paths) {
		if (!actual.has(path)) differences.push({ path, kind: 'missing' });
		else if (!expected.has(path)) differences.push({ path, kind: 'extra' });
		else if (expected.get(path) !== actual.get(path)) differences.push({ path, kind: 'different' });
	}
	return differences;
}

/**
 * Stop the run when a contender did not do the same work as the reference.
 *
 * @param {string} contender
 * @param {Hashes} expected at least one file
 * @param {Hashes} actual
 * @throws {Error} that lists the first ten differences
 */
export function assertSameOutputs(contender, expected, actual) {
	if (expected.size === 0) throw new Error('the reference wrote no files');
	const differences = compareOutputs(expected, actual);
	if (differences.length === 0) return;
	const shown = differences.slice(0, 10).map(({ path, kind }) => `  ${kind}: ${path}`);
	throw new Error(
		`${contender}: ${differences.length} of ${expected.size} files differ\n${shown.join('\n')}`,
	);
}
