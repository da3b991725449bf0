import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOfGlobs } from '../src/link/globs.js';

const HERE = fileURLToPath(import.meta.url);

test.each([
	["import.meta.glob('./*.test.js')", 'globs.test.js', true],
	['import.meta.glob("../src/**/*.js", { eager: true })', '../src/link/globs.js', true],
	["import.meta.glob(['./none/*.js', '../src/{link,lower}/*.js'])", '../src/lower/lower.js', true],
	["import.meta.glob('../src/link/?lobs.js')", '../src/link/globs.js', true],
	["import.meta.glob('../src/link/*.ts')", '../src/link/globs.js', false],
	["import.meta.glob('../src/*.js')", '../src/link/globs.js', false],
	["glob('./*.js')", 'globs.test.js', false],
])('%s', (text, name, isFound) => {
	const found = filesOfGlobs(text, HERE);
	expect(found.includes(path.resolve(path.dirname(HERE), name))).toBe(isFound);
});
