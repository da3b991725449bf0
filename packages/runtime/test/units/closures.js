// Values whose closures differ, and others whose closures are the same.
import { fingerprint } from '../../src/protocol/fingerprint.js';

const counter = () => {
	let hits = 0;
	const table = { a: 1 };
	const read = () => hits;
	return { hit: () => (hits += 1), hits: () => read(), get: (key) => table[key], table };
};

/** @param {(value: any) => void} change @param {() => any} make @param {string[]} names */
const changes = (make, change, names) => {
	const value = make();
	const before = fingerprint(value, { closedOver: names });
	const isStable = fingerprint(make(), { closedOver: names }) === before;
	change(value);
	return { isStable, isSeen: fingerprint(value, { closedOver: names }) !== before };
};

/** What is looked at, and whether a change of it is seen. */
export const looks = () => ({
	'a variable of a closure': changes(counter, (one) => one.hit(), ['hits']),
	'a variable behind a function of the closure': changes(
		() => ({ hits: counter(), only: true }),
		({ hits }) => hits.hit(),
		['hits', 'read'],
	),
	'an object that a closure reads': changes(
		() => {
			const { get, table } = counter();
			return Object.assign(get, { change: () => (table.a = 2) });
		},
		(get) => get.change(),
		['table'],
	),
	'what a bound function was given': changes(
		() => {
			const rates = { a: 1 };
			const read = ((given) => given.a).bind(null, rates);
			return Object.assign(read, { change: () => (rates.a = 2) });
		},
		(read) => read.change(),
		['rates'],
	),
	'minus zero, NaN and big integers': changes(
		() => {
			let last = 0n;
			return { set: (value) => (last = value), get: () => last };
		},
		(one) => one.set(-0),
		['last'],
	),
	'a variable of another name': changes(counter, (one) => one.hit(), ['table']),
	'nothing without names': changes(counter, (one) => one.hit(), []),
});
