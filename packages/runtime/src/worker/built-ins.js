// Whether a thread has what the host has put into globals and prototypes.
/** @import { SentBuiltIns } from '../protocol/built-ins.js' */
import { OwnMap, OwnSet, pop, push } from '../primordials.js';
import { BuiltIns, statesOfThread } from '../protocol/built-ins.js';
import { differenceOf } from '../protocol/built-in-print.js';
import { tellChange } from '../protocol/check-report.js';

/** What is read here is that of the thread before any module of the program has run in it. */
const AT_START = statesOfThread();

/** What the host has sent and nothing has been compared with yet; per thread. @type {{ id: string, sent: SentBuiltIns }[]} */
const waiting = [];

/**
 * @param {string} id of the unit
 * @param {SentBuiltIns} sent
 */
export function expectBuiltIns(id, sent) {
	push(waiting, { id, sent });
}

/**
 * Tell of what this thread lacks.
 *
 * After the first call, before its result: the modules have been evaluated then, and a unit that installs a polyfill by itself has
 * done so.
 */
export function compareBuiltIns() {
	for (let next = pop(waiting); next; next = pop(waiting)) compare(next.id, next.sent);
}

/** @param {string} id @param {SentBuiltIns} sent */
function compare(id, { words, members, globals, modules, record }) {
	const mentions = {
		words: setOf(words),
		members: setOf(members),
		globals: setOf(globals),
		modules: setOf(modules),
	};
	const own = new BuiltIns(mentions).describe();
	for (const [path, difference] of differencesOf(record, own, mentions.globals))
		tellChange('LP8055', id, path, difference);
}

/**
 * @param {string} record of the host
 * @param {string} ownRecord of this thread
 * @param {Set<string>} globals
 * @param {Map<string, string>} atStart states of the thread before it has run anything
 * @returns {[path: string, how: string][]} what the program has done on the host alone
 */
export function differencesOf(record, ownRecord, globals, atStart = AT_START) {
	const [holders, ownHolders] = [holdersIn(record), holdersIn(ownRecord)];
	// One side has no such object, or has not read it yet, and what is in it is not described there.
	const [ofHost, own] = [parse(record, ownHolders), parse(ownRecord, holders)];
	/** @type {[string, string][]} */
	const found = [];
	for (const path of new OwnSet([...ofHost.keys(), ...own.keys()])) {
		const difference = differenceOf(ofHost.get(path), own.get(path));
		if (!difference || isOfTool(path, difference, globals)) continue;
		if (isLoadedByUse(path, ofHost.get(path), own.get(path))) continue;
		// A unit has set it, of which LP3005 tells: the host has what the thread had.
		if (difference === 'replaced' && ofHost.get(path) === atStart.get(path)) continue;
		const holder = path.replace(/[.[].*$/, '');
		// A holder of which the host has another kind has been told of.
		if (difference === 'removed' && holder !== path && ofHost.get(holder) !== own.get(holder))
			continue;
		push(found, [path, difference]);
	}
	return found;
}

/**
 * A global that the host alone has is most often one of a tool (`test`, `it`), and the module's word is another variable. Code that reads
 * it where it is not declared ends with a ReferenceError, unless it asks first.
 *
 * @param {string} path
 * @param {string} difference
 * @param {Set<string>} globals
 * @returns {boolean}
 */
const isOfTool = (path, difference, globals) =>
	difference === 'added' && /^[^.[]+$/.test(path) && !globals.has(path);

/**
 * Node defines some of its globals as accessors, which become values when they are used.
 *
 * @param {string} path
 * @param {string | undefined} onHost
 * @param {string | undefined} here
 * @returns {boolean}
 */
const isLoadedByUse = (path, onHost, here) =>
	/^((process|node:[\w/]+)\.)?[^.[]+$/.test(path) &&
	onHost !== undefined &&
	here !== undefined &&
	onHost.startsWith('accessor ') !== here.startsWith('accessor ');

/** @param {string} words @returns {Set<string>} */
const setOf = (words) => new OwnSet(words === '' ? [] : words.split(' '));

/** @param {string} record @returns {Set<string>} the paths of the objects that it describes */
function holdersIn(record) {
	const holders = new OwnSet();
	for (const line of record.split('\n')) if (line.indexOf('\t') < 0) holders.add(line);
	return holders;
}

/**
 * @param {string} record
 * @param {Set<string>} holders those of the other side
 * @returns {Map<string, string>} what each property is, by its path
 */
function parse(record, holders) {
	/** @type {Map<string, string>} */
	const properties = new OwnMap();
	let isOfBoth = true;
	for (const line of record.split('\n')) {
		const at = line.indexOf('\t');
		if (at < 0) isOfBoth = holders.has(line);
		else if (isOfBoth) properties.set(line.slice(0, at), line.slice(at + 1));
	}
	return properties;
}
