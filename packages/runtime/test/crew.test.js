// Which idle thread is used: calls that come in rows get the same threads each time.
import { Crew } from '../src/host/crew.js';

/** @returns {any} */
const createThread = () => ({ isAlive: true, generators: new Map() });

/** @param {number} count */
function createCrew(count) {
	const crew = new Crew(count);
	const threads = Array.from({ length: count }, createThread);
	for (const thread of threads) crew.add(thread);
	for (const thread of threads) crew.release(thread);
	return { crew, threads };
}

test('a row of calls gets the threads in their order, in whichever order they have become idle', () => {
	const { crew, threads } = createCrew(4);
	for (const order of [
		[0, 1, 2, 3],
		[3, 2, 1, 0],
		[2, 0, 3, 1],
	]) {
		expect(threads.map(() => crew.take())).toEqual(threads);
		for (const at of order) crew.release(threads[at]);
	}
});

test('calls one at a time go to one thread, and to the next one while it is busy', () => {
	const { crew, threads } = createCrew(3);
	expect(crew.take()).toBe(threads[0]);
	expect(crew.take()).toBe(threads[1]);
	crew.release(threads[0]);
	expect(crew.take()).toBe(threads[0]);
	crew.release(threads[1]);
	expect(crew.take()).toBe(threads[1]);
});

test('one with open generators is used last, and a dead one not at all', () => {
	const { crew, threads } = createCrew(3);
	threads[0].generators.set(1, {});
	threads[1].isAlive = false;
	expect(crew.take()).toBe(threads[2]);
	expect(crew.take()).toBe(threads[0]);
	expect(crew.take()).toBeUndefined();
});
