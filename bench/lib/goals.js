import { digits } from './format.js';

/**
 * @typedef {object} Goal
 * @property {string} name
 * @property {number} value measured
 * @property {'at least' | 'at most'} direction
 * @property {number} limit
 */

/** @param {Goal} goal */
export function isMet({ value, direction, limit }) {
	return direction === 'at least' ? value >= limit : value <= limit;
}

/** @param {Goal} goal */
export function goalLine(goal) {
	const verdict = isMet(goal) ? 'met' : 'missed';
	return `${verdict}: ${goal.name}: ${digits(goal.value)}, wanted ${goal.direction} ${goal.limit}`;
}
