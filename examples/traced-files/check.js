// The folder runs where there is nothing else, and prints what the sources do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const run = (/** @type {string} */ program) =>
	execFileSync(process.execPath, [program], { encoding: 'utf8' });
const image = mkdtempSync(path.join(tmpdir(), 'image-'));
try {
	cpSync('image', image, { recursive: true });
	assert.equal(run(path.join(image, 'dist', 'main.js')), run('src/main.js'));
} finally {
	rmSync(image, { recursive: true });
}
