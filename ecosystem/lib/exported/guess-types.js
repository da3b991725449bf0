// What declarations say of the parameters of functions, as far as a few patterns can read them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ text: string, isOptional: boolean, isRest: boolean }} Parameter `text`: its type */

/** @param {string} folder @returns {string} all declarations below it */
export function readDeclarations(folder) {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	return files
		.filter((file) => /\.d\.[cm]?ts$/.test(file) && !file.includes('node_modules'))
		.sort()
		.map((file) => readFileSync(path.join(folder, file), 'utf8'))
		.join('\n')
		.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, '');
}

/**
 * @param {string} declarations
 * @param {readonly string[]} names of one function
 * @returns {Parameter[] | null} null when nothing is said
 */
export function parametersOf(declarations, names) {
	for (const name of names.filter((one) => /^[\w$]+$/.test(one))) {
		const escaped = name.replaceAll('$', '\\$');
		const start =
			'(?:function\\s+NAME\\s*|(?:const|let|var)\\s+NAME\\s*:\\s*|\\bNAME\\s*:?\\s*)(?:<[^(]*>)?\\(';
		const found = new RegExp(start.replaceAll('NAME', escaped)).exec(declarations);
		if (!found) continue;
		const from = found.index + found[0].length;
		return splitAtTop(declarations.slice(from, endOfGroup(declarations, from)), ',').map(
			readParameter,
		);
	}
	return null;
}

/** @param {string} text @returns {Parameter} */
function readParameter(text) {
	const [, dots, , mark, type] = /^\s*(\.{3})?([^:?]*)(\?)?(?::([^]*))?$/.exec(text) ?? [];
	return { text: type?.trim() ?? '', isOptional: Boolean(mark), isRest: Boolean(dots) };
}

/**
 * @param {string} declarations
 * @param {string} name of a type
 * @returns {string | null} the text of its body
 */
export function typeNamed(declarations, name) {
	const found = new RegExp(`(?:interface\\s+${name}\\b[^{;]*|type\\s+${name}\\b\\s*=)`).exec(
		declarations,
	);
	if (!found) return null;
	const rest = declarations.slice(found.index + found[0].length);
	return rest.startsWith('{')
		? `{${rest.slice(1, endOfGroup(rest, 1))}}`
		: splitAtTop(rest.slice(0, 2000), ';')[0];
}

/** @param {string} text @param {number} from behind a bracket @returns {number} offset of the bracket that closes it */
function endOfGroup(text, from) {
	let depth = 0;
	for (let at = from; at < text.length; at++) {
		if (/[([{]/.test(text[at])) depth++;
		else if (/[)\]}]/.test(text[at]) && depth-- === 0) return at;
	}
	return text.length;
}

/**
 * @param {string} text
 * @param {string} separators
 * @returns {string[]} what is between separators that are in no bracket, trimmed, without what is empty
 */
export function splitAtTop(text, separators) {
	let depth = 0;
	/** @type {string[]} */
	const parts = [''];
	for (const [at, sign] of [...text].entries()) {
		if (/[([{<]/.test(sign)) depth++;
		else if (/[)\]}]/.test(sign) || (sign === '>' && text[at - 1] !== '=')) depth--;
		if (depth === 0 && separators.includes(sign)) parts.push('');
		else parts[parts.length - 1] += sign;
	}
	return parts.map((part) => part.trim()).filter(Boolean);
}
