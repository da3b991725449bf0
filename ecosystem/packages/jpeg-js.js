/** @import { Declaration } from '../lib/types.js' */
import { randomBytes } from '../lib/random.js';

/** @param {number} width @param {number} height */
const image = (width, height) => ({ width, height, data: randomBytes(width, width * height * 4) });

/** @type {Declaration} */
export default {
	package: 'jpeg-js',
	entry: 'index.js',
	units: [{ file: 'lib/encoder.js', function: '/encode' }],
	vectors: [
		{ call: 'default.encode', args: () => [image(320, 180), 50] },
		{ call: 'default.encode', args: () => [image(16, 16)] },
		{
			call: 'default.encode',
			args: () => [{ ...image(64, 64), comments: ['made by a test'] }, 100],
		},
		{ call: 'default.encode', args: () => [{ width: 8, height: 8 }, 10] },
	],
};
