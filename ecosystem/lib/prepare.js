/** @import { Edit, Step, Target } from './types.js' */
import {
	cpSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBody, findDeclaration } from './find-function.js';

const DIRECTIVE = '"use cpu_bound";';
// Not run by anything here, and large.
const LEFT_OUT = /(^|\/)node_modules$|\.(map|min\.[cm]?js|d\.[cm]?ts)$/;

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} name of a declaration @returns {string} its file */
export const declarationFile = (name) => path.join(ROOT, 'packages', `${name}.js`);

/** @param {string} name @returns {string} where npm has put a package */
export function findPackage(name) {
	for (let folder = ROOT; ; folder = path.dirname(folder)) {
		const candidate = path.join(folder, 'node_modules', name);
		if (existsSync(candidate)) return candidate;
		if (folder === path.dirname(folder)) throw new Error(`${name} is not installed`);
	}
}

/**
 * Copy a package.
 *
 * @param {string} from its folder
 * @param {string} to folder, emptied first
 */
export function copyPackage(from, to) {
	rmSync(to, { recursive: true, force: true });
	mkdirSync(path.dirname(to), { recursive: true });
	cpSync(from, to, {
		recursive: true,
		filter: (file) => !LEFT_OUT.test(path.relative(from, file).replaceAll(path.sep, '/')),
	});
}

/**
 * What the package brought along, for a copy of it.
 *
 * @param {string} from the package
 * @param {string} to the copy
 */
export function linkDependencies(from, to) {
	const modules = path.join(from, 'node_modules');
	if (existsSync(modules)) symlinkSync(modules, path.join(to, 'node_modules'), 'dir');
}

/**
 * @param {string} folder a copy of a package
 * @param {readonly Step[]} steps
 * @throws {Error} when one does not apply
 */
export function applySteps(folder, steps) {
	for (const { file, edits } of steps)
		edit(path.join(folder, file), (text) => edits.reduce(applyEdit, text));
}

/**
 * Put the directive into functions, before anything else in their bodies.
 *
 * @param {string} folder a copy of a package
 * @param {readonly Target[]} units
 * @throws {Error} when a function cannot be found
 */
export function annotate(folder, units) {
	for (const { file, function: name } of units) {
		edit(path.join(folder, file), (text) => insert(text, findBody(text, name), DIRECTIVE));
	}
}

/** @param {string} text @param {Edit} change @returns {string} */
function applyEdit(text, change) {
	if ('append' in change) return `${text}\n${change.append}\n`;
	if ('comment' in change) {
		return change.before.reduce(
			(changed, name) =>
				insert(changed, findDeclaration(changed, name), `/* ${change.comment} */ `),
			text,
		);
	}
	const parts = text.split(change.replace);
	if (parts.length !== 2) throw new Error(`${change.replace} occurs ${parts.length - 1} times`);
	return parts.join(change.by);
}

/** @param {string} file @param {(text: string) => string} change */
function edit(file, change) {
	writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** @param {string} text @param {number} at @param {string} what */
const insert = (text, at, what) => text.slice(0, at) + what + text.slice(at);
