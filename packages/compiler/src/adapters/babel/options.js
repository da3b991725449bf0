/** @import { SourceMap } from '../../types.js' */

/** @typedef {{ fileName: string, code: string, map: SourceMap | null }} WorkerFile `fileName`: base name, next to the host module */

/**
 * @typedef {object} PluginOptions
 * @property {string} [outDir] where the build writes, relative to the configuration; worker modules are
 *   written there
 * @property {string} [srcDir] what `outDir` mirrors, relative to the configuration; default: its own folder
 * @property {string} [package] name of the package, the first part of each unit's id; default: that of the nearest
 *   package.json
 * @property {boolean} [strict] warnings become errors
 * @property {boolean} [verify] stubs have the bodies of their units, for LAPIDARY_MODE=verify; default: false
 * @property {boolean} [cancellation] loops of worker modules look whether their call was given up; default: true
 * @property {(worker: WorkerFile, filename: string) => void} [onWorkerModule] called with each worker
 *   module, for tools that write files themselves
 */

/** @type {Record<string, string>} */
const TYPES = {
	outDir: 'string',
	srcDir: 'string',
	package: 'string',
	strict: 'boolean',
	cancellation: 'boolean',
	verify: 'boolean',
	onWorkerModule: 'function',
};

/**
 * @param {Record<string, unknown>} options
 * @throws {TypeError} naming the option and what it takes
 */
export function checkPluginOptions(options) {
	for (const [key, value] of Object.entries(options)) {
		if (!Object.hasOwn(TYPES, key)) {
			throw new TypeError(
				`@lapidary/compiler/babel: unknown option '${key}'; the options are ${Object.keys(TYPES).join(', ')}`,
			);
		}
		if (value !== undefined && typeof value !== TYPES[key]) {
			throw new TypeError(
				`@lapidary/compiler/babel: the option '${key}' is a ${TYPES[key]}, not ${typeof value}`,
			);
		}
	}
}
