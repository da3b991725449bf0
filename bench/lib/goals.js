import { digits } from './format.js';

/**
 * @typedef {object} Goal
 * @property {string} name
 * @property {number} value measured
 * @property {'at least' | 'at most'} direction
 * @property {number} limit
 * @property {string} [why] it is missed, where it is, as far as the measurements show
 */

/** @param {Goal} goal */
export function isMet({ value, direction, limit }) {
	return direction === 'at least' ? value >= limit : value <= limit;
}

/** @param {Goal} goal */
export function goalLine(goal) {
	const verdict = isMet(goal) ? 'met' : 'missed';
	const why = goal.why && !isMet(goal) ? ` (${goal.why})` : '';
	return `${verdict}: ${goal.name}: ${digits(goal.value)}, wanted ${goal.direction} ${goal.limit}${why}`;
}
