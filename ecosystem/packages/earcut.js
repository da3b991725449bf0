/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

/** @param {number} seed @param {number} corners @param {number} radius @returns {number[][]} a ring around the origin */
function ring(seed, corners, radius) {
	const next = randomNumbers(seed);
	return Array.from({ length: corners }, (_, index) => {
		const angle = (2 * Math.PI * index) / corners;
		const distance = radius * (0.7 + 0.3 * next());
		return [distance * Math.cos(angle), distance * Math.sin(angle)];
	});
}

const [outer, hole] = [ring(1, 1500, 100), ring(2, 300, 20)];
const file = 'src/earcut.js';

/** @type {Declaration} */
export default {
	package: 'earcut',
	entry: file,
	steps: [
		{
			file,
			what: '`/* cpu_bound: reeval */` before the variables that calls assign to',
			why: 'these variables are scratch space: each call sets what it reads, and each worker may have its own',
			edits: [
				{
					comment: 'cpu_bound: reeval',
					before: [
						'filteredOut',
						'indexActive',
						'blockBBox',
						'numBlocks',
						'sortBuf',
						'zArr',
						'zBuf',
					],
				},
			],
		},
	],
	units: [
		{ file, function: 'earcut' },
		{ file, function: 'flatten' },
		{ file, function: 'deviation' },
	],
	vectors: [
		{
			call: 'default',
			args: [[10, 0, 0, 50, 60, 60, 70, 10]],
		},
		{
			call: 'default',
			args: [[0, 0, 100, 0, 100, 100, 0, 100, 20, 20, 80, 20, 80, 80, 20, 80], [4]],
		},
		{ call: 'default', args: [[10, 0, 1, 0, 50, 2, 60, 60, 3, 70, 10, 4], null, 3] },
		{ call: 'flatten', args: [[outer.slice(0, 9), hole.slice(0, 5)]] },
		{ call: 'default', args: [[...outer, ...hole].flat()] },
		{ call: 'default', args: [[...outer, ...hole].flat(), [outer.length]] },
		{
			call: 'deviation',
			args: [[10, 0, 0, 50, 60, 60, 70, 10], null, 2, [1, 0, 3, 3, 2, 1]],
			expect: 0,
		},
		{ call: 'default', args: [[]], expect: [] },
		{ call: 'default', args: [null] },
	],
	refused: [
		{
			units: [{ file, function: 'earcut' }],
			codes: ['LP2003'],
			why: 'Without the comments: that no call leaves anything in these variables for the next one is for the author to say.',
		},
	],
};
