/** @import { Found } from '../planted/main.js' */
import { someOf } from '../../scripts/some-of.js';
import { BUGS } from '../planted/bugs.js';
import { searchFor } from '../planted/main.js';

// A comparison that finds nothing proves nothing: what is emitted, or what crosses, is spoilt on purpose.

const ANYWHERE = someOf(
	BUGS.filter(({ scene }) => scene === undefined).map(({ name }) => name),
	16,
);
const IN_SCENES = someOf(
	BUGS.filter(({ known }) => known !== undefined).map(({ name }) => name),
	48,
);

test.each(ANYWHERE)('%s: it is found, and a program of few lines shows it', async (name) => {
	const [{ kind, sources = [] }] = /** @type {[Found]} */ (await searchFor([name]));
	expect(kind).toBe('differs');
	expect(sources.join('').trimEnd().split('\n').length).toBeLessThanOrEqual(30);
});

/** Where the generator has changed, other programs find them: `npm run fuzz -- --planted` says which. */
test('bugs of each cause are found by programs with its scene', async () => {
	const found = await searchFor(IN_SCENES, { isKnown: true, most: '500', isShrunk: false });
	const kinds = found.map(({ name, kind }) => `${name}: ${kind}`);
	expect(kinds).toEqual(IN_SCENES.map((name) => `${name}: differs`));
});
