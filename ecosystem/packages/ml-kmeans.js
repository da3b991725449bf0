/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

const next = randomNumbers(11);
const cloud = Array.from({ length: 3000 }, (_, index) => [
	(index % 5) * 10 + next(),
	(index % 3) * 7 + next(),
	next(),
]);

/** @type {Declaration} */
export default {
	package: 'ml-kmeans',
	entry: 'lib/kmeans.js',
	steps: [
		{
			file: 'lib/kmeans.js',
			what: 'a function `cluster` is added',
			why: 'the result of `kmeans` holds the distance function, which cannot be sent back',
			edits: [
				{
					append: [
						'export function cluster(data, K, options) {',
						'\tconst { clusters, centroids, converged, iterations } = kmeans(data, K, options);',
						'\treturn { clusters, centroids, converged, iterations };',
						'}',
					].join('\n'),
				},
			],
		},
	],
	units: [{ file: 'lib/kmeans.js', function: 'cluster' }],
	vectors: [
		{
			call: 'cluster',
			args: [
				[
					[1, 1, 1],
					[1, 2, 1],
					[-1, -1, -1],
					[-1, -1, -1.5],
				],
				2,
				{
					initialization: [
						[1, 2, 1],
						[-1, -1, -1],
					],
				},
			],
			expect: {
				clusters: [0, 0, 1, 1],
				centroids: [
					[1, 1.5, 1],
					[-1, -1, -1.25],
				],
				converged: true,
				iterations: 2,
			},
			from: 'README',
		},
		{ call: 'cluster', args: [cloud, 8, { seed: 42 }] },
		{ call: 'cluster', args: [cloud, 5, { seed: 1, initialization: 'random', maxIterations: 7 }] },
		{ call: 'cluster', args: [cloud.slice(0, 200), 4, { seed: 3, initialization: 'mostDistant' }] },
		{ call: 'cluster', args: [cloud, 2, { initialization: 'nothing' }] },
		{ call: 'cluster', args: [[], 2] },
	],
};
