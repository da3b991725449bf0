// The main module of a process of its own: loads a package, and writes down its exported functions and where they are.
// Arguments: name of the package, its folder, folder of a copy, file for the report.
/** @import { Place } from './locate.js' */
/** @import { Found, Listed } from './types.js' */
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { collectFunctions, isBuiltIn, isClass } from './collect.js';
import { parametersOf, readDeclarations } from './guess-types.js';
import { findFunctions } from './locate.js';

const [name, installed, copy, report] = process.argv.slice(2);
const folder = realpathSync(copy);
const resolved = import.meta.resolve(name, pathToFileURL(path.join(installed, 'package.json')));
const entry = path.relative(realpathSync(installed), realpathSync(fileURLToPath(resolved)));
// A CommonJS module that is imported is in the cache of `require`, too.
const { cache } = createRequire(import.meta.url);
const declarations = declarationsOf(name, installed);
const exported = await import(pathToFileURL(path.join(folder, entry)).href);
writeFileSync(report, JSON.stringify(listFunctions()));
process.exit();

/** @returns {Listed} */
function listFunctions() {
	const byText = indexTexts(loadedFiles());
	/** @type {Map<string, Found>} */
	const found = new Map();
	/** @type {Listed['missing']} */
	const missing = [];
	for (const { value, path: steps } of collectFunctions(exported)) {
		const shown = steps.join('.');
		const text = Function.prototype.toString.call(value);
		const places = byText.get(text) ?? [];
		if (isBuiltIn(text)) missing.push({ name: shown, reason: 'built in, or bound' });
		else if (isClass(value, text)) missing.push({ name: shown, reason: 'a class' });
		else if (places.length === 0)
			missing.push({ name: shown, reason: 'its text is in none of the files that were loaded' });
		else if (places.length > 1)
			missing.push({ name: shown, reason: 'its text is there more than once' });
		else note(found, places[0], steps, value);
	}
	const isModule = cache[path.join(folder, entry)] === undefined;
	return { entry, isModule, found: [...found.values()], missing, declarations };
}

/** @param {Map<string, Found>} found @param {Place & { file: string }} place @param {string[]} steps @param {Function} value */
function note(found, place, steps, value) {
	const key = `${place.file}:${place.start}`;
	const earlier = found.get(key);
	if (earlier) {
		earlier.paths.push(steps);
		return;
	}
	const parameters = parametersOf(declarations, [steps[steps.length - 1], value.name]);
	const name = steps.join('.');
	const fields = { name, paths: [steps], ownName: value.name, arity: value.length, parameters };
	found.set(key, { ...place, ...fields });
}

/** @param {string} name of a package @param {string} folder where it is installed @returns {string} also from `@types` */
function declarationsOf(name, folder) {
	const own = readDeclarations(folder);
	const types = path.join(folder, ...name.split('/').map(() => '..'), '@types', name);
	return own || !existsSync(types) ? own : readDeclarations(types);
}

/** @returns {string[]} what this process has loaded of the package, relative to its folder */
function loadedFiles() {
	const session = new Session();
	session.connect();
	/** @type {Set<string>} */
	const files = new Set();
	session.on('Debugger.scriptParsed', ({ params: { url } }) => {
		const file = url.startsWith('file:') ? path.relative(folder, fileURLToPath(url)) : '..';
		if (!file.startsWith('..')) files.add(file);
	});
	session.post('Debugger.enable');
	session.disconnect();
	return [...files].filter((file) => !file.startsWith('node_modules') && /\.[cm]?js$/.test(file));
}

/** @param {readonly string[]} files @returns {Map<string, (Place & { file: string })[]>} by text */
function indexTexts(files) {
	/** @type {Map<string, (Place & { file: string })[]>} */
	const byText = new Map();
	for (const file of files) {
		const source = readFileSync(path.join(folder, file), 'utf8');
		for (const place of findFunctions(source)) {
			const text = source.slice(place.start, place.end);
			byText.set(text, [...(byText.get(text) ?? []), { ...place, file }]);
		}
	}
	return byText;
}
