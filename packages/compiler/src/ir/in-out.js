/** @import { Analysed, UnitUse } from './module.js' */

/** @param {Pick<UnitUse, 'inOut'> | undefined} use @returns {boolean} whether the unit changes what it is given, or called on, and its caller's own objects follow */
export const isInOut = (use) => Boolean(use?.inOut);

/**
 * @param {Pick<Analysed, 'uses'>} analysed
 * @returns {boolean} whether a unit of the module changes what it is called on, or has it in its arguments as well: what others read of that is read once it has followed
 */
export const changesReceivers = ({ uses }) =>
	[...uses.values()].some((use) => use.receiver?.isInOut || (use.receiver && isInOut(use)));
