import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

// A tick of the system's counters is 10 ms on Linux.
const TICK_MS = 10;
const LOOK_MS = 100;

/** @typedef {{ busyMs: number, ownMs: number, atMs: number }} Usage CPU time so far: of all, and of the benchmark */

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
	 * @param {number[]} pids processes of the benchmark beside this one; what they have started belongs to them
	 * @param {() => Promise<T>} take
	 * @returns {Promise<T>} of the least disturbed try
	 */
	async sample(pids, take) {
		this.samples++;
		/** @type {{ value: T, share: number } | undefined} */
		let best;
		for (let attempt = 0; attempt < this.#tries; attempt++) {
			await this.#untilQuiet();
			const before = usage(pids);
			const startMs = performance.now();
			const value = await take();
			const share = foreignShare(before, usage(pids));
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
			const before = usage([]);
			await wait(LOOK_MS);
			this.#budgetMs -= LOOK_MS;
			if (!(foreignShare(before, usage([])) > this.#limit)) {
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

/**
 * @param {Usage | undefined} before
 * @param {Usage | undefined} after
 * @returns {number} 0 to 1, of all cores; NaN where it is not known
 */
export function foreignShare(before, after) {
	if (!before || !after) return NaN;
	const ownMs = after.ownMs - before.ownMs;
	const foreignMs = after.busyMs - before.busyMs - ownMs;
	return Math.max(0, foreignMs / ((after.atMs - before.atMs) * cores()));
}

const cores = () => readFileSync('/proc/stat', 'utf8').match(/^cpu\d+/gm)?.length ?? 1;

/** @param {number[]} pids @returns {Usage | undefined} */
function usage(pids) {
	try {
		const [, line] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
		const [user, nice, system, , , irq, softirq, steal] = String(line).split(' ').map(Number);
		const ticks = user + nice + system + irq + softirq + steal;
		const all = [process.pid, ...withChildren(pids)];
		const own = all.reduce((sum, pid) => sum + ticksOf(pid), 0);
		return { busyMs: ticks * TICK_MS, ownMs: own * TICK_MS, atMs: performance.now() };
	} catch {
		return undefined;
	}
}

/** @param {number} pid @returns {number} CPU time of a process and of what it has waited for; 0 for one that has ended */
function ticksOf(pid) {
	try {
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
		return fields[11] + fields[12] + fields[13] + fields[14];
	} catch {
		return 0;
	}
}

/** @param {number[]} pids @returns {number[]} them, and what they have started */
function withChildren(pids) {
	if (pids.length === 0) return pids;
	const parents = readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(parentOf);
	const children = parents.filter(({ parent }) => pids.includes(parent)).map(({ pid }) => pid);
	return [...pids, ...children];
}

/** @param {string} name */
function parentOf(name) {
	try {
		const text = readFileSync(`/proc/${name}/stat`, 'utf8');
		return { pid: Number(name), parent: Number(text.split(') ')[1].split(' ')[1]) };
	} catch {
		return { pid: Number(name), parent: 0 };
	}
}
