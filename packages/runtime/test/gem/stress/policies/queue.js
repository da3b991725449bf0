// A queue with several producers and consumers: what one has done is in the GEM itself, so that another can go on when it ends.
const FULL = 30;
export const PRODUCERS = 2;

export const createQueue = (type) =>
	type.create({ items: [], next: new Array(PRODUCERS).fill(0), taken: [], chain: null });

/** @param {any} queue within a block @param {number} producer @param {number} limit @returns {'done' | 'full' | 'put'} */
export function put(queue, producer, limit) {
	const n = queue.next[producer];
	if (n >= limit) return 'done';
	if (queue.items.length >= FULL) return 'full';
	queue.items.push({ producer, n, text: `number ${n}` });
	queue.next[producer] = n + 1;
	return 'put';
}

/** @param {any} queue within a block @param {number} limit @returns {'done' | 'empty' | 'taken'} */
export function take(queue, limit) {
	if (queue.taken.length >= PRODUCERS * limit) return 'done';
	const item = queue.items.shift();
	if (item === undefined) return 'empty';
	queue.taken.push(item.producer, item.n);
	queue.taken.length -= 1;
	queue.taken[queue.taken.length - 1] = item.producer * 1e6 + item.n;
	return 'taken';
}

/** @param {number[]} taken @param {number} limit @returns {string | undefined} what is wrong */
export function checkTaken(taken, limit) {
	for (let producer = 0; producer < PRODUCERS; producer++) {
		const own = taken.filter((each) => Math.trunc(each / 1e6) === producer);
		const wrong = own.findIndex((each, index) => each % 1e6 !== index);
		if (wrong >= 0) return `producer ${producer}: ${own[wrong] % 1e6} comes as number ${wrong}`;
		if (own.length !== limit) return `producer ${producer}: ${own.length} of ${limit}`;
	}
	return undefined;
}
