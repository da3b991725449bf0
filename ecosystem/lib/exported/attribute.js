/** @import { Diagnostic, Found, Position } from './types.js' */
import path from 'node:path';
import { moved } from './locate.js';

/**
 * A tree with annotated functions, as the compiler has seen it.
 *
 * @typedef {object} Annotated
 * @property {string} folder
 * @property {string} directive
 * @property {readonly Found[]} functions
 * @property {Record<string, string>} texts of the files that hold them
 */

/**
 * Which functions errors are about: the one that holds the place, or that the message names.
 *
 * @param {readonly Diagnostic[]} diagnostics
 * @param {Annotated} annotated
 * @returns {{ ofFunction: Map<Found, Set<string>>, others: Diagnostic[] }} codes; `others`: about none of them
 */
export function attribute(diagnostics, annotated) {
	/** @type {Map<Found, Set<string>>} */
	const ofFunction = new Map();
	/** @type {Diagnostic[]} */
	const others = [];
	const find = createFinder(annotated);
	for (const diagnostic of diagnostics) {
		const meant = functionsOf(diagnostic, annotated, find);
		if (meant.length === 0) others.push(diagnostic);
		for (const fn of meant) {
			const codes = ofFunction.get(fn) ?? new Set();
			ofFunction.set(fn, codes.add(diagnostic.code));
		}
	}
	return { ofFunction, others };
}

/** @typedef {(filename: string | null, start: Position | null) => Found[]} Finder */

/** @param {Diagnostic} diagnostic @param {Annotated} annotated @param {Finder} find @returns {Found[]} */
function functionsOf({ filename, start, message, related }, { folder, functions }, find) {
	const note = related.find((one) => one.message.endsWith('is annotated here'));
	const noted = note ? find(note.filename, note.start) : [];
	if (noted.length > 0) return noted;
	const holding = find(filename, start);
	if (holding.length > 0) return holding;
	const named = [...message.matchAll(/`([^`]+)`/g)].map(([, name]) => name.split('.').pop());
	const meant = functions.filter((fn) =>
		[fn.ownName, ...fn.paths.map((steps) => steps[steps.length - 1])].some(
			(name) => name !== '' && named.includes(name),
		),
	);
	if (meant.length > 0 || filename === null) return meant;
	// What is wrong with a file is wrong with all that it holds.
	return functions.filter((fn) => fn.file === nameOf(folder, filename));
}

/** @param {string} folder @param {string} filename @returns {string} as it is known of functions */
const nameOf = (folder, filename) =>
	path.relative(folder, path.resolve(filename)).replaceAll(path.sep, '/');

/** @param {Annotated} annotated @returns {Finder} the innermost function that holds a place */
function createFinder({ folder, directive, functions, texts }) {
	return (filename, start) => {
		if (filename === null || start === null) return [];
		const inFile = functions.filter((fn) => fn.file === nameOf(folder, filename));
		if (inFile.length === 0) return [];
		const offset = offsetOf(texts[inFile[0].file], start);
		const move = moved(inFile, directive);
		return inFile
			.filter((fn) => move(fn.start, false) <= offset && offset < move(fn.end, true))
			.sort((left, right) => left.end - left.start - (right.end - right.start))
			.slice(0, 1);
	};
}

/** @param {string} text @param {Position} position @returns {number} */
function offsetOf(text, { line, column }) {
	let offset = 0;
	for (let at = 1; at < line; at++) offset = text.indexOf('\n', offset) + 1;
	return offset + column;
}
