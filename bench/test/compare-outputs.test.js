import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertSameOutputs, compareOutputs, hashFiles } from '../lib/compare-outputs.js';

/** @type {string} */
let directory;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), 'lapidary-outputs-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/**
 * @param {string} name
 * @param {Record<string, string>} files
 */
function write(name, files) {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(join(directory, name, path, '..'), { recursive: true });
		writeFileSync(join(directory, name, path), text);
	}
	return hashFiles(join(directory, name));
}

test('folders with the same files are the same, whatever their own names', () => {
	const files = { 'a.js': 'one', 'deep/er/b.js': 'two' };
	const expected = write('first', files);
	expect([...expected.keys()]).toEqual(['a.js', 'deep/er/b.js']);
	expect(compareOutputs(expected, write('second', files))).toEqual([]);
});

test('a changed byte, a missing and an extra file are all seen', () => {
	const expected = write('first', { 'a.js': 'one', 'b.js': 'two', 'c.js': 'three' });
	const actual = write('second', { 'a.js': 'one', 'b.js': 'twO', 'd.js': 'three' });
	expect(compareOutputs(expected, actual)).toEqual([
		{ path: 'b.js', kind: 'different' },
		{ path: 'c.js', kind: 'missing' },
		{ path: 'd.js', kind: 'extra' },
	]);
	expect(() => assertSameOutputs('piscina', expected, actual)).toThrow(
		'piscina: 3 of 3 files differ\n  different: b.js\n  missing: c.js\n  extra: d.js',
	);
});

test('a reference without files is no reference', () => {
	expect(() => assertSameOutputs('piscina', new Map(), new Map())).toThrow('wrote no files');
});
