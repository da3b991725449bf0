// Private members, which no copy of an object can have; both sides.
import { prototypesOf } from '../errors/record.js';
import { join, map, Object, textOfFunction } from '../primordials.js';
import { isBuiltinPrototype } from './brands.js';

/** `this.#status`, `#status in value`, and what TypeScript and Babel make of them for old targets. */
const PRIVATE = /[\w$)\]?]\.#[A-Za-z_$]|#[\w$]+ in |_classPrivate(Field|Method)/;

/** `hidden.set(this, { balance })`: an entry of the instance itself, in a weak map of its module. */
const ENTRY = /\.set\(\s*this\s*,/;
/** `trusted.add(this)`, and a test for it: without one, it is a list of all instances, which a copy need not be in. */
const MEMBER = /\.add\(\s*this\s*\)/;
const TEST = /\.has\(\s*this\s*\)/;

/**
 * @param {object} prototype of a class
 * @returns {boolean} whether the text of the class, or of one that it extends, uses private members
 */
export function hasPrivateMembers(prototype) {
	for (const each of [prototype, ...prototypesOf(prototype)]) {
		if (isBuiltinPrototype(each)) return false;
		const made = Object.getOwnPropertyDescriptor(each, 'constructor')?.value;
		if (typeof made === 'function' && PRIVATE.test(textOfFunction(made))) return true;
	}
	return false;
}

/**
 * @param {object} prototype of a class
 * @returns {boolean} whether each new instance gets an entry of its own in a collection, by the text of the class and of those that it
 *   extends; a method that remembers what it has computed makes no difference
 */
export function hasPrivateEntries(prototype) {
	for (const each of [prototype, ...prototypesOf(prototype)]) {
		if (isBuiltinPrototype(each)) return false;
		const made = Object.getOwnPropertyDescriptor(each, 'constructor')?.value;
		if (typeof made !== 'function') continue;
		const text = textOfFunction(made);
		if (!ENTRY.test(text) && !MEMBER.test(text)) continue;
		const begin = constructorIn(text);
		if (ENTRY.test(begin)) return true;
		if (MEMBER.test(begin) && TEST.test(`${text} ${textOfMethods(each)}`)) return true;
	}
	return false;
}

const STRINGS_AND_COMMENTS =
	/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[^]*?\*\//g;

/** @param {string} text of a class, or of a function that makes instances @returns {string} of its constructor */
function constructorIn(text) {
	if (!text.startsWith('class')) return text;
	const code = text.replace(STRINGS_AND_COMMENTS, '""');
	const start = /\bconstructor\s*\(/.exec(code)?.index ?? -1;
	if (start < 0) return '';
	let depth = 0;
	for (let at = code.indexOf(')', start); at >= 0 && at < code.length; at++) {
		if (code[at] === '{') depth++;
		else if (code[at] === '}' && --depth === 0) return code.slice(start, at);
	}
	return code.slice(start);
}

/** @param {object} prototype @returns {string} of its methods and accessors, which are not in the text of a function that makes instances */
function textOfMethods(prototype) {
	const all = Object.values(Object.getOwnPropertyDescriptors(prototype));
	const functions = all.flatMap(({ value, get, set }) => [value, get, set]);
	return join(
		map(functions, (one) => (typeof one === 'function' ? textOfFunction(one) : '')),
		' ',
	);
}
