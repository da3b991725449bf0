/** @import { KnownClasses } from './classes.js' */
/** @import { Notes, SearchNotes } from './notes.js' */
/** @import { Path } from '../types.js' */
/** @import { Origins } from './origins.js' */
/** @import { SharedWords } from './atomics.js' */
import { Buffer } from 'node:buffer';
import { ONLY_ITSELF } from '../abi.js';
import { gemUnknownType } from '../errors/codes.js';
import { map, Object, Reflect, pop, slice, OwnMap, OwnSet } from '../primordials.js';
import { queryOf } from './addresses.js';
import { completeBeside } from './beside.js';
import { NO_CLASSES } from './classes.js';
import { adoptParts } from './error-parts.js';
import { completeError, makeError } from './error-values.js';
import {
	ARGUMENTS_MARK,
	BESIDE_MARK,
	BUFFER,
	CLASS_MARK,
	ERROR_MARK,
	FIRST_CLASS,
	FUNCTION_MARK,
	GEM_MARK,
	GEM_MODULE,
	LIST_MARK,
	NO_PROTOTYPE,
	ORIGIN_MARK,
	ORIGINS_MARK,
	PLACED,
	PLACED_MARK,
	OWN_MARK,
	PLATFORM_MARK,
	QUERY_MARK,
	SIGNAL_MARK,
	URL_MARK,
} from './notes.js';
import { followCopy } from './origins.js';
import { discardGems, isGemNotes, unpackGems } from './pack-gems.js';
import { entriesOf, put, refill } from './places.js';
import { findOnPlatform } from './platform.js';
import { refuse } from './refusal.js';
import { allGems } from './gem-copies.js';

/**
 * Makes what a call may use of the other side's.
 *
 * @typedef {object} Borrower
 * @property {(lent: LentFunction, holder: object) => object} [makeFunction] `holder`: the object that gets it
 * @property {(lent: LentSignal, unfinished: (() => void)[]) => AbortSignal} [makeSignal] adds what it has to do once the reason
 *   has been made
 * @property {(sent: [objects: object[], isWatched: boolean]) => void} [takeList] of the objects that may come back
 * @property {Origins} [origins]
 * @property {() => Origins} [openOrigins] undefined where nothing that arrives can go back
 *
 * @typedef {object} LentFunction
 * @property {number} id
 * @property {string} place `args[0].onProgress`
 * @property {boolean} usesThis whether what it is called on makes a difference to it
 * @property {[key: string, value: unknown][]} own what code reads of it: name, length, and its own properties that hold primitive values
 *
 * @typedef {object} LentSignal
 * @property {number} id
 * @property {SharedWords | undefined} words one: 1 once the signal has fired; undefined when it had fired before the call
 * @property {unknown} reason that it had fired for
 * @property {number | undefined} origin of the reason
 */

/**
 * @typedef {object} Revival
 * @property {KnownClasses} classes of this side
 * @property {string[]} names of classes in the notes
 * @property {Map<object, object>} made objects, by what came in their place
 * @property {Map<object, object>} came the other way round
 * @property {Map<object, unknown[]>} entries of maps and sets on the way
 * @property {Set<object>} changed maps and sets whose entries are to be written back
 * @property {(() => void)[]} unfinished what has to be done once everything has been made
 * @property {Borrower | undefined} borrower
 */

/**
 * Make again what structured clone could not bring.
 *
 * @template {object} T
 * @param {T} root the received value; changed in place
 * @param {Notes} notes from `pack` on the other side
 * @param {KnownClasses} classes of this side
 * @param {Borrower} [borrower] where functions and signals can arrive
 * @returns {T} the same
 * @throws {Refusal} for a class that this side does not know, or does not know yet
 */
export function unpack(root, notes, classes, borrower) {
	if (isGemNotes(notes)) {
		unpackGems(root, notes);
		return root;
	}
	const revival = createRevival(notes, classes, borrower);
	try {
		followNotes(root, notes, revival, revive);
	} catch (refusal) {
		followNotes(root, notes, revival, discardGem);
		throw refusal;
	}
	for (const container of revival.changed) {
		refill(container, /** @type {unknown[]} */ (revival.entries.get(container)));
	}
	for (const finish of revival.unfinished) finish();
	return root;
}

/**
 * Let go of the GEMs of a message that nobody reads: each is held by it otherwise.
 *
 * @param {object} root as for `unpack`
 * @param {Notes | undefined} notes
 */
export function discard(root, notes) {
	if (!notes || !allGems()) return;
	if (isGemNotes(notes)) discardGems(notes);
	else followNotes(root, notes, createRevival(notes, NO_CLASSES), discardGem);
}

/**
 * @param {SearchNotes} notes
 * @param {KnownClasses} classes
 * @param {Borrower} [borrower]
 * @returns {Revival}
 */
const createRevival = ([names], classes, borrower) => ({
	classes,
	names,
	made: new OwnMap(),
	came: new OwnMap(),
	entries: new OwnMap(),
	changed: new OwnSet(),
	unfinished: [],
	borrower,
});

/**
 * @param {object} root
 * @param {SearchNotes} notes
 * @param {Revival} revival
 * @param {typeof revive} visit what the notes lead to, in their order
 * @throws {Refusal} for a class that this side does not know, or does not know yet
 */
function followNotes(root, [, ...steps], revival, visit) {
	/** @type {object[]} the root, and what the keys of the latest note led to */
	const trail = [root];
	for (let at = 0; at < steps.length;) {
		trail.length = Number(steps[at]) + 1;
		const last = at + Number(steps[at + 1]) + 1;
		for (at += 2; at <= last; at++)
			trail.push(childOf(trail[trail.length - 1], steps[at], revival));
		try {
			visit(trail, steps[last], Number(steps[at++]), revival);
		} catch (error) {
			throw error instanceof UnknownName ? refuse(root, pathTo(steps, last), error.message) : error;
		}
	}
}

/** @type {typeof revive} of what has not been read: a GEM that has, is not held by the message any more */
function discardGem(trail, _key, mark) {
	if (mark === GEM_MARK) allGems()?.discard(/** @type {any} */ (trail[trail.length - 1]));
}

/**
 * @param {object} container
 * @param {string | number} key
 * @param {Revival} revival
 * @returns {object} as it came
 */
function childOf(container, key, { entries, came }) {
	let flat = entries.get(container);
	if (!flat) {
		flat = entriesOf(container);
		if (flat) entries.set(container, flat);
	}
	const child = Reflect.get(flat ?? container, key);
	const origin = came.get(child);
	// What is beside an object is told by its description, of which the object is a part.
	return origin === undefined || origin === container ? child : origin;
}

/**
 * @param {object[]} trail ends with a container and what came in it
 * @param {string | number} key of that
 * @param {number} mark
 * @param {Revival} revival
 */
function revive(trail, key, mark, revival) {
	const came = trail[trail.length - 1];
	if (mark === LIST_MARK) {
		const container = trail[trail.length - 2];
		revival.unfinished.push(() => {
			pop(/** @type {unknown[]} */ (container));
			revival.borrower?.takeList?.(/** @type {any} */ (came));
		});
	} else if (mark === PLACED_MARK) {
		placeAll(/** @type {any} */ (came), revival);
		Reflect.deleteProperty(trail[0], PLACED);
	} else if (mark === NO_PROTOTYPE) Object.setPrototypeOf(came, null);
	else if (mark >= FIRST_CLASS) restoreClass(came, revival.names[mark - FIRST_CLASS], revival);
	else {
		const container = trail[trail.length - 2];
		let made = revival.made.get(came);
		if (!made) {
			made = make(came, mark, revival, container);
			revival.made.set(came, made);
			revival.came.set(made, came);
		}
		const entries = revival.entries.get(container);
		if (entries) {
			entries[Number(key)] = made;
			revival.changed.add(container);
		} else put(container, key, made);
	}
}

/** A class that the notes name is none of this side's. */
class UnknownName extends Error {}

/**
 * @param {object} came
 * @param {string} name
 * @param {Revival} revival
 */
function restoreClass(came, name, { classes }) {
	const prototype = classes.prototypeOf(name);
	if (!prototype) throw unknownName('an instance of', name, classes);
	Object.setPrototypeOf(came, prototype);
}

/**
 * @param {string} name
 * @param {KnownClasses} classes
 * @returns {Function}
 */
function findClass(name, classes) {
	const found = classes.classOf(name);
	if (!found) throw unknownName('the class', name.replace(ONLY_ITSELF, ''), classes);
	return found;
}

/**
 * @param {string} what
 * @param {string} name
 * @param {KnownClasses} classes
 * @returns {UnknownName}
 */
function unknownName(what, name, { isComplete }) {
	const early = isComplete ? '' : ' yet';
	return new UnknownName(
		`it is ${what} \`${name}\`, which is not defined${early} where it arrives`,
	);
}

/**
 * @param {(string | number)[]} steps of the notes
 * @param {number} last index of the last key of a note
 * @returns {Path}
 */
function pathTo(steps, last) {
	/** @type {Path} */
	const path = [];
	for (let at = 0; at <= last; at += 3 + Number(steps[at + 1])) {
		path.length = Number(steps[at]);
		path.push(...slice(steps, at + 2, at + 2 + Number(steps[at + 1])));
	}
	return path;
}

/**
 * The modules that a message needs to have been evaluated here before it is unpacked.
 *
 * @param {SearchNotes} notes
 * @returns {string[]} urls
 */
export function missingModules([names]) {
	return names
		.filter((name) => name.startsWith(GEM_MODULE))
		.map((name) => name.slice(GEM_MODULE.length))
		.filter((url) => !allGems()?.isLoaded(url));
}

/** @param {unknown[]} placed @param {Revival} revival @throws {UnknownName} */
function placeAll(placed, { borrower }) {
	for (let at = 0; at < placed.length; at += 3) {
		const container = /** @type {object} */ (placed[at]);
		const key = /** @type {string} */ (placed[at + 1]);
		put(container, key, originalOf(Number(placed[at + 2]), borrower));
	}
}

/** @param {number} number @param {Borrower | undefined} borrower @returns {object} @throws {UnknownName} */
const originalOf = (number, borrower) =>
	orRefuse(borrower?.origins?.original(number), 'an object that has come from there');

/** @param {unknown[]} list @returns {IArguments} */
function argumentsOf(list) {
	return Reflect.apply(allOf, undefined, list);
}

/** @returns {IArguments} */
function allOf() {
	return arguments;
}

/** @param {any} found by its name @param {string} what it was @returns {object} @throws {UnknownName} */
function orRefuse(found, what) {
	if (found === undefined)
		throw new UnknownName(`it is ${what}, which is another one where it arrives`);
	return found;
}

/** @param {any} reference @returns {object} */
function arrive(reference) {
	const gems = allGems();
	if (!gems) throw gemUnknownType({ url: reference.type });
	return gems.arrive(reference);
}

/**
 * @param {import('./error-values.js').ErrorDescription} came
 * @param {Pick<Revival, 'classes' | 'unfinished' | 'borrower'>} revival
 * @returns {object} the error; the one that has arrived before, if its original has crossed before
 */
function arriveError(came, { classes, unfinished, borrower }) {
	const { origin } = came;
	const origins = origin === undefined ? undefined : borrower?.openOrigins?.();
	const error = /** @type {Error} */ (origins?.copy(Number(origin)) ?? makeError(came, classes));
	unfinished.push(() => {
		completeError(error, came);
		// Once the errors that this one refers to are complete, too: the table notes their content.
		if (!origins) return;
		unfinished.push(() => {
			origins.adopt(Number(origin), error);
			adoptParts(came, origins);
		});
	});
	return error;
}

/** @param {import('./addresses.js').AddressDescription} came @param {Revival} revival @returns {object} the URL, which its query may come before */
function addressOf(came, { made, came: arrived }) {
	const known = made.get(came);
	if (known) return known;
	const url = new URL(came.href);
	made.set(came, url);
	arrived.set(url, came);
	return url;
}

/**
 * @param {any} came
 * @param {number} mark
 * @param {Revival} revival
 * @param {object} container that it came in
 * @returns {object}
 */
function make(came, mark, revival, container) {
	const { classes, unfinished, borrower } = revival;
	switch (mark) {
		case BUFFER:
			return Buffer.from(came.buffer, came.byteOffset, came.byteLength);
		case URL_MARK:
			return addressOf(came, revival);
		case QUERY_MARK:
			return came.address
				? queryOf(addressOf(came.address, revival))
				: new URLSearchParams(came.query);
		case ERROR_MARK:
			return arriveError(came, { classes, unfinished, borrower });
		case ORIGIN_MARK: {
			const original = originalOf(came.number, borrower);
			if (came.changes || came.removed) unfinished.push(() => followCopy(original, came));
			return original;
		}
		case ORIGINS_MARK:
			return map(came.numbers, (/** @type {number} */ number) => originalOf(number, borrower));
		case BESIDE_MARK:
			if (came.className !== undefined && !classes.prototypeOf(came.className))
				throw unknownName('an instance of', came.className, classes);
			unfinished.push(() => completeBeside(came, classes));
			return came.content;
		case ARGUMENTS_MARK: {
			const made = argumentsOf(came);
			// What they hold may have been made again in the list alone.
			unfinished.push(() => {
				for (let at = 0; at < came.length; at++) put(made, at, came[at]);
			});
			return made;
		}
		case CLASS_MARK:
			return findClass(came.name, classes);
		case FUNCTION_MARK:
			if (borrower?.makeFunction) return borrower.makeFunction(came, container);
			break;
		case GEM_MARK:
			return arrive(came);
		case PLATFORM_MARK:
			return orRefuse(findOnPlatform(came), `\`${came.name}\` of the platform`);
		case OWN_MARK:
			return orRefuse(classes.own.find(came), `that of \`${came.name}\``);
		case SIGNAL_MARK:
			if (borrower?.makeSignal) return borrower.makeSignal(came, unfinished);
			break;
	}
	throw new TypeError(`unknown mark ${mark}`);
}
