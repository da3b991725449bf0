// Units that share a GEM of a type that the program itself defines.
import { snapshot } from '@lapidary/runtime/gem';
import { Tally } from './tally.js';

/* cpu_bound: gem */
const tally = Tally.create({ apple: 1 });

async function count(words) {
	'use cpu_bound';
	for (const word of words) tally.add(word);
}

await Promise.all([count(['apple', 'pear']), count(['apple', 'pear', 'pear'])]);
const { apple, pear } = snapshot(tally);
console.log(apple, pear, tally.statistics().additions, Tally.created());
