/** @import { Goal } from '../lib/goals.js' */
/** @import { Blocks } from './blocks.js' */
/** @import { Measured, Row } from './measure.js' */
import { pairedRatio, summarize } from '../lib/statistics.js';

/**
 * @typedef {object} Cell one pattern by one policy
 * @property {Row} row
 * @property {string} policy
 * @property {Measured} plain
 * @property {Measured} lowered
 * @property {Measured} general
 * @property {number} ratio lowered to plain, median
 */

/** @param {readonly Row[]} rows @returns {Cell[]} */
export const cellsOf = (rows) =>
	rows.flatMap((row) =>
		row.measured
			.filter(({ way }) => way === 'lowered')
			.map((lowered) => {
				const [plain] = row.measured;
				const policy = /** @type {string} */ (lowered.by);
				const isGeneral = (/** @type {Measured} */ other) =>
					other.way === 'general' && other.by === policy;
				const general = /** @type {Measured} */ (row.measured.find(isGeneral));
				const ratio = pairedRatio(lowered.samples, plain.samples).median;
				return { row, policy, plain, lowered, general, ratio };
			}),
	);

/** @param {number[]} values @returns {number} */
export const geometricMean = (values) =>
	Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * Ratios of a peer to the lowered function: the fastest policy that may write, or read where nothing is written.
 *
 * @param {readonly Row[]} rows
 * @returns {{ row: Row, peer: Measured, ratio: number }[]}
 */
export const peersOf = (rows) =>
	rows.flatMap((row) => {
		const lowered = row.measured.find(({ way }) => way === 'lowered');
		return row.measured
			.filter(({ way, samples }) => way === 'peer' && samples.length > 0 && lowered)
			.map((peer) => {
				const { samples } = /** @type {Measured} */ (lowered);
				return { row, peer, ratio: pairedRatio(peer.samples, samples).median };
			});
	});

/**
 * @param {readonly Row[]} rows
 * @param {readonly Blocks[]} blocks
 * @param {number} major version of Node: what its V8 does with typed arrays of doubles sets another limit for 20
 * @returns {Goal[]} of what was measured
 */
export function goalsOf(rows, blocks, major) {
	const [mean, most] = major < 22 ? [1.3, 2] : [1.15, 1.5];
	const cells = cellsOf(rows);
	const base = ofPolicy(cells, 'abcd', ['ReadOnly', 'Partitioned']);
	const inMean = base.filter(({ row }) => !row.pattern.isAside);
	const both = 'a to d, ReadOnly and Partitioned, lowered / plain';
	return [
		...goal(`${both}: geometric mean`, ratios(inMean), geometricMean, mean),
		...goal(`${both}: largest`, ratios(inMean), max, most),
		...goal(
			'e and f, ReadOnly, lowered / plain: largest',
			ratios(ofPolicy(cells, 'ef', ['ReadOnly'])),
			max,
			1.6,
		),
		...goal(
			'a to d, Owned, lowered / plain: largest',
			ratios(ofPolicy(cells, 'abcd', ['Owned'])),
			max,
			1.8,
		),
		...goal('lowered / other libraries: largest', inverse(ratios(peersOf(rows))), max, 1 / 20),
		...goal('a block of AtomicLK over its body, ns', medians(blocks, 'AtomicLK', 'block'), max, 30),
		...goal('a read within AtomicSTM, ns', medians(blocks, 'AtomicSTM', 'read'), max, 35),
	];
}

/** @param {string} name @param {number[]} values @param {(values: number[]) => number} sum @param {number} limit at most @returns {Goal[]} */
const goal = (name, values, sum, limit) =>
	values.length === 0 ? [] : [{ name, value: sum(values), direction: 'at most', limit }];

/** @param {Cell[]} cells @param {string} groups @param {string[]} policies */
const ofPolicy = (cells, groups, policies) =>
	cells.filter(
		({ row, policy }) => groups.includes(row.pattern.group) && policies.includes(policy),
	);

const ratios = (/** @type {{ ratio: number }[]} */ some) => some.map(({ ratio }) => ratio);
const inverse = (/** @type {number[]} */ values) => values.map((value) => 1 / value);
const max = (/** @type {number[]} */ values) => Math.max(...values);

/** @param {readonly Blocks[]} blocks @param {string} wanted @param {'block' | 'read'} what @returns {number[]} */
const medians = (blocks, wanted, what) =>
	blocks.filter(({ kind }) => kind === wanted).map((each) => summarize(each[what]).median);
