/** @import { ChildProcess } from 'node:child_process' */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ANSWER_LIMIT_MS = 300_000;
const EXIT_LIMIT_MS = 10_000;

/** A process that answers one message at a time, and is idle in between. */
export class Child {
	/** @type {ChildProcess} */
	#child;
	#name;

	/**
	 * @param {string} name for messages
	 * @param {URL} file
	 * @param {string[]} args
	 * @param {number} [threads] of the contender in it
	 */
	constructor(name, file, args, threads = 1) {
		this.#name = name;
		const count = String(threads);
		const env = { ...process.env, BENCH_THREADS: count, LAPIDARY_THREADS: count };
		this.#child = fork(fileURLToPath(file), args, { env });
	}

	/** @returns {number} */
	get pid() {
		return Number(this.#child.pid);
	}

	/**
	 * @param {unknown} message
	 * @returns {Promise<any>} the answer
	 * @throws {Error} when it says so, ends, or takes too long
	 */
	async ask(message) {
		this.#child.send(/** @type {any} */ (message));
		return this.next();
	}

	/** @returns {Promise<any>} what it says next */
	async next() {
		const done = new AbortController();
		const { signal } = done;
		const answer = once(this.#child, 'message', { signal }).then(([value]) => value);
		const exit = once(this.#child, 'exit', { signal }).then(([code, killedBy]) => {
			throw new Error(`${this.#name}: ended with ${code ?? killedBy}`);
		});
		const timer = setTimeout(() => this.kill(), ANSWER_LIMIT_MS);
		try {
			const value = await Promise.race([answer, exit]);
			if (value.error) throw new Error(`${this.#name}: ${value.error}`);
			return value;
		} finally {
			clearTimeout(timer);
			done.abort();
			await Promise.allSettled([answer, exit]);
		}
	}

	/** Let it end; it is killed when it does not. */
	async end() {
		if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
		const exit = once(this.#child, 'exit');
		const timer = setTimeout(() => this.kill(), EXIT_LIMIT_MS);
		this.#child.disconnect();
		await exit;
		clearTimeout(timer);
	}

	kill() {
		this.#child.kill('SIGKILL');
	}
}
