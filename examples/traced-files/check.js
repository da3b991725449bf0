// What the Dockerfile makes runs where there is nothing else, and prints what the sources do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildFrom } from './dockerfile.js';

const root = mkdtempSync(path.join(tmpdir(), 'image-'));
try {
	const { command, args, cwd } = buildFrom('Dockerfile', root);
	const printed = execFileSync(command, args, { cwd, encoding: 'utf8' });
	assert.equal(printed, execFileSync(process.execPath, ['src/main.js'], { encoding: 'utf8' }));
} finally {
	rmSync(root, { recursive: true });
}
