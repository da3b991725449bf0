/** @import { Found } from './compare.js' */
/** @import { VerifySettings } from '../../types.js' */
import process from 'node:process';
import { inspect } from 'node:util';
import { verifiedCallDiffers } from '../../errors/codes.js';
import { OwnMap, RegExp } from '../../primordials.js';

// Each unit shows what is wrong with it in its first warnings; the summary counts the rest.
const WARNINGS_PER_UNIT = 3;
const LONGEST_TEXT = 200;

/** What verified calls have come to: warnings on the way, counts at the end. */
export class VerifyReport {
	#settings;
	/** @type {Map<string, { calls: number, differences: number }>} */
	#units = new OwnMap();
	/** why calls were not compared → how many @type {Map<string, number>} */
	#skipped = new OwnMap();

	/** @param {VerifySettings} settings */
	constructor(settings) {
		this.#settings = settings;
		process.once('exit', () => this.#summarise());
	}

	/** @param {string} unit @returns {boolean} whether the program has asked to leave it out */
	isExcluded(unit) {
		return this.#settings.exclude.some((pattern) => matches(pattern, unit));
	}

	/** @param {string} reason for which a call cannot be compared */
	skip(reason) {
		this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
	}

	/** @param {string} unit of which a call has been compared */
	count(unit) {
		this.#countsOf(unit).calls++;
	}

	/**
	 * Tell of a difference.
	 *
	 * @param {string} unit
	 * @param {Found} difference
	 * @returns {Error | undefined} LP8047, when differences are errors; the call rejects with it
	 */
	differ(unit, { place, plain, pool }) {
		const counts = this.#countsOf(unit);
		counts.differences++;
		const params = { unit, path: place, plain: show(plain), pool: show(pool) };
		const error = verifiedCallDiffers(params, { unit, path: place, plain, pool });
		if (this.#settings.onDifference === 'error') return error;
		if (counts.differences <= WARNINGS_PER_UNIT) {
			process.emitWarning(error.message, { type: 'LapidaryWarning', code: error.code });
		}
		return undefined;
	}

	/** @param {string} unit */
	#countsOf(unit) {
		const counts = this.#units.get(unit) ?? { calls: 0, differences: 0 };
		this.#units.set(unit, counts);
		return counts;
	}

	#summarise() {
		const all = [...this.#units];
		const sum = (/** @type {'calls' | 'differences'} */ key) =>
			all.reduce((total, [, counts]) => total + counts[key], 0);
		const lines = [
			`lapidary verify: ${sum('calls')} calls of ${all.length} units compared, ${sum('differences')} differences`,
			...all
				.filter(([, { differences }]) => differences > 0)
				.map(([unit, { differences, calls }]) => `  ${unit}: ${differences} in ${calls} calls`),
			...[...this.#skipped].map(([reason, calls]) => `  not compared: ${calls} calls, ${reason}`),
		];
		process.stderr.write(`${lines.join('\n')}\n`);
	}
}

/** @param {string} pattern with `*` for any text @param {string} unit @returns {boolean} */
function matches(pattern, unit) {
	const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`, 's').test(unit);
}

/** @param {unknown} value @returns {string} one line */
function show(value) {
	const text = inspect(value, { depth: 2, breakLength: Infinity, maxArrayLength: 20 });
	return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
