/** @import { Message, Way } from './ways/index.js' */
import { createHash } from 'node:crypto';

/**
 * What a worker does with each kind of message, whatever way it came.
 *
 * @param {Way} way
 * @param {any} home where answers go
 * @param {any[]} peers ports to the others; empty where `home` has to hand on
 * @param {{ index: number, size: number }} place of this worker among all
 */
export function answer(way, home, peers, { index, size }) {
	const random = createRandom(index + 1);
	/** What this one made to send around, by bytes. @type {Map<number, any>} */
	const made = new Map();

	/** @param {number} hops that are left @param {any} body */
	function sendOn(hops, body) {
		const to = (index + 1 + random(size - 1)) % size;
		if (peers.length > 0) way.post(peers[to], { kind: 'hop', hops, body });
		else way.post(home, { kind: 'relay', to, hops, body });
	}

	/** @param {Message} message */
	function listener({ kind, body, content, count, hops, bytes }) {
		if (kind === 'trip') {
			way.post(home, { kind: 'back', id: way.view(body).id, body });
		} else if (kind === 'deliver') {
			way.post(home, { kind: 'got', id: way.view(body).id });
		} else if (kind === 'read') {
			way.post(home, { kind: 'got', id: sumOf(way.view(body), count) });
		} else if (kind === 'check') {
			way.post(home, { kind: 'checked', id: hashOf(way.plain(body)), body });
		} else if (kind === 'make') {
			made.set(bytes, way.prepare(content, 'ReadOnly'));
			way.post(home, { kind: 'made', id: 0 });
		} else if (kind === 'go') {
			sendOn(hops, made.get(bytes));
		} else if (kind === 'hop') {
			const { id } = way.view(body);
			if (hops > 1) sendOn(hops - 1, body);
			else way.post(home, { kind: 'end', id });
		}
	}

	way.listen(home, listener);
	for (const peer of peers) if (peer) way.listen(peer, listener);
}

/** @param {any} content plain @returns {string} */
export const hashOf = (content) =>
	createHash('sha256').update(JSON.stringify(content)).digest('hex');

/**
 * @param {any} message
 * @param {number} count of its properties
 * @returns {number}
 */
export function sumOf({ fields }, count) {
	let sum = 0;
	for (let index = 0; index < count; index++) sum += fields[`f${index}`];
	return sum;
}

/** @param {number} seed @returns {(limit: number) => number} below the limit, if that is above 0 */
function createRandom(seed) {
	let state = seed * 2654435761;
	return (limit) => {
		state = (Math.imul(state, 1103515245) + 12345) | 0;
		return limit > 0 ? ((state >>> 8) & 0xffff) % limit : 0;
	};
}
