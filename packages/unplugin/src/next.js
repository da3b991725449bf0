/** @import { LapidaryOptions } from './options.js' */
import process from 'node:process';
import { turbopack } from './diagnostics/codes.js';
import { checkOptions } from './options.js';
import { lapidary } from './plugin.js';
import { toMessage } from './report.js';
import { traces } from './webpack/traces.js';

/** What Next.js gives to `webpack` of a configuration. @typedef {(config: any, context: any) => any} Configure */

/**
 * Let Next.js lower what runs on its server, when webpack builds it. What is built for browsers and for the edge runtime has no threads:
 * units in that are refused, and not left as they are without a word.
 *
 * ```js
 * export default withLapidary({ reactStrictMode: true });
 * ```
 *
 * @template T
 * @param {T} [nextConfig] a configuration, or a function that gives one
 * @param {LapidaryOptions} [options]
 * @returns {T} of the same kind: other functions that take configurations can be put around it
 * @throws {Error} LP7140 where Turbopack builds
 */
export function withLapidary(nextConfig = /** @type {T} */ ({}), options = {}) {
	checkOptions(/** @type {any} */ (options));
	if (process.env.TURBOPACK) refuseTurbopack();
	/** @type {any} */
	const given = nextConfig;
	if (typeof given !== 'function') return extend(given, options);
	return /** @type {any} */ (
		/** @this {unknown} @param {unknown[]} args phase and default configuration */
		function withLapidaryIn(...args) {
			return afterwards(given.apply(this, args), (one) => extend(one, options));
		}
	);
}

export default withLapidary;

/** @throws {Error} always */
function refuseTurbopack() {
	const { message, code } = toMessage(turbopack({}));
	throw Object.assign(new Error(message), { code });
}

/** @param {any} nextConfig @param {LapidaryOptions} options @returns {any} */
const extend = (nextConfig, options) => ({
	...nextConfig,
	/** @type {Configure} */
	webpack(config, context) {
		const own = nextConfig?.webpack;
		return afterwards(own ? own.call(this, config, context) : config, (changed) => {
			// Next.js says it itself when nothing was returned.
			if (changed)
				changed.plugins = [lapidary.webpack(options), traces, ...(changed.plugins ?? [])];
			return changed;
		});
	},
});

/**
 * @param {any} value or a promise of it
 * @param {(value: any) => any} then
 * @returns {any} a promise where there was one
 */
const afterwards = (value, then) =>
	typeof value?.then === 'function' ? value.then(then) : then(value);
