/** @import { Declaration } from '../lib/types.js' */
import { randomText } from '../lib/random.js';

const README = 'README';

/** @type {Declaration} */
export default {
	package: 'fast-levenshtein',
	entry: 'levenshtein.js',
	steps: [
		{
			file: 'levenshtein.js',
			what: 'the function around the module is removed',
			why: 'the `Intl.Collator` that it makes cannot be sent; at the top level it is made again',
			edits: [
				{ replace: "(function() {\n  'use strict';\n", by: "'use strict';\n" },
				{ replace: '\n}());', by: '' },
			],
		},
		{
			file: 'levenshtein.js',
			what: '`/* cpu_bound: reeval */` before the `try` that makes it',
			why: 'the statement prints something when it fails, and each worker may do so',
			edits: [{ replace: '  try {\n', by: '  /* cpu_bound: reeval */ try {\n' }],
		},
	],
	units: [{ file: 'levenshtein.js', function: 'get' }],
	vectors: [
		{ call: 'default.get', args: ['back', 'book'], expect: 2, from: README },
		{ call: 'default.get', args: ['我愛你', '我叫你'], expect: 1, from: README },
		{
			call: 'default.get',
			args: ['mikailovitch', 'Mikhaïlovitch', { useCollator: true }],
			expect: 1,
			from: README,
		},
		{ call: 'default.get', args: ['', 'abc', { useCollator: true }], expect: 3 },
		{ call: 'default.get', args: [randomText(1, 200), randomText(2, 200)] },
		{ call: 'default.get', args: [randomText(3, 30), randomText(4, 40), { useCollator: true }] },
		{ call: 'default.get', args: [null, 'x'] },
	],
	refused: [
		{
			units: [{ file: 'levenshtein.js', function: 'get' }],
			codes: ['LP2014'],
			why: 'The function around the module makes an `Intl.Collator`, tentatively, and a collator cannot be cloned.',
		},
	],
};
