/** @import { Claim } from '../lib/claims.js' */
/** @import { Row } from './measure.js' */
import { verdictAtMost } from '../lib/claims.js';
import { digits } from '../lib/format.js';
import { pairedRatio } from '../lib/statistics.js';
import { cellsOf, geometricMean } from './goals.js';

/** Which the paper measures: properties, by the policy of its figure. */
const GROUPS = 'abcd';

/**
 * @param {readonly Row[]} rows
 * @returns {Claim[]} those of [GEM16 §7.1, Fig. 9]; none when too little was measured
 */
export function accessClaims(rows) {
	const cells = cellsOf(rows).filter(
		({ row, policy }) =>
			GROUPS.includes(row.pattern.group) && policy === 'ReadOnly' && !row.pattern.isAside,
	);
	if (cells.length === 0) return [];
	const lowered = geometricMean(cells.map(({ ratio }) => ratio));
	const worst = cells.reduce((a, b) => (a.ratio > b.ratio ? a : b));
	const general = geometricMean(
		cells.map(({ general, plain }) => pairedRatio(general.samples, plain.samples).median),
	);
	return [
		{
			paper: '[GEM16 §7.1, Fig. 9]',
			claim: 'Reading and writing properties of a GEM is a little slower than of a plain object.',
			expected: 'less than 30 % on average',
			measured: `${digits(lowered)} times the plain loop, geometric mean of ${cells.length} loops over a ReadOnly GEM`,
			verdict: verdictAtMost(lowered, { reproduced: 1.3, beaten: 1 }),
			why: `compiled loops, on an engine as it comes; the slowest is '${worst.row.pattern.name}' with ${digits(worst.ratio)}`,
		},
		{
			paper: '[GEM16 §7.1, Fig. 9]',
			claim: 'Without optimisations it is an order of magnitude slower.',
			expected: 'about 10 times',
			measured: `${digits(general)} times`,
			verdict: verdictAtMost(general, { reproduced: 30, beaten: 1 }),
			why: 'what is not compiled goes through a Proxy, which V8 does not inline',
		},
	];
}
