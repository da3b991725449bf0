/** @import { Row } from './host.js' */
import { Child } from './child.js';

/**
 * As many processes of the plain programs as there are to be threads, each with its share of a row of calls: what the machine has to give to
 * those who send no messages at all.
 */
export class Apart {
	#children;

	/**
	 * @param {string} name for messages
	 * @param {URL} file
	 * @param {string[]} args
	 * @param {number} count processes
	 */
	constructor(name, file, args, count) {
		this.#children = Array.from({ length: count }, () => new Child(name, file, args));
	}

	/** @returns {Promise<unknown>} what each says next */
	next() {
		return Promise.all(this.#children.map((child) => child.next()));
	}

	/**
	 * @param {{ name: string, size: number, calls: number }} task as host.js gets it
	 * @returns {Promise<Row>} from the first begin to the last end
	 */
	async ask({ name, size, calls }) {
		const count = this.#children.length;
		const rows = await Promise.all(
			this.#children.map((child, index) => {
				const share =
					Math.floor((calls * (index + 1)) / count) - Math.floor((calls * index) / count);
				return child.ask({ name, size, calls: share });
			}),
		);
		return together(rows);
	}

	/** Let all of them end. */
	async end() {
		await Promise.all(this.#children.map((child) => child.end()));
	}
}

/**
 * @param {Row[]} rows of processes that ran at the same time
 * @returns {Row}
 */
export function together(rows) {
	const begunMs = Math.min(...rows.map((row) => row.begunMs));
	const wallMs = Math.max(...rows.map((row) => row.begunMs - begunMs + row.wallMs));
	return {
		begunMs,
		wallMs,
		cpuMs: rows.reduce((sum, row) => sum + row.cpuMs, 0),
		waitMs: rows.flatMap((row) => row.waitMs.map((wait) => row.begunMs - begunMs + wait)),
		sinceStartMs: Math.max(...rows.map((row) => row.sinceStartMs)),
		results: rows.flatMap((row) => row.results),
	};
}
