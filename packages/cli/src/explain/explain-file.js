/** @import { Diagnostic, Linked } from '../types.js' */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '@lapidary/compiler';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';
import { readPackages } from '@lapidary/compiler/packages';
import { isCompiled } from '../build/languages.js';
import { displayPath, listNames, reasonOf } from '../build/paths.js';
import { decodeUtf8 } from '../build/utf8.js';
import { resolveOptions } from '../config/resolve-options.js';
import { suggest } from '../config/suggest.js';
import { noSuchPath, noSuchUnit, unreadableFile } from '../diagnostics/codes.js';
import { CommandFailure } from '../diagnostics/command-failure.js';
import { linkAround } from './link-around.js';

/** @typedef {ReturnType<typeof compile>} Compiled */
/** @typedef {Compiled['facts']['units'][number]} UnitFact */

/**
 * @typedef {object} Explanation
 * @property {string} file relative to the current directory
 * @property {string} id
 * @property {'module' | 'commonjs'} moduleKind
 * @property {string} language
 * @property {(UnitFact & { stub: string })[]} units those that were asked for; `stub`: the lines of the host module in the
 *   place of the unit
 * @property {Compiled['facts']['statements']} statements top-level statements, kept in the worker module or dropped
 * @property {Compiled['facts']['callSites']} callSites of these units
 * @property {Compiled['facts']['gemAccesses']} gemAccesses of these units, and of functions that they share
 * @property {{ sourceBytes: number, hostBytes: number, workerBytes: number }} sizes
 * @property {{ code: string }} host
 * @property {boolean} isLowered whether that is another text than the source
 * @property {{ fileName: string, code: string } | null} worker
 * @property {{ name: string, files: number, can: readonly string[], isKnown: boolean }[]} packages that were read, and what they can do that calls of them may do
 * @property {Diagnostic[]} diagnostics
 */

/**
 * Compile a file, with what the other files of its package do to it, and gather what there is to know about it, or about some of its
 * units.
 *
 * @param {string} what 'score.js', 'score.js#makeScorer.score', or 'score.js:12' for the units around a line
 * @returns {Promise<Explanation>}
 * @throws {CommandFailure} LP7002, LP7003, LP7005, LP7014
 */
export async function explainFile(what) {
	const { file, selector, matches } = parseTarget(what);
	const filename = path.resolve(file);
	const source = readSource(file, filename);
	const folder = path.dirname(filename);
	const { id, sourceType } = identify(filename, createPackageScopes()(folder), { path: folder });
	const { trust } = await resolveOptions({}, 'lapidary explain');
	const around = await linkAround(filename, source, trust);
	const compiled = compile(source, { filename, id, sourceType, linked: around.linked });
	const { facts, code, workerModules, diagnostics } = compiled;
	const units = facts.units.filter(matches);
	if (selector && units.length === 0)
		throw new CommandFailure(missingUnit(file, selector, facts.units));
	const [worker] = workerModules;
	const names = new Set(units.flatMap((unit) => [unit.id, unit.name]));
	return {
		file: displayPath(filename),
		id: facts.id,
		moduleKind: facts.moduleKind,
		language: facts.language,
		units: units.map((unit) => ({ ...unit, stub: linesOf(code, unit) })),
		statements: facts.statements,
		callSites: facts.callSites.filter(({ unit }) => names.has(unit)),
		gemAccesses: facts.gemAccesses.filter(isOfUnits(facts.units, units)),
		sizes: {
			sourceBytes: Buffer.byteLength(source),
			hostBytes: Buffer.byteLength(code),
			workerBytes: Buffer.byteLength(worker?.code ?? ''),
		},
		host: { code },
		isLowered: code !== source,
		worker: worker ? { fileName: worker.fileName, code: worker.code } : null,
		packages: packagesOf(around.linked),
		diagnostics: around.diagnostics ?? /** @type {Diagnostic[]} */ (diagnostics),
	};
}

/**
 * @param {UnitFact[]} all
 * @param {UnitFact[]} chosen
 * @returns {(fact: { start: { line: number, column: number } }) => boolean} not within one of the others
 */
function isOfUnits(all, chosen) {
	const others = all.filter((unit) => !chosen.includes(unit));
	return ({ start: { line } }) =>
		!others.some(({ start, end }) => start.line <= line && line <= end.line);
}

/**
 * @typedef {object} Target
 * @property {string} file
 * @property {string} [selector] in words; absent for the whole file
 * @property {(unit: UnitFact) => boolean} matches
 */

/**
 * A file may have `#` or `:` in its name, so that a path that exists is taken as it is.
 *
 * @param {string} what
 * @returns {Target}
 */
function parseTarget(what) {
	const [, file = what, mark, text = ''] = /^(.+)([#:])([^#:/\\]+)$/.exec(what) ?? [];
	if (!mark || existsSync(what)) return { file: what, matches: () => true };
	if (mark === '#') {
		const isNamed = (/** @type {UnitFact} */ { name }) =>
			name === text || name.endsWith(`.${text}`);
		return { file, selector: `\`${text}\``, matches: isNamed };
	}
	const line = Number(text);
	if (!Number.isInteger(line)) return { file: what, matches: () => true };
	const isAround = (/** @type {UnitFact} */ { start, end }) =>
		start.line <= line && line <= end.line;
	return { file, selector: `around line ${line}`, matches: isAround };
}

/**
 * @param {string} file as it was written
 * @param {string} filename absolute
 * @returns {string}
 * @throws {CommandFailure} LP7002, LP7003, LP7005
 */
function readSource(file, filename) {
	if (!existsSync(filename)) throw new CommandFailure(missingFile(file, filename));
	if (!isCompiled(filename)) {
		const reason = 'it is neither JavaScript nor TypeScript';
		throw new CommandFailure(unreadableFile({ path: file, reason }, { filename }));
	}
	let bytes;
	try {
		bytes = readFileSync(filename);
	} catch (error) {
		throw new CommandFailure(unreadableFile({ path: file, reason: reasonOf(error) }, { filename }));
	}
	const { text, problem } = decodeUtf8(bytes, filename);
	if (problem) throw new CommandFailure(problem);
	return text;
}

/**
 * @param {string} file
 * @param {string} filename absolute
 * @returns {Diagnostic}
 */
function missingFile(file, filename) {
	const meant = suggest(path.basename(filename), listNames(path.dirname(filename)));
	const near = meant && path.join(path.dirname(file), meant);
	return noSuchPath({
		path: file,
		hint: near ? `did you mean \`${near}\`?` : `it was looked for at ${filename}`,
	});
}

/**
 * @param {string} file
 * @param {string} selector
 * @param {UnitFact[]} units
 * @returns {Diagnostic}
 */
function missingUnit(file, selector, units) {
	const names = units.map(({ name, start }) => `\`${name}\` (line ${start.line})`);
	const hint = names.length > 0 ? `its units are ${names.join(', ')}` : 'it has no unit at all';
	return noSuchUnit({ path: file, selector, hint }, { filename: path.resolve(file) });
}

/**
 * Lines stay where they are when a unit is lowered, so that its stub is on the lines of the unit.
 *
 * @param {string} code of the host module
 * @param {UnitFact} unit
 * @returns {string}
 */
function linesOf(code, { start, end }) {
	return code
		.split('\n')
		.slice(start.line - 1, end.line)
		.join('\n')
		.trimEnd();
}

/**
 * @param {Linked | undefined} linked
 * @returns {Explanation['packages']}
 */
function packagesOf(linked) {
	const found = readPackages(linked?.packages ?? []).values();
	return [...found].map(({ name, files, can, isKnown }) => ({ name, files, can, isKnown }));
}
