/** @import { Declaration } from '../lib/types.js' */
import { randomText } from '../lib/random.js';

const [before, after] = [randomText(1, 400), `${randomText(1, 200)}${randomText(2, 200)}`];
const lines = 'libesm/diff/line.js';

/** @type {Declaration} */
export default {
	package: 'diff',
	entry: 'libesm/index.js',
	steps: [
		{
			file: lines,
			what: '`/*#__PURE__*/` before `new LineDiff()`',
			why: 'its base class is in another file, which the compiler does not read',
			edits: [{ replace: 'new LineDiff()', by: '/*#__PURE__*/ new LineDiff()' }],
		},
	],
	units: [
		{ file: 'libesm/diff/character.js', function: '/diffChars' },
		{ file: lines, function: '/diffLines' },
		{ file: lines, function: '/diffTrimmedLines' },
	],
	vectors: [
		{ call: 'diffChars', args: ['beep boop', 'beep boob blah'] },
		{ call: 'diffChars', args: ['Foo', 'FOOD', { ignoreCase: true }] },
		{ call: 'diffChars', args: [before.slice(0, 600), after.slice(0, 500)] },
		{ call: 'diffLines', args: [before, after] },
		{ call: 'diffLines', args: [before, after, { ignoreWhitespace: true, newlineIsToken: true }] },
		{ call: 'diffTrimmedLines', args: [' a\nb', 'a\n b\nc'] },
		{ call: 'diffLines', args: [before, after, { maxEditLength: 2 }] },
		{ call: 'diffChars', args: [null, 'x'] },
	],
	elsewhere: {
		files: ['libesm/patch/create.js'],
		codes: ['LP5001'],
		why: '`structuredPatch` calls back with patches, or returns one at once.',
	},
	refused: [
		{
			units: [
				{ file: lines, function: '/diffLines' },
				{ file: lines, function: '/diffTrimmedLines' },
			],
			codes: ['LP2005'],
			why: 'What the constructor of the imported base class does is not known; the comment says it.',
		},
		{
			units: [{ file: 'libesm/patch/create.js', function: '/structuredPatch' }],
			codes: ['LP3001', 'LP5001'],
			why: 'It writes its default for `context` into the options of its caller, and callers use its result at once.',
		},
		{
			units: [{ file: 'libesm/patch/apply.js', function: '/applyPatch' }],
			codes: ['LP5001'],
			why: '`applyPatches`, a synchronous function of the same file, uses its result at once.',
		},
	],
};
