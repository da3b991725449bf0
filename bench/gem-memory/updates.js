import { Owned, release, snapshot, usage } from '@lapidary/runtime/gem';

const WORDS = [
	'open',
	'waiting for an answer of the other side',
	'done',
	'failed: no such address',
];

/** @typedef {{ minute: number, bytes: number, liveBytes: number }} Minute `liveBytes`: of a new GEM with the same content */

/**
 * An hour of updates of a store of sessions, as fast as they go: sessions come and go, their fields change, their texts get longer and
 * shorter, their lists grow and shrink.
 *
 * @param {{ sessions: number, updatesPerMinute: number, minutes: number }} plan
 * @param {(text: string) => void} onStep
 * @returns {Minute[]}
 */
export function measureUpdates({ sessions, updatesPerMinute, minutes }, onStep) {
	let seed = 1;
	const next = (/** @type {number} */ limit) => {
		seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
		return (seed >>> 8) % limit;
	};
	const session = () => ({
		count: next(10),
		state: WORDS[next(4)],
		items: [next(100)],
		since: next(1e6) / 8,
	});
	/** @type {Record<string, any>} */
	const store = Owned.create({});
	/** @type {string[]} */
	const keys = [];
	let count = 0;
	const add = () => {
		const key = `session-${count++}`;
		keys.push(key);
		store[key] = session();
	};
	while (keys.length < sessions) add();
	/** @type {(() => void)[]} */
	const updates = [
		() => store[keys[next(keys.length)]].count++,
		() => (store[keys[next(keys.length)]].state = WORDS[next(4)] + next(1000)),
		() => store[keys[next(keys.length)]].items.push(next(100), `item ${next(1e6)}`),
		() => store[keys[next(keys.length)]].items.splice(0, next(6)),
		() => (store[keys[next(keys.length)]] = session()),
		() => {
			const at = next(keys.length);
			delete store[keys[at]];
			keys[at] = keys[keys.length - 1];
			keys.pop();
			add();
		},
	];
	/** @type {Minute[]} */
	const figures = [];
	for (let minute = 1; minute <= minutes; minute++) {
		for (let update = 0; update < updatesPerMinute; update++) updates[next(updates.length)]();
		const fresh = Owned.create(snapshot(store));
		const { bytes } = usage(store);
		const { bytes: liveBytes } = usage(fresh);
		release(fresh);
		figures.push({ minute, bytes, liveBytes });
		onStep(`updates, minute ${minute} of ${minutes}`);
	}
	release(store);
	return figures;
}
