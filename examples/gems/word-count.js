// Counts words on all cores, in a document that threads share, into totals that they share. `node word-count.js` counts one key after
// the other on this thread; `lapidary run word-count.js` counts all of them at once, and prints the same.
import { AtomicLK, ReadOnly, snapshot } from '@lapidary/runtime/gem';
import { makeDocument } from './document.js';

const tokens = ReadOnly.create(makeDocument(30_000));
const totals = AtomicLK.create({ all: 0 });

async function count(key) {
	'use cpu_bound';
	let total = 0;
	for (const token of tokens) if (token === key) total++;
	totals.atomic(() => {
		totals[key] = total;
		totals.all += total;
	});
}

await Promise.all(['some', 'Important', 'words'].map((key) => count(key)));
const { all, ...each } = snapshot(totals);
for (const key of Object.keys(each).sort()) console.log(key, each[key]);
console.log('all', all);
