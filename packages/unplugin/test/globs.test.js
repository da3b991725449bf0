import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { absolutePattern, asIn, filesOfGlobs } from '../src/link/globs.js';

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

test.each([
	['./parts/*.js', 'C:\\app\\main.js', 'C:/app/parts/*.js', 'C:\\app\\parts\\one.js'],
	['../parts/*.js', 'C:/app/src/main.js', 'C:/app/parts/*.js', 'C:/app/parts/one.js'],
])('%s in %s on Windows', (pattern, file, absolute, found) => {
	expect(absolutePattern(pattern, file, path.win32)).toBe(absolute);
	expect(asIn(file, 'C:/app/parts/one.js', path.win32)).toBe(found);
});
