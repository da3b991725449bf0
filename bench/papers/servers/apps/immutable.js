/** @import { App } from './index.js' */
import { ReadOnly, snapshot } from '@lapidary/runtime/gem';

const USERS = 30_000;

/** @typedef {{ id: number, name: string, mail: string, roles: string[], address: { street: string, city: string }, visits: number[] }} User */

/** @returns {Record<string, User>} about 10 MB of JSON */
function makeRegistry() {
	return Object.fromEntries(
		Array.from({ length: USERS }, (_, id) => [
			`u${id}`,
			{
				id,
				name: `User number ${id}`,
				mail: `user.${id}@example.org`,
				roles: id % 3 === 0 ? ['reader', 'writer'] : ['reader'],
				address: { street: `Street ${id % 977} of ${id}`, city: `City ${id % 211}` },
				visits: Array.from({ length: 30 }, (_, visit) => id * 31 + visit * 17),
			},
		]),
	);
}

/** A registry that never changes: shared, or a copy in each worker. @type {App} */
export const immutable = {
	async prepare(way) {
		if (way === 'gem') return { gem: ReadOnly.create({ users: makeRegistry() }) };
		// A process has JSON of it; a thread a clone.
		if (way === 'threads') return { users: makeRegistry() };
		if (way === 'processes') return { text: JSON.stringify(makeRegistry()) };
		return { users: { u7: makeRegistry().u7 } };
	},
	async open(way, given) {
		const users = way === 'gem' ? given.gem.users : (given.users ?? JSON.parse(given.text));
		let requests = 0;
		return (path) => {
			const key = way === 'none' ? 'u7' : path || `u${(requests++ * 7919) % USERS}`;
			const user = way === 'gem' ? snapshot(users[key]) : users[key];
			return JSON.stringify({ ...user, visits: user.visits.length, last: user.visits.at(-1) });
		};
	},
	checks: [
		{
			path: 'u7',
			body: '{"id":7,"name":"User number 7","mail":"user.7@example.org","roles":["reader"],"address":{"street":"Street 7 of 7","city":"City 7"},"visits":30,"last":710}',
		},
	],
};
