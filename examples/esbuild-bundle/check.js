// The build writes the bundle and its worker module; beside @lapidary/runtime nothing else is needed. Both print what the sources do.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const run = (/** @type {string} */ program) =>
	execFileSync(process.execPath, [program], { encoding: 'utf8' });
assert.equal(run('dist/main.js'), run('src/main.js'));
const [main, worker, ...others] = readdirSync('dist').sort();
assert.deepEqual([main, others], ['main.js', []]);
assert.match(worker, /cpu_bound/);
