// The built program prints what its source does, and ends by itself.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';

const files = ['package.json', 'src/main.js', 'src/count-words.js'];
const run = (/** @type {string} */ program) =>
	execFileSync(process.execPath, [program, ...files], { encoding: 'utf8' });
const plain = run('src/main.js');
assert.match(plain, /^\d+ package\.json\n\d+ src\/main\.js\n\d+ src\/count-words\.js\n$/);
assert.equal(run('dist/main.js'), plain);
