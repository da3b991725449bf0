/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

const file = 'dist/polygon-clipping.esm.js';

/** @param {number} seed @param {number} corners @param {number} x @returns {number[][][]} a star around (x, 0) */
function star(seed, corners, x) {
	const next = randomNumbers(seed);
	const ring = Array.from({ length: corners }, (_, index) => {
		const angle = (2 * Math.PI * index) / corners;
		const distance = index % 2 === 0 ? 10 : 4 + next();
		return [x + distance * Math.cos(angle), distance * Math.sin(angle)];
	});
	return [[...ring, ring[0]]];
}

const [left, right] = [star(1, 120, 0), star(2, 90, 6)];
const [first, second] = [
	[
		[
			[0, 0],
			[2, 0],
			[0, 2],
			[0, 0],
		],
	],
	[
		[
			[-1, 0],
			[1, 0],
			[0, 1],
			[-1, 0],
		],
	],
];

/** @type {Declaration} */
export default {
	package: 'polygon-clipping',
	entry: file,
	steps: [
		{
			file,
			what: '`/* cpu_bound: reeval */` before the counter of segments',
			why: 'the numbers of segments only have to differ within a call',
			edits: [{ comment: 'cpu_bound: reeval', before: ['segmentId'] }],
		},
		{
			file,
			what: '`/* cpu_bound: reeval */` before the rounder',
			why: 'it is made with a tree of another package, which the compiler does not read, and each call resets it',
			edits: [{ comment: 'cpu_bound: reeval', before: ['rounder'] }],
		},
	],
	units: [
		{ file, function: '/union' },
		{ file, function: '/intersection' },
		{ file, function: '/xor' },
		{ file, function: '/difference' },
	],
	vectors: [
		{ call: 'default.union', args: [first, second] },
		{ call: 'default.intersection', args: [first, second] },
		{ call: 'default.union', args: [left, right, first] },
		{ call: 'default.intersection', args: [left, right] },
		{ call: 'default.xor', args: [left, right] },
		{ call: 'default.difference', args: [left, right, second] },
		{ call: 'default.union', args: [[]] },
		{ call: 'default.union', args: ['nothing'] },
	],
	refused: [
		{
			units: [{ file, function: '/union' }],
			codes: ['LP2003', 'LP2005', 'LP2011'],
			why: 'The other three use the same `operation` and counter on the host; all four together can be lowered.',
		},
	],
};
