/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

const README = 'README';
const albert = { user: { firstName: 'Albert', lastName: 'Einstein' } };
const other = { user: { firstName: 'Albert', lastName: 'Collins' } };

/** @param {number} seed @returns {object[]} */
function documents(seed) {
	const next = randomNumbers(seed);
	return Array.from({ length: 400 }, (_, id) => ({
		id,
		tags: Array.from({ length: Math.floor(next() * 4) }, () => Math.floor(next() * 9)),
		'a/b~c': next() < 0.5 ? null : { deep: [next() < 0.5] },
	}));
}

/** @type {Declaration} */
export default {
	package: 'fast-json-patch',
	entry: 'commonjs/duplex.js',
	units: [{ file: 'commonjs/duplex.js', function: '/compare' }],
	vectors: [
		{
			call: 'default.compare',
			args: [albert, other],
			expect: [{ op: 'replace', path: '/user/lastName', value: 'Collins' }],
			from: README,
		},
		{
			call: 'default.compare',
			args: [albert, other, true],
			expect: [
				{ op: 'test', path: '/user/lastName', value: 'Einstein' },
				{ op: 'replace', path: '/user/lastName', value: 'Collins' },
			],
			from: README,
		},
		{ call: 'default.compare', args: [documents(1), documents(2)] },
		{ call: 'default.compare', args: [{ list: [1, 2] }, { list: { 0: 1 } }] },
		{ call: 'default.compare', args: [{}, {}], expect: [] },
		{ call: 'default.compare', args: [null, {}] },
	],
};
