// What closures hold, as a debugger sees it: no property leads there, and no code of the program runs. Both sides.
/** @import { Asked, Property, Session } from './debugger.js' */
import { types } from 'node:util';
import { filter, Object, OwnSet, push, textOfFunction } from '../primordials.js';
import { openSession } from './debugger.js';
import { isNative, nameOfFunction } from './function-print.js';

/** Functions that are asked for in all of a value: each takes 0.15 to 0.35 ms. */
const MOST_ASKED = 40;

/** The text of a function that is searched for names. */
const MOST_TEXT = 20_000;

/** Scopes of whole files: their variables are compared by themselves. */
const OF_FILE = /^(Global|Script|Module)$/;

const NOTHING = Object.freeze(/** @type {unknown[]} */ ([]));

/** Reads variables of closures, of some names. */
export class Inside {
	#names;
	#asked = 0;

	/** @param {readonly string[]} names of variables */
	constructor(names) {
		this.#names = new OwnSet(names);
	}

	/**
	 * @param {Function} fn
	 * @returns {readonly unknown[]} names and values of the variables that its text mentions, one after the other; what a bound
	 *   function has been given
	 */
	ofFunction(fn) {
		if (this.#asked >= MOST_ASKED || types.isProxy(fn)) return NOTHING;
		const isBound = nameOfFunction(fn).startsWith('bound ') && isNative(fn);
		if (!isBound && this.#names.size === 0) return NOTHING;
		const names = isBound ? NO_NAMES : this.#mentioned(textOfFunction(fn));
		const session = isBound || names.size > 0 ? this.#ask() : null;
		if (!session) return NOTHING;
		const asked = session.propertiesOf(session.remote(fn));
		if (isBound) return session.values(filter(asked.internalProperties, isOfBound));
		return session.values(variablesOf(session, asked, names));
	}

	/** @returns {Session | null} */
	#ask() {
		this.#asked++;
		return openSession();
	}

	/** @param {string} text of a function @returns {Set<string>} those of the names that are in it */
	#mentioned(text) {
		const names = new OwnSet();
		for (const [word] of text.slice(0, MOST_TEXT).matchAll(WORDS))
			if (this.#names.has(word)) names.add(word);
		return names;
	}
}

/**
 * @param {Session} session
 * @param {Asked} asked of a function
 * @param {Set<string>} names of variables that are looked for; loses those that are found
 * @returns {Property[]} in the order of their names
 */
function variablesOf(session, { internalProperties }, names) {
	const [scopes] = filter(internalProperties, ({ name }) => name === '[[Scopes]]');
	/** @type {Property[]} */
	const found = [];
	for (const { value: scope } of session.propertiesOf(scopes?.value ?? {}).result) {
		if (names.size === 0 || !scope || OF_FILE.test(scope.description ?? '')) break;
		// A variable of an inner scope hides others of its name.
		for (const one of session.propertiesOf(scope).result)
			if (names.delete(one.name)) push(found, one);
	}
	return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const WORDS = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;
/** @type {Set<string>} */
const NO_NAMES = new OwnSet();

/** @param {Property} property */
const isOfBound = ({ name }) => /^\[\[(TargetFunction|Bound(This|Args))\]\]$/.test(name);
