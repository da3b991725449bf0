/** @import { Measured } from './child.js' */
import { pairedRatio } from '../../lib/statistics.js';

/** @typedef {{ name: string, parts: number, measured: Record<string, Measured> }} Point a program on so many workers */

/** @param {Measured} measured @returns {number[]} million elements a second, by round */
export const throughput = ({ size, samples }) => samples.map((ms) => size / ms / 1000);

/**
 * @param {Record<string, Measured>} measured
 * @param {string} key
 * @param {string} base
 * @returns {number} throughput of one over that of the other, median of the rounds
 */
export const ratioOf = (measured, key, base) =>
	pairedRatio(throughput(measured[key]), throughput(measured[base])).median;
