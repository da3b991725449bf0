/** @import { Path } from '../types.js' */
/** @import { KnownClasses } from './classes.js' */
/** @import { Identities } from './identities.js' */
/** @import { Origins } from './origins.js' */
/** @import { Gems, Receiver } from './registry.js' */
import { indexOf, Object, OwnMap } from '../primordials.js';
import {
	addNote,
	CLASS_MARK,
	FIRST_CLASS,
	FUNCTION_MARK,
	GEM_MARK,
	GEM_MODULE,
	NO_PROTOTYPE,
	ORIGIN_MARK,
	ORIGINS_MARK,
	OWN_MARK,
	PLATFORM_MARK,
} from './notes.js';
import { referToPlatform } from './platform.js';

/**
 * One look through a value, before it crosses.
 *
 * @typedef {object} Search
 * @property {object} root
 * @property {KnownClasses} classes of this side
 * @property {Path} path of the value that is looked at
 * @property {Path} noted path of the latest note
 * @property {Set<object> | undefined} seen containers whose content has been looked at; undefined while the value is
 *   taken for a tree
 * @property {number} looks at all of what a plain object or array has (beside.js)
 * @property {number} passing how many of these are passed over before the next look
 * @property {boolean} isPolluted whether the program has given all objects a property that loops over their keys come to
 * @property {boolean} isDeep it is none, or a deep one
 * @property {Identities | undefined} identities what crosses by its name, as both modules have it
 * @property {boolean} isByName whether what the platform has crosses by its name
 * @property {boolean} hasCode whether it has been met that a clone cannot bring, and the platform may have: it is looked through again then, by name
 * @property {import('./notes.js').SearchNotes | undefined} notes
 * @property {object[] | undefined} transferList
 * @property {boolean} hasPlatformObjects whether it holds what only a message can carry
 * @property {boolean} isShared whether it holds memory that threads share, GEMs apart
 * @property {number} weight objects and elements of arrays that were seen, each once
 * @property {Map<unknown, object> | undefined} substitutes what a clone cannot bring, and the plain objects that go in its place
 * @property {Path[] | undefined} substituted where those are, and those of `functions`
 * @property {object[] | undefined} gems views of those that were seen (registry.js)
 * @property {Lender | undefined} lender
 * @property {import('./addresses.js').Addresses | undefined} addresses URLs that were seen, and what is known of their queries
 * @property {FunctionPlaces | undefined} functions of the lender
 * @property {string[] | undefined} losses what errors in it do not arrive with
 * @property {object[] | undefined} listed gains the objects that a clone brings, in no order
 * @property {Map<unknown, number> | undefined} marks of `substitutes`, where objects are listed
 * @property {boolean} hasPlaced whether a plain object or an array has a copy that goes back by its number
 * @property {boolean} isReplaced whether any object is made again as another one where it arrives
 * @property {Origins | undefined} copies those among which a value may be that is to be its original again
 */

/**
 * The call that a value is for: whose functions and signals may be used on the other side (any others are refused), and whose errors
 * are known again when they come back.
 *
 * @typedef {object} Lender
 * @property {FunctionPlaces} [functions]
 * @property {(signal: AbortSignal) => object} [lendSignal] makes what crosses in its place; there for values that a call begins with
 * @property {Origins} [origins] undefined until there are any
 * @property {() => Origins} [openOrigins] undefined where nothing that crosses can come back
 * @property {Listed} [listed]
 * @property {Receiver} [receiver] of the message; anybody when it is not given
 * @property {boolean} [mayWait] whether the message can wait until the class of an error has been loaded
 *
 * @typedef {object} Listed what crosses behind the arguments of a call, and is known again when it comes back
 * @property {object[]} objects among its values
 * @property {boolean} isWatched whether the unit may change them where no text shows it
 * @property {((object: object) => boolean) | undefined} isMoved what is not the caller's any more; undefined where nothing moves
 *
 * @typedef {Map<object, Map<string, object>>} FunctionPlaces what crosses in the place of a function, by container and key
 */

/** @type {Path} */
const NOWHERE = [];

/**
 * @param {object} root
 * @param {KnownClasses} classes
 * @param {Set<object> | undefined} seen
 * @param {Lender} [lender]
 * @returns {Search}
 */
export function createSearch(root, classes, seen, lender) {
	return {
		root,
		classes,
		path: [],
		noted: NOWHERE,
		seen,
		looks: 0,
		passing: 0,
		isPolluted: hasEnumerable(Object.prototype),
		isDeep: false,
		identities: classes.identities,
		isByName: false,
		hasCode: false,
		notes: undefined,
		transferList: undefined,
		hasPlatformObjects: false,
		isShared: false,
		weight: 0,
		substitutes: undefined,
		substituted: undefined,
		gems: undefined,
		addresses: undefined,
		lender,
		functions: lender?.functions,
		losses: undefined,
		listed: lender?.listed?.objects,
		marks: undefined,
		hasPlaced: false,
		isReplaced: false,
		copies: lender?.origins?.hasCopies ? lender.origins : undefined,
	};
}

/**
 * Note that the value that is looked at has to be made again.
 *
 * @param {Search} search
 * @param {number} mark
 */
export function note(search, mark) {
	search.isReplaced ||= mark !== NO_PROTOTYPE && mark < FIRST_CLASS;
	search.notes = addNote(search.notes, search.noted, search.path, mark);
	search.noted = [...search.path];
}

/**
 * Let a plain object cross in place of the value that is looked at.
 *
 * @param {Search} search
 * @param {unknown} value an object, a function or a symbol
 * @param {number} mark
 * @param {() => object} describe the plain object, made once for each value
 */
export function substitute(search, value, mark, describe) {
	note(search, mark);
	(search.substituted ??= []).push(search.noted);
	search.substitutes ??= new OwnMap();
	if (search.listed) (search.marks ??= new OwnMap()).set(value, mark);
	if (!search.substitutes.has(value)) search.substitutes.set(value, describe());
}

/**
 * @param {string} name of a class that the other side knows
 * @param {Search} search in which a note follows
 * @returns {number} the mark of its instances
 */
export function markOf(name, search) {
	const [names] = (search.notes ??= [[]]);
	const index = indexOf(names, name);
	return FIRST_CLASS + (index === -1 ? names.push(name) - 1 : index);
}

/**
 * Let a reference cross in place of a GEM.
 *
 * @param {Search} search that looks at it
 * @param {object} value
 * @param {object} view what stands behind it
 * @param {Gems} gems
 */
export function substituteGem(search, value, view, gems) {
	// What is there twice is one object on the other side, which takes the hold of one message.
	if (!search.substitutes?.has(value)) (search.gems ??= []).push(view);
	substitute(search, value, GEM_MARK, () => gems.describe(view, receiverFor(search.lender)));
	const [names] = /** @type {import('./notes.js').SearchNotes} */ (search.notes);
	const name = GEM_MODULE + gems.moduleOf(view);
	if (indexOf(names, name) === -1) names.push(name);
}

/**
 * Let a class that both sides know cross by its name, and a function or symbol that both have; any other is left for structured clone
 * to refuse.
 *
 * @param {Search} search that looks at it
 * @param {Function | symbol} value
 * @param {object} container that has it
 */
export function substituteCode(search, value, container) {
	const key = search.path[search.path.length - 1];
	if (search.functions?.get(container)?.has(String(key))) return; // crosses as a function
	if (search.identities && substituteOwn(search, value)) return;
	const name = typeof value === 'function' ? search.classes.nameOf(value) : undefined;
	if (name !== undefined) {
		markOf(name, search);
		substitute(search, value, CLASS_MARK, () => ({ name }));
	} else if (!search.isByName) search.hasCode = true;
	else substituteOfPlatform(search, value);
}

/**
 * @param {Search} search that looks at it
 * @param {unknown} value an object, a function or a symbol
 * @returns {boolean} whether both modules have made it, and it crosses by its name
 */
export function substituteOwn(search, value) {
	const reference = search.identities?.refer(value);
	if (reference) substitute(search, value, OWN_MARK, () => reference);
	return reference !== undefined;
}

/**
 * @param {Search} search that looks at it
 * @param {object} value
 * @returns {boolean} whether it is a copy whose original is on the other side
 */
export function substituteCopy(search, value) {
	const described = search.copies?.describe(value);
	if (described) substitute(search, value, ORIGIN_MARK, () => described);
	return described !== undefined;
}

/**
 * A note and an object for each element of `rows.filter(isGood)` would take more than copies of the rows.
 *
 * @param {Search} search that looks at it
 * @param {unknown[]} array
 * @returns {boolean} whether all of its elements are such copies, and cross by their numbers
 */
export function substituteCopies(search, array) {
	const numbers = search.copies?.numbersIn(array);
	if (numbers) substitute(search, array, ORIGINS_MARK, () => ({ numbers }));
	return numbers !== undefined;
}

/**
 * @param {Search} search that looks at it
 * @param {unknown} value an object, a function or a symbol
 * @returns {boolean} whether it is the platform's, and crosses by its name
 */
export function substituteOfPlatform(search, value) {
	const reference = referToPlatform(value);
	if (reference) substitute(search, value, PLATFORM_MARK, () => reference);
	return reference !== undefined;
}

/**
 * Let plain objects cross in place of functions that a container holds.
 *
 * @param {Search} search that looks at the container
 * @param {object} container
 */
export function substituteFunctions(search, container) {
	for (const key of search.functions?.get(container)?.keys() ?? []) {
		search.path.push(key);
		note(search, FUNCTION_MARK);
		(search.substituted ??= []).push(search.noted);
		search.path.pop();
	}
}

/** @param {object} value @returns {boolean} */
function hasEnumerable(value) {
	for (const _key in value) return true;
	return false;
}

/** @param {Lender | undefined} lender @returns {Receiver} what a call begins with its caller keeps until it is settled */
export const receiverFor = (lender) =>
	lender?.lendSignal !== undefined ? 'kept' : (lender?.receiver ?? 'anybody');
