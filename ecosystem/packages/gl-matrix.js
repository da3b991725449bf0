/** @import { Declaration } from '../lib/types.js' */
import { randomList } from '../lib/random.js';

const file = 'esm/mat4.js';
const matrix = (/** @type {number} */ seed) => new Float32Array(randomList(seed, 16));
const out = () => new Float32Array(16);
const IDENTITY = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** @type {Declaration} */
export default {
	package: 'gl-matrix',
	entry: file,
	units: [
		{ file, function: 'invert' },
		{ file, function: 'multiply' },
		{ file, function: 'perspectiveFromFieldOfView' },
		{ file, function: 'equals' },
		{ file, function: 'str' },
		{ file, function: 'fromQuat2' },
	],
	changesArguments: 'LP3002: `out` is changed in place and returned; the caller gets the copy',
	vectors: [
		{ call: 'multiply', args: () => [out(), IDENTITY, matrix(1)], expect: matrix(1) },
		{ call: 'multiply', args: () => [out(), matrix(1), matrix(2)] },
		{ call: 'invert', args: () => [out(), matrix(3)] },
		{ call: 'invert', args: () => [out(), out()], expect: null },
		{ call: 'mul', args: () => [out(), matrix(4), matrix(5)] },
		{
			call: 'perspectiveFromFieldOfView',
			args: () => [
				out(),
				{ upDegrees: 40, downDegrees: 42, leftDegrees: 44, rightDegrees: 46 },
				1,
				9,
			],
		},
		{ call: 'equals', args: () => [matrix(6), matrix(6)], expect: true },
		{ call: 'fromQuat2', args: () => [out(), new Float32Array(randomList(7, 8))] },
		{
			call: 'str',
			args: () => [IDENTITY],
			expect: 'mat4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)',
		},
	],
};
