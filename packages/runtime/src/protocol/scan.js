// What has to be known about a value before it crosses; both sides.
/** @import { KnownClasses } from './classes.js' */
/** @import { Lender, Search } from './search.js' */
import { types } from 'node:util';
import {
	forEachOfMap,
	forEachOfSet,
	filter,
	indexOf,
	isArray,
	Object,
	push,
	Reflect,
	structuredClone,
	OwnMap,
	OwnSet,
	isView,
	pop,
	slice,
} from '../primordials.js';
import {
	hasHidden,
	hasHiddenOfArray,
	isLookDue,
	isUnusual,
	describeBeside,
	namedKeysOf,
} from './beside.js';
import { ARRAY, BESIDE, ERROR, MAP, MEMORY, SET, SIGNAL } from './brands.js';
import { classify } from './classify.js';
import { textOf } from './error-values.js';
import { list, withList } from './listed.js';
import { ARGUMENTS_MARK, BESIDE_MARK } from './notes.js';
import { maySeemEmpty, referToPlatform } from './platform.js';
import { allGems } from './gem-copies.js';
import { registry } from './registry.js';
import {
	createSearch,
	substitute,
	substituteCode,
	substituteCopies,
	substituteCopy,
	substituteFunctions,
	substituteGem,
	substituteOfPlatform,
	substituteOwn,
} from './search.js';
import { substituteAll } from './substitute.js';
import { addTransfer } from './transfer.js';

// Most values are trees and shallower than this; only deeper ones, as a cycle is, pay for remembering what was seen.
const TREE_DEPTH = 8;

const { getPrototypeOf } = Object;
const PLAIN = Object.prototype;
const LIST = Array.prototype;

/**
 * Find what structured clone alone would change in a value (Buffers, class instances, errors, URLs), and what `transfer()`
 * has marked.
 *
 * Costs plain data about a tenth of the clone itself.
 *
 * @param {object} root `{ args, captures }` or `{ result }`
 * @param {KnownClasses} classes of this side
 * @param {Lender} [lender]
 * @param {Map<unknown, object>} [opaque] errors that a larger search is describing, and what stands for them here
 * @returns {Search} that has ended
 * @throws {Refusal} for an instance of a class that the other side does not know
 */
export function scan(root, classes, lender, opaque) {
	const quick = createSearch(root, classes, undefined, lender);
	if (opaque) quick.substitutes = new OwnMap(opaque);
	visit(root, quick);
	if (!quick.isDeep && !quick.hasCode && !quick.hasPlaced) return withList(root, quick);
	const careful = scanCarefully(root, quick, { isByName: quick.hasCode, opaque });
	// It may have met code where the quick one had not got to.
	const isComplete = careful.isByName || !careful.hasCode;
	const last = isComplete ? careful : scanCarefully(root, quick, { isByName: true, opaque });
	return withList(root, last);
}

/**
 * @param {object} root
 * @param {Pick<Search, 'classes' | 'lender' | 'listed'>} before an earlier search
 * @param {{ isByName: boolean, opaque?: Map<unknown, object> }} options
 * @returns {Search} that has looked at each container once
 */
function scanCarefully(root, { classes, lender, listed }, { isByName, opaque }) {
	if (listed) listed.length = 0;
	const search = createSearch(root, classes, new OwnSet(), lender);
	search.isByName = isByName;
	if (opaque) search.substitutes = new OwnMap(opaque);
	visit(root, search);
	return search;
}

/**
 * @param {object} value
 * @param {Search} search
 */
function visit(value, search) {
	if (registry.hasMarked && registry.marked.has(value)) addTransfer(search, value);
	if (search.identities && substituteOwn(search, value)) return;
	if (search.isByName && substituteOfPlatform(search, value)) return;
	if (search.copies && visitCopy(value, search)) return;
	const gems = allGems();
	const view = gems?.viewOf(value);
	if (gems && view) {
		substituteGem(search, value, view, gems);
		return;
	}
	const prototype = getPrototypeOf(value);
	if (prototype === PLAIN) visitRecord(value, search);
	else if (prototype === LIST && isArray(value)) visitArray(value, search);
	else visitOther(value, prototype, search);
}

/**
 * @param {object} value
 * @param {Search} search
 * @returns {boolean} whether it is a copy that goes back to the side of its original
 */
function visitCopy(value, search) {
	const isDescribed = search.substitutes?.has(value);
	const isCopy = substituteCopy(search, value);
	// Of a part of an in-out argument, the number is all that crosses.
	const isChanged = isCopy && !isDescribed && !isNumberAlone(search.substitutes?.get(value));
	if (isChanged) visitDescription(value, search);
	return isCopy;
}

/** @param {any} described @returns {boolean} */
const isNumberAlone = ({ changes, removed }) => changes === undefined && removed === undefined;

/**
 * @param {object} container
 * @param {Search} search
 * @returns {boolean} whether its content is to be looked at
 */
function enter(container, search) {
	const { seen, path } = search;
	if (seen) {
		if (seen.has(container)) return false;
		seen.add(container);
		return true;
	}
	// Deep in a part that is shared by many, it would be looked at many times.
	if (path.length >= TREE_DEPTH) search.isDeep = true;
	return !search.isDeep;
}

/**
 * @param {object} value a plain object
 * @param {Search} search
 */
function visitRecord(value, search) {
	const { substitutes } = search;
	const isDescribed = substitutes !== undefined && substitutes.has(value);
	if (isDescribed || (search.passing-- <= 0 && isLookDue(search) && hasHidden(value, search))) {
		visitBeside(value, search);
		return;
	}
	if (!enter(value, search)) return;
	search.weight++;
	if (search.listed) list(search, value);
	if (search.functions) substituteFunctions(search, value);
	const record = /** @type {Record<string, unknown>} */ (value);
	let isEmpty = true;
	for (const key in record) {
		isEmpty = false;
		const child = record[key];
		if (typeof child === 'number' || typeof child === 'string') continue;
		if (search.isPolluted && !Object.hasOwn(record, key)) continue;
		visitChild(child, key, value, search);
	}
	if (isEmpty && !search.isByName && maySeemEmpty(value)) search.hasCode = true; // `Math`
}

/**
 * @param {object} value of which a clone would lose something
 * @param {Search} search
 */
function visitBeside(value, search) {
	const isDescribed = search.substitutes?.has(value);
	if (search.listed && !isDescribed) list(search, value);
	if (isArguments(value)) substitute(search, value, ARGUMENTS_MARK, () => slice(value));
	else substitute(search, value, BESIDE_MARK, () => describeBeside(value, search));
	const description = search.substitutes?.get(value);
	if (isDescribed || !description) return;
	// Where there is one, there are others; and the parts of a description are looked at, too.
	search.looks = 0;
	search.passing = 0;
	visit(description, search);
}

/** @param {object} value @returns {value is IArguments} of a function, with its elements and what hides beside these in all of them */
const isArguments = (value) =>
	types.isArgumentsObject(value) && Reflect.ownKeys(value).length === value.length + OF_ARGUMENTS;

/** `length`, `callee` and `[Symbol.iterator]`. */
const OF_ARGUMENTS = 3;

/**
 * @param {unknown[]} array
 * @param {Search} search
 */
function visitArray(array, search) {
	// What `exec` and `match` return is an element of a long list more often than anything else that has names.
	const { groups } = /** @type {{ groups?: unknown }} */ (/** @type {unknown} */ (array));
	const isNamed =
		groups !== undefined || (search.passing-- <= 0 && isLookDue(search) && isUnusual(array));
	const isHidden = isNamed && getPrototypeOf(array) === LIST && hasHiddenOfArray(array);
	if (isHidden || search.substitutes?.has(array)) {
		visitBeside(array, search);
		return;
	}
	if (
		search.copies &&
		!isNamed &&
		getPrototypeOf(array) === LIST &&
		substituteCopies(search, array)
	)
		return;
	if (!enter(array, search)) return;
	search.weight += array.length;
	if (search.listed) list(search, array);
	if (search.functions) substituteFunctions(search, array);
	for (let index = 0; index < array.length; index++) {
		const element = array[index];
		if (element === undefined && !(index in array)) {
			// A sparse array may be billions long.
			visitKeys(array, search);
			return;
		}
		// The usual ones first: it halves the time that long arrays take.
		if (typeof element === 'number' || typeof element === 'string') continue;
		visitChild(element, index, array, search);
	}
	if (!isNamed) return;
	for (const key of namedKeysOf(array)) visitChild(Reflect.get(array, key), key, array, search);
}

/**
 * @param {object} value neither a plain object nor a plain array
 * @param {object | null} prototype its
 * @param {Search} search
 */
function visitOther(value, prototype, search) {
	if (value === process.env) {
		search.hasCode = true; // crosses by its name
		return;
	}
	const isDescribed = search.substitutes?.has(value);
	const content = classify(value, prototype, search);
	if (content === MEMORY) {
		search.isShared ||= isSharedMemory(value);
		if (search.listed) list(search, value);
		return;
	}
	if (content === ERROR || content === SIGNAL) {
		if (!isDescribed) visitDescription(value, search);
		return;
	}
	if (content === BESIDE) {
		if (search.listed && !isDescribed) list(search, value);
		const description = search.substitutes?.get(value);
		if (!isDescribed && description) visit(description, search);
		return;
	}
	if (content === ARRAY) {
		visitArray(/** @type {unknown[]} */ (value), search);
		return;
	}
	if (!enter(value, search)) return;
	search.weight++;
	if (search.listed) list(search, value);
	if (search.functions) substituteFunctions(search, value);
	if (content === MAP) visitMap(value, search);
	else if (content === SET) visitSet(value, search);
	else visitKeys(value, search);
}

/** @param {object} value */
const isSharedMemory = (value) => types.isSharedArrayBuffer(isView(value) ? value.buffer : value);

/**
 * @param {object} value
 * @param {Search} search
 */
function visitKeys(value, search) {
	for (const key of Object.keys(value)) visitChild(Reflect.get(value, key), key, value, search);
}

/**
 * @param {object} map
 * @param {Search} search
 */
function visitMap(map, search) {
	let index = 0;
	if (!types.isMap(map)) return;
	forEachOfMap(map, (value, key) => {
		visitChild(key, index++, map, search);
		visitChild(value, index++, map, search);
	});
}

/**
 * @param {object} set
 * @param {Search} search
 */
function visitSet(set, search) {
	let index = 0;
	if (!types.isSet(set)) return;
	forEachOfSet(set, (member) => visitChild(member, index++, set, search));
}

/**
 * @param {unknown} child
 * @param {string | number} key
 * @param {object} container
 * @param {Search} search
 */
function visitChild(child, key, container, search) {
	if (typeof child === 'number' || typeof child === 'string') return;
	const isCode = typeof child === 'function' || typeof child === 'symbol';
	if (!isCode && (typeof child !== 'object' || child === null)) return;
	if (search.copies && container !== search.root && isPlaced(child, container, search)) return;
	search.path.push(key);
	if (isCode) substituteCode(search, child, container);
	else visit(child, search);
	pop(search.path);
}

/**
 * A note and an object for each of `rows.map((row) => ({ row, score }))` takes twice as long.
 *
 * @param {unknown} child
 * @param {object} container that has it
 * @param {Search} search
 * @returns {boolean} whether it is a copy that goes back by its number, from a property or an element
 */
function isPlaced(child, container, search) {
	if (types.isMap(container) || types.isSet(container)) return false;
	if (search.copies?.partNumber(child) === undefined) return false;
	search.hasPlaced = true;
	return true;
}

/**
 * Look at the description of an error or signal as at any value, once what cannot cross has been replaced by its text: an error
 * must arrive, whatever hangs on it.
 *
 * @param {object} described
 * @param {Search} search
 */
function visitDescription(described, search) {
	const { classes, substitutes } = search;
	const description = /** @type {any} */ (substitutes?.get(described));
	/** @type {Map<unknown, object>} */
	const opaque = new OwnMap();
	for (const each of substitutes?.keys() ?? []) opaque.set(each, {});
	const { properties = [], errors = [], changes = [], hidden = [] } = description;
	for (const part of [description, properties, errors, changes]) {
		for (const key of Object.keys(part)) {
			const value = part[key];
			if (part === description && key !== 'cause' && key !== 'reason') continue;
			if (search.copies?.describe(value) || canCross(value, classes, opaque)) continue;
			const isHidden = part === properties && indexOf(hidden, key) !== -1;
			if (isHidden) {
				delete part[key];
				continue;
			}
			noteText(search, key);
			part[key] = textOf(value);
		}
	}
	if (description.symbols) {
		const arrives = (/** @type {unknown[]} */ [, , value]) => canCross(value, classes, opaque);
		description.symbols = filter(description.symbols, arrives);
	}
	visit(description, search);
}

/** @param {Search} search @param {string} key of what an error has, and what cannot cross */
function noteText(search, key) {
	push((search.losses ??= []), `what one has as \`${key}\` has become text`);
}

/**
 * @param {unknown} value
 * @param {KnownClasses} classes
 * @param {Map<unknown, object>} [opaque]
 * @returns {boolean} whether it arrives as what it is
 */
export function canCross(value, classes, opaque) {
	if (typeof value === 'function' || typeof value === 'symbol')
		return crossesByName(value, classes);
	if (typeof value !== 'object' || value === null) return true;
	try {
		structuredClone(substituteAll(scan({ value }, classes, undefined, opaque)));
		return true;
	} catch {
		return false; // that it fails is the answer
	}
}

/** @param {Function | symbol} value @param {KnownClasses} classes @returns {boolean} */
function crossesByName(value, classes) {
	if (typeof value === 'function' && classes.nameOf(value) !== undefined) return true;
	return Boolean(classes.identities?.refer(value) ?? referToPlatform(value));
}
