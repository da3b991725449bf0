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
		{ file: 'libesm/patch/apply.js', function: '/applyPatch' },
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
		{ call: 'applyPatch', args: ['one\ntwo\n', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n'] },
		{ call: 'applyPatch', args: ['one\nthree\n', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n'] },
	],
	refused: [
		{
			units: [
				{ file: lines, function: '/diffLines' },
				{ file: lines, function: '/diffTrimmedLines' },
			],
			codes: ['LP2005'],
			why: 'What the constructor of the imported base class does is not known; the comment says it.',
		},
	],
};
