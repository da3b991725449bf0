// Reads every import of the sources and compares it with layers.json: which folder may import which folder, which
// package and which module of Node. Import cycles are refused altogether.
/** @import { Import } from './layers/read-imports.js' */
/** @import { Rules } from './layers/rules.js' */
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findCycles } from './layers/find-cycles.js';
import { readImports } from './layers/read-imports.js';
import {
	layerOf,
	matchPath,
	mayImportBuiltin,
	mayImportLayer,
	pathsForPackage,
} from './layers/rules.js';
import { listFiles } from './list-files.js';

// Fixture cases and the ecosystem's programs are data; tests may reach into what they test.
const SOURCES =
	/^(packages\/[^/]+\/(src|bin)|scripts|bench|ecosystem(?!\/programs)|fuzz)\/.*\.c?js$|^fixtures\/[^/]+\.js$/;
const TESTS = /(^|\/)test\//;

/**
 * Check every import below a root.
 *
 * @param {string} root holds packages/, scripts/, bench/ and fixtures/, as far as they exist
 * @param {Rules} rules
 * @returns {string[]} `file:line: problem`, empty when all is well
 */
export function checkLayers(root, rules) {
	const problems = [];
	/** @type {Map<string, string[]>} */
	const graph = new Map();
	for (const file of listFiles(root, (name) => SOURCES.test(name) && !TESTS.test(name))) {
		const source = readFileSync(path.join(root, file), 'utf8');
		const imports = readImports(source, file.endsWith('.cjs') ? 'script' : 'module');
		if (!layerOf(rules, file)) problems.push(`${file}:1: belongs to no layer of layers.json`);
		for (const one of imports) {
			const problem = checkImport(root, rules, file, one);
			if (problem) problems.push(`${file}:${one.line}: ${problem}`);
		}
		// What is loaded lazily cannot see a half-initialised module.
		const eager = imports.filter(({ specifier, lazy }) => isRelative(specifier) && !lazy);
		graph.set(
			file,
			eager.map(({ specifier }) => resolveFrom(file, specifier)),
		);
	}
	const cycles = findCycles(graph).map(
		(cycle) => `${cycle[0]}:1: import cycle: ${[...cycle, cycle[0]].join(' → ')}`,
	);
	return [...problems, ...cycles];
}

/**
 * @param {string} root
 * @param {Rules} rules
 * @param {string} file
 * @param {Import} one
 * @returns {string | undefined} what is wrong with it
 */
function checkImport(root, rules, file, { specifier }) {
	if (isRelative(specifier)) return checkRelative(root, rules, file, specifier);
	if (specifier.startsWith('node:')) {
		const allowed = mayImportBuiltin(rules, file, specifier);
		return allowed ? undefined : `\`${specifier}\` may not be imported here`;
	}
	if (builtinModules.includes(specifier)) return `write \`node:${specifier}\``;
	const name = packageName(specifier);
	const paths = pathsForPackage(rules, specifier) ?? pathsForPackage(rules, name);
	if (paths && !paths.some((pattern) => matchPath(pattern, file) !== undefined)) {
		return `\`${specifier}\` may only be imported in ${paths.join(', ') || 'emitted code'}`;
	}
	return isDeclared(root, file, name)
		? undefined
		: `\`${name}\` is no dependency in the nearest package.json`;
}

/**
 * @param {string} root
 * @param {Rules} rules
 * @param {string} file
 * @param {string} specifier
 * @returns {string | undefined}
 */
function checkRelative(root, rules, file, specifier) {
	const target = resolveFrom(file, specifier);
	if (!existsSync(path.join(root, target))) return `\`${specifier}\` does not exist`;
	const from = layerOf(rules, file);
	const to = layerOf(rules, target);
	if (!from || !to || mayImportLayer(from, to)) return undefined;
	const may = from.rule.may.join(', ') || 'no other layer';
	return `${from.name} may not import ${to.name} (\`${specifier}\`); it may import ${may}`;
}

/**
 * @param {string} root
 * @param {string} file
 * @param {string} name of a package
 * @returns {boolean} whether the nearest package.json lists it, or is its own
 */
function isDeclared(root, file, name) {
	for (let folder = path.posix.dirname(file); ; folder = path.posix.dirname(folder)) {
		const manifest = path.join(root, folder, 'package.json');
		if (existsSync(manifest)) {
			const json = JSON.parse(readFileSync(manifest, 'utf8'));
			const listed = { ...json.dependencies, ...json.peerDependencies, ...json.devDependencies };
			return name === json.name || Object.hasOwn(listed, name);
		}
		if (folder === '.') return false;
	}
}

/**
 * @param {string} specifier
 * @returns {boolean}
 */
function isRelative(specifier) {
	return specifier.startsWith('./') || specifier.startsWith('../');
}

/**
 * @param {string} file
 * @param {string} specifier relative
 * @returns {string} relative to the root
 */
function resolveFrom(file, specifier) {
	return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

/**
 * @param {string} specifier '@babel/core/lib/x.js'
 * @returns {string} '@babel/core'
 */
function packageName(specifier) {
	return specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const root = fileURLToPath(new URL('..', import.meta.url));
	const rules = JSON.parse(readFileSync(path.join(root, 'layers.json'), 'utf8'));
	const problems = checkLayers(root, rules);
	if (problems.length > 0) {
		console.error(problems.join('\n'));
		process.exitCode = 1;
	}
}
