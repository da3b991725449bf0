/** @import { Declaration } from '../lib/types.js' */
import { randomText } from '../lib/random.js';

const file = 'lib/marked.esm.js';
const text = randomText(21, 2500);
const page = [
	'# Heading _one_',
	text,
	'| a | b |\n|---|:-:|\n| 1 | `x | y` |',
	'- [ ] task\n- [x] done\n  1. inner\n  2. **list**',
	'```js\nconst a = "<b>";\n```',
	'[link](https://example.org "title") ![image](a.png) <https://example.org> ~~gone~~',
	'> quoted\n> > twice\n\n---\n\nHard  \nbreak &amp; entity &copy; <i>html</i>',
].join('\n\n');

/** @type {Declaration} */
export default {
	package: 'marked',
	entry: file,
	steps: [
		{
			file,
			what: 'a function `render` is added, which makes an instance of its own',
			why: '`marked` itself uses one whose options the program may change at any time',
			edits: [
				{
					append: [
						'export function render(text, options) {',
						'\tconst own = new ne();', // what the minified file calls its class Marked
						'\tif (options) own.setOptions(options);',
						'\treturn own.parse(text);',
						'}',
					].join('\n'),
				},
			],
		},
	],
	units: [{ file, function: '/render' }],
	vectors: [
		{
			call: 'render',
			args: ['# Marked in the browser\n\nRendered by **marked**.'],
			expect: '<h1>Marked in the browser</h1>\n<p>Rendered by <strong>marked</strong>.</p>\n',
			from: 'README',
		},
		{ call: 'render', args: [page] },
		{ call: 'render', args: [page, { gfm: false }] },
		{ call: 'render', args: [page, { breaks: true, pedantic: true }] },
		{ call: 'render', args: [''], expect: '' },
		{ call: 'render', args: [null] },
		{ call: 'render', args: [undefined, { silent: true }] },
	],
	refused: [
		{
			units: [{ file, function: '/x' }],
			codes: ['LP2011', 'LP3004'],
			why: '`x` is what the minified file calls `marked`; its defaults, which `setOptions` and `use` change while the program runs, are also stored on it while the module loads, and a call writes to the hooks among them.',
		},
	],
};
