// The objects among the values of a call that its results may hold: listed while they are looked through, and sent behind the arguments.
/** @import { Search } from './search.js' */
import { Buffer } from 'node:buffer';
import { Object, OwnSet, push, Reflect } from '../primordials.js';
import { BUFFER, LIST_MARK } from './notes.js';
import { note, substitute } from './search.js';

/**
 * Put the list of what a call may give back behind its arguments, whose content it has.
 *
 * @param {any} root
 * @param {Search} search that has ended; gains the notes of the list
 * @returns {Search} the same
 */
export function withList(root, search) {
	const { listed, lender, seen } = search;
	if (!listed || !lender?.listed) return search;
	const { isMoved, isWatched } = lender.listed;
	if (isMoved) removeAll(listed, isMoved);
	if (search.isReplaced) removeAll(listed, isMadeFor(search));
	if (listed.length === 0) return search;
	const at = root.args.length;
	const tail = [listed, isWatched];
	root.args = [...root.args, tail];
	if (search.isReplaced) {
		for (let index = 0; index < listed.length; index++)
			noteListed(search, listed[index], ['args', at, 0, index]);
		// What holds something else in the place of an object is another one in the message, here as well.
		if (seen) for (const container of [root.args, tail, listed]) seen.add(container);
		else if (search.substituted) push(search.substituted, ['args', at, 0, 0]);
	}
	search.path = ['args', at];
	note(search, LIST_MARK);
	return search;
}

/** @param {Search} search @param {object} value in the list @param {(string | number)[]} path its place there */
function noteListed(search, value, path) {
	search.path = path;
	const mark = search.marks?.get(value);
	if (mark !== undefined) substitute(search, value, mark, () => ({}));
	else if (
		Buffer.isBuffer(value) &&
		search.classes.find(Object.getPrototypeOf(value)) === undefined
	)
		note(search, BUFFER);
}

/**
 * Where a description stands for an object, its content becomes the object: the number is that of the original.
 *
 * @param {Search} search
 * @returns {(one: object) => boolean} whether it was made for that
 */
function isMadeFor({ substitutes }) {
	/** @type {Set<object>} */
	const contents = new OwnSet();
	for (const each of substitutes?.values() ?? []) contents.add(Reflect.get(each, 'content'));
	return (one) => contents.has(one);
}

/** @param {object[]} listed @param {(one: object) => boolean} isOut */
function removeAll(listed, isOut) {
	let kept = 0;
	for (let at = 0; at < listed.length; at++) if (!isOut(listed[at])) listed[kept++] = listed[at];
	listed.length = kept;
}

/** @param {Search} search that lists @param {object} value that it looks at; not the root, nor the list of arguments */
export function list({ listed, path }, value) {
	if (path.length > 1) push(/** @type {object[]} */ (listed), value);
}
