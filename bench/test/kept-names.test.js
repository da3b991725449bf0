import { expect, test } from '@jest/globals';
import { keptName, withKeptLinks } from '../lib/kept-names.js';

const machine = /** @type {any} */ ({ date: '2030-01-02T03:04:05.000Z', node: 'v22.18.0' });

test('a kept report has the day, the machine, and Node where it counts', () => {
	expect(keptName({ name: 'cb', script: 'cb.js' }, machine, 'm1')).toBe('2030-01-02-m1-cb');
	expect(keptName({ name: 'access', script: 'a.js', isPerNode: true }, machine, 'm1')).toBe(
		'2030-01-02-m1-access-node-22',
	);
});

test('links lead to what is kept, and others stay', () => {
	const names = new Map([['cb-small', '2030-01-02-m1-cb']]);
	const text = '![a chart](cb-small.svg) [cb](cb-small.md), [other](other-small.md) [web](a/b.md)';
	expect(withKeptLinks(text, names)).toBe(
		'![a chart](2030-01-02-m1-cb.svg) [cb](2030-01-02-m1-cb.md), [other](other-small.md) [web](a/b.md)',
	);
});
