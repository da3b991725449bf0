// Whether a thread has what the host has put into globals and prototypes.
/** @import { SentBuiltIns } from '../protocol/built-ins.js' */
import { OwnMap, OwnSet, pop, push } from '../primordials.js';
import { BuiltIns } from '../protocol/built-ins.js';
import { differenceOf } from '../protocol/built-in-print.js';
import { tellChange } from '../protocol/check-report.js';

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
function compare(id, { words, members, globals, record }) {
	const mentions = { words: setOf(words), members: setOf(members), globals: setOf(globals) };
	const [ofHost, own] = [parse(record), parse(new BuiltIns(mentions).describe())];
	for (const path of new OwnSet([...ofHost.keys(), ...own.keys()])) {
		const [onHost, here] = [ofHost.get(path), own.get(path)];
		const difference = differenceOf(onHost, here);
		if (!difference || isOfTool(path, difference, mentions.globals)) continue;
		if (isLoadedByUse(path, onHost, here)) continue;
		const holder = path.replace(/[.[].*$/, '');
		const [holderOnHost, holderHere] = [ofHost.get(holder), own.get(holder)];
		// A holder of which the host has another kind has been told of.
		if (difference === 'removed' && holder !== path && holderOnHost !== holderHere) continue;
		// One side has not read such a global yet, and its members are not described there.
		if (isLoadedByUse(holder, holderOnHost, holderHere)) continue;
		tellChange('LP8055', id, path, difference);
	}
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
	/^(process\.)?[^.[]+$/.test(path) &&
	onHost !== undefined &&
	here !== undefined &&
	onHost.startsWith('accessor ') !== here.startsWith('accessor ');

/** @param {string} words @returns {Set<string>} */
const setOf = (words) => new OwnSet(words.split(' '));

/** @param {string} record @returns {Map<string, string>} what each property is, by its path */
function parse(record) {
	/** @type {Map<string, string>} */
	const properties = new OwnMap();
	for (const line of record.split('\n')) {
		const at = line.indexOf('\t');
		if (at > 0) properties.set(line.slice(0, at), line.slice(at + 1));
	}
	return properties;
}
