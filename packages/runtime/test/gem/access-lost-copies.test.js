// Lists that are copied since they hold more than numbers, and that change again and again: who pays for a copy that the next change takes away.
import { Owned } from '../../src/gem/index.js';
import { elements } from '../../src/gem/access/index.js';

/** @param {number} length @returns {any} */
const texts = (length) => Owned.create(Array.from({ length }, (_, at) => `t${at}`));

/** @param {any} gem */
function change(gem) {
	gem.push('last');
	gem.pop();
}

/**
 * @param {{ site: any, gem: any }} list
 * @param {number} count accesses of a loop
 * @returns {number} which of them found the list copied first; -1: none
 */
function loop({ site, gem }, count) {
	let first = -1;
	let { v, o } = site.enter(gem);
	for (let at = 0; at < count; at++) {
		if (v[at - o] !== undefined) {
			if (first < 0) first = at;
		} else {
			expect(gem[at]).toBe(`t${at}`);
			({ v, o } = site.enter(gem));
		}
	}
	return first;
}

/** @param {number} length @returns {{ site: any, gem: any }} a list that was copied, and has changed */
function lost(length) {
	const list = { site: elements([]), gem: texts(length) };
	expect(loop(list, Math.min(length, 2000))).toBeGreaterThanOrEqual(0);
	change(list.gem);
	return list;
}

test('a loop over a few elements between two changes never copies a long list', () => {
	const list = lost(4000);
	for (let turn = 0; turn < 100; turn++) {
		expect(loop(list, 10)).toBe(-1);
		change(list.gem);
	}
});

test('a loop over all of it has it copied soon, each time', () => {
	const list = lost(4000);
	for (let turn = 0; turn < 3; turn++) {
		const first = loop(list, 4000);
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThan(4000 / 10);
		change(list.gem);
	}
});

test('a short list is copied after a few accesses, each time', () => {
	const list = lost(50);
	for (let turn = 0; turn < 20; turn++) {
		const first = loop(list, 10);
		expect(first).toBeGreaterThanOrEqual(0);
		expect(first).toBeLessThan(6);
		change(list.gem);
	}
});
