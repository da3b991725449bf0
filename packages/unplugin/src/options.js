/**
 * What all plugins take.
 *
 * @typedef {object} LapidaryOptions
 * @property {boolean} [strict] warnings become errors
 * @property {boolean} [cancellation] loops of worker modules look whether their call was given up; default: true
 * @property {boolean} [verify] stubs have the bodies of their units, for LAPIDARY_MODE=verify; default: false
 * @property {boolean} [link] what files do to each other's units is found before any of them is compiled; default: true
 * @property {string[]} [trust] names of packages whose calls at the top level workers may repeat, whatever their sources can do; default: none
 * @property {boolean} [standalone] the output has a copy of the runtime, and runs where nothing is installed; default: false
 */

const KNOWN = ['strict', 'cancellation', 'verify', 'link', 'trust', 'standalone'];

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
		if (key === 'trust') checkNames(value);
		else if (value !== undefined && typeof value !== 'boolean') {
			throw new TypeError(
				`@lapidary/unplugin: the option '${key}' is a boolean, not ${typeof value}`,
			);
		}
	}
}

/** @param {unknown} value @throws {TypeError} */
function checkNames(value) {
	const isList = Array.isArray(value) && value.every((one) => typeof one === 'string');
	if (value !== undefined && !isList)
		throw new TypeError("@lapidary/unplugin: the option 'trust' is a list of names of packages");
}
