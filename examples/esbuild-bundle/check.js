// The bundle and its worker module are all that is deployed; they print what the sources do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const run = (/** @type {string} */ program) =>
	execFileSync(process.execPath, [program], { encoding: 'utf8' });
assert.equal(run('dist/main.js'), run('src/main.js'));
const [main, worker, ...others] = readdirSync('dist').sort();
assert.deepEqual([main, others], ['main.js', []]);
assert.match(worker, /cpu_bound/);
