/** @import { ChildProcess } from 'node:child_process' */
/** @import { Job } from './types.js' */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CONTENDER = fileURLToPath(new URL('./contender.js', import.meta.url));

/** A run that takes longer hangs: the largest pass takes half a minute on slow machines. */
const PASS_LIMIT_MS = 300_000;
const EXIT_LIMIT_MS = 10_000;

/**
 * The process of one contender, idle between its passes.
 *
 * @typedef {import('./contender.js').Pass & { sinceSpawnMs: number }} TimedPass `sinceSpawnMs`: from the
 *   start of the process to the answer
 */
export class ContenderProcess {
	/** @type {ChildProcess} */
	#child;
	#spawnedAt = performance.now();
	#name;

	/**
	 * @param {string} name for messages
	 * @param {URL} program
	 * @param {string[]} [execArgv] flags of Node, by default those of this process
	 */
	constructor(name, program, execArgv = process.execArgv) {
		this.#name = name;
		this.#child = fork(CONTENDER, [program.href], { execArgv });
	}

	/**
	 * @param {Job[]} jobs
	 * @returns {Promise<TimedPass>}
	 * @throws {Error} when the program fails, ends, or takes too long
	 */
	async pass(jobs) {
		this.#child.send({ jobs });
		const pass = await this.#answer();
		if (pass.error) throw new Error(`${this.#name}: ${pass.error}`);
		return { ...pass, sinceSpawnMs: performance.now() - this.#spawnedAt };
	}

	/**
	 * Let the program finish.
	 *
	 * @throws {Error} when its process is still there after a while; it is killed then
	 */
	async close() {
		this.#child.send({ close: true });
		await this.#within(EXIT_LIMIT_MS, 'to exit', once(this.#child, 'exit'));
	}

	kill() {
		this.#child.kill('SIGKILL');
	}

	async #answer() {
		const done = new AbortController();
		const { signal } = done;
		const answer = once(this.#child, 'message', { signal }).then(([pass]) => pass);
		const exit = once(this.#child, 'exit', { signal }).then(([code, killedBy]) => {
			throw new Error(`${this.#name}: ended with ${code ?? killedBy} during a pass`);
		});
		try {
			return await this.#within(PASS_LIMIT_MS, 'for a pass', Promise.race([answer, exit]));
		} finally {
			done.abort();
			await Promise.allSettled([answer, exit]);
		}
	}

	/**
	 * @template T
	 * @param {number} limitMs
	 * @param {string} purpose
	 * @param {Promise<T>} event
	 * @returns {Promise<T>}
	 */
	async #within(limitMs, purpose, event) {
		/** @type {NodeJS.Timeout | undefined} */
		let timer;
		const limit = new Promise((_, reject) => {
			timer = setTimeout(() => {
				this.kill();
				reject(new Error(`${this.#name}: took more than ${limitMs} ms ${purpose}`));
			}, limitMs);
		});
		try {
			return await /** @type {Promise<T>} */ (Promise.race([event, limit]));
		} finally {
			clearTimeout(timer);
		}
	}
}
