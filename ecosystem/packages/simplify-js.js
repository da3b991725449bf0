/** @import { Declaration } from '../lib/types.js' */
import { randomList } from '../lib/random.js';

const track = randomList(7, 20_000).map((noise, x) => ({
	x: x / 10,
	y: 50 * Math.sin(x / 300) + noise,
}));

/** @type {Declaration} */
export default {
	package: 'simplify-js',
	entry: 'simplify.js',
	units: [{ file: 'simplify.js', function: 'simplify' }],
	vectors: [
		{ call: 'default', args: [track] },
		{ call: 'default', args: [track, 0.5] },
		{ call: 'default', args: [track, 2, true] },
		{ call: 'default', args: [[{ x: 1, y: 2, name: 'kept' }]] },
		{ call: 'default', args: [[]], expect: [] },
		{ call: 'default', args: [null] },
	],
};
