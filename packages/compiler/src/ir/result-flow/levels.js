/**
 * What an expression's value may have to do with the object of a variable, as bits. The lower half says which level of it the value may
 * be: bit 0 the object itself, bit 1 what that has, and so on. The upper half says the same of what a new object holds that the value
 * may be: an array, a closure, a promise.
 *
 * @typedef {number} Levels
 */

/** The last level stands for all that lies deeper as well. */
export const DEEPEST = 4;

const WIDTH = DEEPEST + 1;
const OWN = (1 << WIDTH) - 1;
const LAST = 1 << DEEPEST;

/** The object itself. @type {Levels} */
export const ITSELF = 1;

/** @param {Levels} levels @returns {Levels} without what the value is itself */
export const heldOf = (levels) => levels & ~OWN;

/** @param {Levels} levels @returns {Levels} of what holds such a value */
export const holding = (levels) => ((levels | (levels >> WIDTH)) << WIDTH) & (OWN << WIDTH);

/** @param {Levels} levels @returns {Levels} of what such a value has: a property, an element, what it resolves to */
export function partOf(levels) {
	const own = levels & OWN;
	const held = levels >> WIDTH;
	return ((own << 1) & OWN) | (own & LAST) | held | (held << WIDTH);
}

/** @param {Levels} levels @returns {Levels} of what lies anywhere in such a value, or is it */
export function anywhereIn(levels) {
	const all = ofObject(levels);
	const below = all === 0 ? 0 : OWN & ~((all & -all) - 1);
	return below | holding(below);
}

/** @param {Levels} levels @returns {Levels} of the variable's object, whether a value is that or holds it */
export const ofObject = (levels) => (levels | (levels >> WIDTH)) & OWN;

/** @param {Levels} levels @returns {number[]} of the variable's object, from 0 on */
export function listLevels(levels) {
	const all = ofObject(levels);
	return Array.from({ length: WIDTH }, (_, level) => level).filter((level) => all & (1 << level));
}

/** @param {(level: number) => boolean} isThere @returns {Levels} all of these levels, of what a value is and holds */
export function allOf(isThere) {
	let own = 0;
	for (let level = 0; level < WIDTH; level++) if (isThere(level)) own |= 1 << level;
	return own | (own << WIDTH);
}
