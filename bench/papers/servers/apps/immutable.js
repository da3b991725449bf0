/** @import { App } from './index.js' */
import { TextDecoder, TextEncoder } from 'node:util';
import {
	createObjectBuffer,
	getUnderlyingArrayBuffer,
	loadObjectBuffer,
} from '@bnaya/objectbuffer';
import { ReadOnly, snapshot } from '@lapidary/runtime/gem';

const USERS = 30_000;

/** @type {any} */
const coders = { textEncoder: new TextEncoder(), textDecoder: new TextDecoder() };
/** Bytes for a registry in it: it does not grow by itself. */
const ROOM = 1 << 28;

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
		if (way === 'objectBuffer') {
			const options = { useSharedArrayBuffer: true };
			const shared = createObjectBuffer(coders, ROOM, { users: makeRegistry() }, options);
			return { memory: getUnderlyingArrayBuffer(shared) };
		}
		// A process has JSON of it; a thread a clone.
		if (way === 'threads') return { users: makeRegistry() };
		if (way === 'processes') return { text: JSON.stringify(makeRegistry()) };
		return { users: { u7: makeRegistry().u7 } };
	},
	async open(way, given) {
		const users = usersOf(way, given);
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

/** @param {string} way @param {any} given @returns {Record<string, User>} */
function usersOf(way, given) {
	if (way === 'gem') return given.gem.users;
	if (way === 'objectBuffer') return loadObjectBuffer(coders, given.memory).users;
	return given.users ?? JSON.parse(given.text);
}
