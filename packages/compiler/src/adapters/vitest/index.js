/** @import { TestOptions } from '../test-runners/lower-for-tests.js' */
import process from 'node:process';
import { LOADER_VARIABLE, threadLoader } from '../test-runners/thread-loader.js';
import { checkTestOptions, isToLower, lowerForTests } from '../test-runners/lower-for-tests.js';

/** Vite adds queries to the names of modules. */
const fileOf = (/** @type {string} */ id) => id.replace(/[?#].*$/, '');

/**
 * The compiler as a plugin of Vitest: units run at once, on copies of their arguments, or on threads where that is asked for. Other
 * commands of Vite are left alone.
 *
 * @param {TestOptions} [options]
 * @returns {any} a plugin of Vite
 *
 * @example
 * // vitest.config.js
 * import lapidary from '@lapidary/compiler/vitest';
 * export default { plugins: [lapidary()] };
 */
export default function lapidary(options = {}) {
	checkTestOptions('vitest', options, ['threads', 'strict']);
	return {
		name: 'lapidary:test',
		enforce: 'pre',
		/** Vitest sets the variable before it reads the configuration. */
		apply: () => process.env.VITEST !== undefined,
		config: () =>
			options.threads ? { test: { env: { [LOADER_VARIABLE]: threadLoader() } } } : undefined,
		/**
		 * @this {{ warn: (message: string) => void }}
		 * @param {string} source
		 * @param {string} id
		 */
		transform(source, id) {
			const filename = fileOf(id);
			if (filename !== id && !/\?v=/.test(id)) return null;
			if (!isToLower(source, filename)) return null;
			const lowered = lowerForTests(source, filename, options);
			if (!lowered) return null;
			if (lowered.warnings) this.warn(lowered.warnings);
			return { code: lowered.code, map: lowered.map };
		},
	};
}
