import { existsSync } from 'node:fs';
import { takeShare } from '../share-environment.js';
import { SHARES } from '../shares.js';

const entry = (/** @type {string} */ name) => ({ type: 'test', name, mode: undefined });

test.each(Object.entries(SHARES))('%s is a file, and its share is %d', (file, share) => {
	expect(existsSync(new URL(`../../${file}`, import.meta.url))).toBe(true);
	expect(Number.isInteger(share) && share > 1).toBe(true);
});

test('every third test is run, in whatever blocks they are', () => {
	const tests = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(entry);
	const [a, b, c, d, e, f, g] = tests;
	const block = (/** @type {any[]} */ ...children) => ({ type: 'describeBlock', children });
	const root = /** @type {any} */ (block(a, block(b, block(c), d), block(e), f, g));
	takeShare(root, 3);
	const names = tests.filter(({ mode }) => mode !== 'skip').map(({ name }) => name);
	expect(names).toEqual(['a', 'd', 'g']);
	takeShare(root, 1);
	expect(tests.filter(({ mode }) => mode === 'skip')).toHaveLength(4);
});
