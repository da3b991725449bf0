import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isNewer } from '../build-stamp.js';

/** @type {string} */
let folder;
const OLD = new Date('2020-01-01T00:00:00Z');
const BUILT_MS = Date.parse('2021-01-01T00:00:00Z');

beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'lapidary-stamp-'));
	mkdirSync(path.join(folder, 'deep'));
	for (const name of ['deep/a.js', 'deep/b.js']) writeFileSync(path.join(folder, name), '');
	for (const name of ['deep/a.js', 'deep/b.js', 'deep', '.'])
		utimesSync(path.join(folder, name), OLD, OLD);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder is newer when a file in it has changed, has come or has gone', () => {
	expect(isNewer(folder, BUILT_MS)).toBe(false);
	writeFileSync(path.join(folder, 'deep/a.js'), 'changed');
	expect(isNewer(folder, BUILT_MS)).toBe(true);
});

test('a folder is newer when a file in it was removed', () => {
	rmSync(path.join(folder, 'deep/b.js'));
	expect(isNewer(folder, BUILT_MS)).toBe(true);
});

test('what is not there is not newer', () => {
	expect(isNewer(path.join(folder, 'other'), BUILT_MS)).toBe(false);
});
