// What a function that a call has lent is called on, where the unit runs on this thread but gets copies.
/** @import { LentFunction } from '../protocol/unpack.js' */
import { Object } from '../primordials.js';
import { changeUnnoticed } from '../protocol/checks.js';
import { put } from '../protocol/places.js';
import { changesSince, dataOf } from './holder-changes.js';

/**
 * The object that has a function is the caller's own object there, and what the function assigns to it the unit sees in its copy;
 * any other receiver is copied with the arguments.
 *
 * @param {LentFunction} lent
 * @param {{ own: object, theirs: object | undefined, self: unknown }} objects `own`: the unit's copy of the object that has the
 *   function, of which `theirs` is the caller's; `self`: what the unit calls it on
 * @returns {{ sent: { value: unknown } | undefined, receiver: object | undefined, changes: () => Record<string, unknown> | undefined }}
 *   `sent`: what is to be copied; `changes`: of `theirs`, since this was called
 */
export function receiverHere({ usesThis }, { own, theirs, self }) {
	const isMethod = usesThis && self === own && theirs !== undefined;
	const isNone = isMethod || !usesThis || self === undefined || self === globalThis;
	const before = isMethod ? dataOf(theirs) : undefined;
	return {
		sent: isNone ? undefined : { value: self },
		receiver: isMethod ? theirs : undefined,
		changes: () => before && theirs && changesSince(before, theirs),
	};
}

/**
 * @param {object} own the unit's copy
 * @param {Record<string, unknown> | undefined} changes copies
 */
export function applyChanges(own, changes) {
	if (!changes) return;
	changeUnnoticed(() => {
		for (const name of Object.keys(changes)) put(own, name, changes[name]);
	});
}
