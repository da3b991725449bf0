import { searchFor } from '../planted/main.js';

/**
 * A comparison that finds nothing proves nothing: what is emitted, or what crosses, is spoilt on purpose. Each search begins
 * shortly before the first program that finds its bug; `npm run fuzz -- --planted` begins at the first one of all.
 */
test.each([
	['a statement that fills something is left out', 1],
	['two captures are swapped', 1],
	['a snapshot is not taken', 1],
	['a class of errors is not known', 1],
	['a completion at the top level is left out', 90],
	['what a platform function fills is left out', 340],
	['a signal that aborts early has aborted before the unit begins', 260],
])('%s: it is found, and a program of few lines shows it', async (name, from) => {
	const { kind, sources = [] } = await searchFor(name, { from: String(from), most: '500' });
	expect(kind).toBe('differs');
	const lines = sources.join('').trimEnd().split('\n');
	expect(lines.length).toBeLessThanOrEqual(30);
});
