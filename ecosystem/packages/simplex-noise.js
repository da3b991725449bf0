/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

const file = 'dist/esm/simplex-noise.js';
const seeded = () => [randomNumbers(12)];

/** @type {Declaration} */
export default {
	package: 'simplex-noise',
	entry: file,
	units: [
		{ file, function: 'noise2D' },
		{ file, function: 'noise3D' },
		{ file, function: 'noise4D' },
	],
	vectors: [
		{ call: 'createNoise2D', args: seeded, then: [0.5, 1.25] },
		{ call: 'createNoise2D', args: seeded, then: [-100.125, 1e6] },
		{ call: 'createNoise3D', args: seeded, then: [0.1, 0.2, 0.3] },
		{ call: 'createNoise4D', args: seeded, then: [0.1, -0.2, 0.3, 0.4] },
		{ call: 'createNoise2D', args: seeded, then: [0, 0], expect: 0 },
	],
};
