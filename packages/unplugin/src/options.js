/**
 * What all plugins take.
 *
 * @typedef {object} LapidaryOptions
 * @property {boolean} [strict] warnings become errors
 * @property {boolean} [cancellation] loops of worker modules look whether their call was given up; default: true
 * @property {boolean} [verify] stubs have the bodies of their units, for LAPIDARY_MODE=verify; default: false
 * @property {boolean} [link] what files do to each other's units is found before any of them is compiled; default: true
 * @property {boolean} [standalone] the output has a copy of the runtime, and runs where nothing is installed; default: false
 */

const KNOWN = ['strict', 'cancellation', 'verify', 'link', 'standalone'];

/**
 * @param {Record<string, unknown>} options
 * @throws {TypeError} naming the option and what it takes
 */
export function checkOptions(options) {
	for (const [key, value] of Object.entries(options)) {
		if (!KNOWN.includes(key)) {
			throw new TypeError(
				`@lapidary/unplugin: unknown option '${key}'; the options are ${KNOWN.join(', ')}`,
			);
		}
		if (value !== undefined && typeof value !== 'boolean') {
			throw new TypeError(
				`@lapidary/unplugin: the option '${key}' is a boolean, not ${typeof value}`,
			);
		}
	}
}
