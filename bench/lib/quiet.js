import { setTimeout as wait } from 'node:timers/promises';
import { foreignShare, usage } from './usage.js';

const LOOK_MS = 100;

/**
 * Takes samples while nothing else uses the machine: waits for that, and repeats what was disturbed.
 *
 * What else ran is known afterwards, from the system's counters: all CPU time, less that of the processes of the benchmark. The rule is the same for
 * all contenders. Where the system does not say (no `/proc`), samples are taken as they come.
 */
export class Quiet {
	#limit;
	#tries;
	#budgetMs;

	/** samples that were taken again */
	repeated = 0;
	/** samples that were disturbed all the same */
	disturbed = 0;
	samples = 0;

	/**
	 * @param {object} [options]
	 * @param {number} [options.limit] most that others may use of the machine's cores, 0 to 1
	 * @param {number} [options.tries] of one sample
	 * @param {number} [options.budgetMs] most to spend on waiting and repeating in all
	 */
	constructor({ limit = 0.08, tries = 8, budgetMs = 120_000 } = {}) {
		this.#limit = limit;
		this.#tries = tries;
		this.#budgetMs = budgetMs;
	}

	/**
	 * @param {string} setting of the benchmark: a quick one takes samples as they come
	 * @param {number} tries of one sample in other settings
	 * @returns {Quiet}
	 */
	static for(setting, tries) {
		return new Quiet(setting === 'quick' ? { tries: 1, budgetMs: 0 } : { tries });
	}

	/**
	 * @template T
	 * @param {() => Promise<T>} take
	 * @returns {Promise<T>} of the least disturbed try
	 */
	async sample(take) {
		this.samples++;
		/** @type {{ value: T, share: number } | undefined} */
		let best;
		for (let attempt = 0; attempt < this.#tries; attempt++) {
			await this.#untilQuiet();
			const before = usage();
			const startMs = performance.now();
			const value = await take();
			const share = foreignShare(before, usage());
			if (!best || share < best.share) best = { value, share };
			if (!(share > this.#limit)) return value; // NaN: not known
			this.#budgetMs -= performance.now() - startMs;
			if (this.#budgetMs <= 0) break;
			this.repeated++;
		}
		this.disturbed++;
		return /** @type {{ value: T }} */ (best).value;
	}

	async #untilQuiet() {
		while (this.#budgetMs > 0) {
			const before = usage();
			await wait(LOOK_MS);
			this.#budgetMs -= LOOK_MS;
			if (!(foreignShare(before, usage()) > this.#limit)) {
				this.#budgetMs += LOOK_MS;
				return;
			}
		}
	}

	/** @returns {string} for a report */
	describe() {
		const percent = Math.round(this.#limit * 100);
		return (
			`Samples count while other programs use at most ${percent} % of the cores: ${this.repeated} were repeated for that, and ` +
			`${this.disturbed} of ${this.samples} were disturbed all the same.`
		);
	}
}
