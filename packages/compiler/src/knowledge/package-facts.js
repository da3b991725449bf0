/** @import { Kind } from './capabilities.js' */

/**
 * What a package can do, from its sources.
 *
 * @typedef {object} PackageFacts
 * @property {string} name
 * @property {number} files that it loads, those of its dependencies included
 * @property {readonly string[]} names of the packages that these belong to; sorted
 * @property {readonly { kind: Kind, text: string, place: string, isAccepted: boolean }[]} capabilities the first of each kind: `place` is `postcss/lib/previous-map.js:9`;
 *   `isAccepted`: it is known that calls which make values do not do so
 * @property {string | null} counter where a variable of a module counts calls
 * @property {string | null} stepping where an object counts them, or takes from a list of its own
 */

/**
 * What is known of a package that a file imports, and calls while it loads.
 *
 * @typedef {object} ImportedPackage
 * @property {string} specifier
 * @property {string} name
 * @property {readonly string[]} shares other specifiers of the file that lead to modules which it loads as well
 * @property {boolean} counts what its functions give depends on how often they were called
 * @property {readonly string[]} can what it can do besides computing, in words that follow `can`, each with its place
 * @property {boolean} isTrusted its calls may be repeated
 * @property {boolean} differs it can read the clock or draw random numbers
 * @property {boolean} isClock its calls without arguments read the clock
 * @property {boolean} remembers what it makes keeps nothing of calls but what each thread computes alike
 * @property {boolean} isKnown it is one of those that are known, or that the configuration trusts
 * @property {number} files that were read
 */

/** @param {ImportedPackage} one @returns {string} as `Linked` has it */
export const writePackage = (one) => JSON.stringify(one);

/** @param {readonly string[]} lines as `Linked` has them @returns {Map<string, ImportedPackage>} by specifier */
export function readPackages(lines) {
	/** @type {Map<string, ImportedPackage>} */
	const found = new Map();
	for (const line of lines) {
		const one = /** @type {ImportedPackage} */ (JSON.parse(line));
		// Each round of a link may find more that it shares.
		const shares = [...(found.get(one.specifier)?.shares ?? []), ...one.shares];
		found.set(one.specifier, { ...one, shares: [...new Set(shares)] });
	}
	return found;
}
