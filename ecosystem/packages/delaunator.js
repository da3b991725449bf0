/** @import { Declaration } from '../lib/types.js' */
import { randomList } from '../lib/random.js';

const EXAMPLE = [
	...[377, 479, 453, 434, 326, 387, 444, 359, 511, 389],
	...[586, 429, 470, 315, 622, 493, 627, 367, 570, 314],
];

/** @type {Declaration} */
export default {
	package: 'delaunator',
	entry: 'index.js',
	steps: [
		{
			file: 'index.js',
			what: 'a function `triangulate` is added',
			why: 'the work is done in a constructor, which cannot be annotated',
			edits: [
				{
					append: [
						'export function triangulate(coords) {',
						'\tconst { triangles, halfedges, hull } = new Delaunator(coords);',
						'\treturn { triangles, halfedges, hull };',
						'}',
					].join('\n'),
				},
			],
		},
	],
	units: [{ file: 'index.js', function: 'triangulate' }],
	vectors: [
		{ call: 'triangulate', args: [EXAMPLE] },
		{ call: 'triangulate', args: () => [new Float64Array(randomList(3, 20_000))] },
		{ call: 'triangulate', args: [[0, 0, 1, 0, 2, 0, 3, 0]] },
		{ call: 'triangulate', args: [[]] },
		{ call: 'triangulate', args: [['a', 'b']] },
	],
	refused: [
		{
			units: [{ file: 'index.js', function: 'Delaunator/constructor' }],
			codes: ['LP1005'],
			why: '`new` gives its object at once, so a constructor cannot return a promise.',
		},
	],
};
