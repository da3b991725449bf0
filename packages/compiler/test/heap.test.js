import { expect, test } from '@jest/globals';
import { Heap } from '../src/link/heap/heap.js';
import { Program } from '../src/link/program.js';
import { summarise } from '../src/summarise.js';

/** `current` gets a second function only after the code that passes it on has been evaluated. */
const STORE = `
const limits = { most: 3 };
const small = () => 1;
const large = () => limits.most;
function makeStore() {
	let current = small;
	return {
		take(use) { TAKE },
		put(next) { current = next; },
	};
}
`;

/** @param {string} source with a function \`run\` @param {boolean} isCautious @returns {string[]} what it reads of variables of the top level */
function readsOf(source, isCautious) {
	const module = summarise(source, { filename: '/input.mjs' });
	const { flow } = module;
	const program = new Program([module], () => null);
	const heap = new Heap(program, [module], { runsUnits: true, isCautious });
	const root = flow.roots.find(({ local }) => local === 'run');
	const made = flow.nodes[Number(root?.values[0])];
	const fn = made?.op === 'fn' ? made.fn : -1;
	const context = heap.solve(() => heap.context(module, { fn }));
	return [...(context?.reads.values() ?? [])].map(({ part }) => {
		const element = heap.elements.get(part);
		if (element.kind !== 'part') return '';
		return [heap.elements.labels[element.label]?.local, ...element.path].join('.');
	});
}

test.each([
	[
		'a variable of the top level',
		'last = current;',
		`let last = small;
export function run() {
	const store = makeStore();
	store.take();
	store.put(large);
	return last();
}`,
	],
	[
		'one variable after the other',
		'const taken = current; return { more: () => { last = taken; } };',
		`let last = small;
export function run() {
	const store = makeStore();
	const taker = store.take();
	taker.more();
	store.put(large);
	return last();
}`,
	],
	[
		'a property, by way of a variable',
		'const taken = current; return { more: () => { use.call = taken; } };',
		`export function run() {
	const store = makeStore();
	const use = {};
	const taker = store.take(use);
	taker.more();
	store.put(large);
	return use.call();
}`,
	],
])('what a variable gets late reaches %s', (_what, take, run) => {
	const source = STORE.replace('TAKE', take) + run;
	for (const isCautious of [false, true])
		expect(readsOf(source, isCautious).join(' ')).toContain('limits');
});
