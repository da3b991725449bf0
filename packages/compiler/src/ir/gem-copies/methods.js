import { arrayMethod } from '../../knowledge/methods.js';

/**
 * What functions of the platform do with copies of parts of a GEM, or as methods of one.
 */

/** @param {string} name @returns {string | undefined} what a method of arrays gives */
const givenBy = (name) => arrayMethod(name)?.gives;

/** @param {string} name @returns {boolean} a method of arrays that calls what it is given, at once */
export const callsBack = (name) => arrayMethod(name)?.calls !== undefined;

/** @param {string} name @returns {boolean} of what its callback returns, nothing but its truth, or its order, matters */
export const asksCallback = (name) =>
	/^(dropped|order|truth)$/.test(arrayMethod(name)?.callback ?? '');

/** @param {string} name @returns {boolean} it makes a new array of elements */
export const makesListOfElements = (name) =>
	/^(copy|flat)$/.test(givenBy(name) ?? '') && !/^(splice|toSpliced|with)$/.test(name);

/** @param {string} name @returns {boolean} it gives an element, and changes nothing */
export const givesElement = (name) => givenBy(name) === 'part' && !arrayMethod(name)?.changes;

/** @param {string} name @returns {boolean} it compares elements with what it is given */
export const compares = (name) => arrayMethod(name)?.compares === true;

/** @param {string} name @returns {boolean} a method of arrays that goes through all of it */
export const goesThrough = (name) =>
	callsBack(name) ||
	makesListOfElements(name) ||
	compares(name) ||
	/^(entries|join|keys|values)$/.test(name);
