import { relativeSpecifier } from '../knowledge/relative-specifier.js';

/** Longer arguments are not read. */
const LONGEST = 300;

/** A call whose argument is more than one string. */
const IN_PARTS = new RegExp(
	String.raw`\b(?:import|require)\s*\(\s*(?!(?:"[^"\n]*"|'[^'\n]*'|${'`'}[^${'`'}$\n]*${'`'})\s*[,)])(?=([^)\s][^]{0,${LONGEST}}))`,
	'g',
);

/** A string, a template, a name that stands alone, or a comma. */
const TOKENS = /"([^"\n]*)"|'([^'\n]*)'|`([^`]*)`|(?<![\w$.])([A-Za-z_$][\w$]*)(?!\s*[\w$.(])|(,)/g;

const DECLARATIONS = ['const', 'let', 'var'];

/** What follows a name: `: string = './lib.js';` */
const INITIALISER = /^\s*(?::[^=;\n]*)?=\s*([^;\n]*)/;

/** Constants of constants. */
const DEEPEST = 4;

/**
 * The specifiers that calls of `import` and `require` put together of strings and constants: `path.join(__dirname, 'lib.js')`,
 * `new URL('./lib.js', import.meta.url)`. Of several arguments each is taken for a part of a path, as those of `path.join` are.
 *
 * @param {string} text of a module, which is not parsed
 * @returns {string[]} may be too many
 */
export function scanJoined(text) {
	const constants = new Map();
	const found = [...text.matchAll(IN_PARTS)].map(([, argument = '']) =>
		joined(closed(argument), { text, constants, depth: 0 }),
	);
	return found.filter((one) => /[\w$]/.test(one));
}

/** `constants`: what names stand for, as far as they have been looked up. @typedef {{ text: string, constants: Map<string, string>, depth: number }} Lookup */

/** @param {string} text @returns {string} up to the parenthesis that ends the call */
function closed(text) {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		if (text[at] === '(') depth++;
		else if (text[at] === ')' && depth-- === 0) return text.slice(0, at);
	}
	return text;
}

/** @param {string} argument @param {Lookup} lookup @returns {string} */
function joined(argument, lookup) {
	let found = '';
	for (const [, double, single, template, name, comma] of argument.matchAll(TOKENS)) {
		if (comma) found += '/';
		else if (template !== undefined)
			found += template.replace(/\$\{([^}]*)\}/g, (_, one) => joined(one, lookup));
		else found += name === undefined ? (double ?? single) : constant(name, lookup);
	}
	return found.includes('/') ? relativeSpecifier(found) : found;
}

/** @param {string} name @param {Lookup} lookup @returns {string} */
function constant(name, { text, constants, depth }) {
	const known = constants.get(name);
	if (known !== undefined || depth > DEEPEST) return known ?? '';
	constants.set(name, '');
	const value = initialiserOf(name, text);
	constants.set(name, joined(value, { text, constants, depth: depth + 1 }));
	return constants.get(name) ?? '';
}

/** @param {string} name @param {string} text @returns {string} empty where none is found */
function initialiserOf(name, text) {
	for (const one of DECLARATIONS) {
		const head = `${one} ${name}`;
		// Other names may begin with this one.
		for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + 1)) {
			const from = at + head.length;
			const [, value] = INITIALISER.exec(text.slice(from, from + LONGEST)) ?? [];
			if (value !== undefined) return value;
		}
	}
	return '';
}
