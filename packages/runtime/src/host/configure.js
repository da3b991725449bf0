/** @import { CallOptions, Configuration } from '../types.js' */
import { badRuntimeOption } from '../errors/codes.js';
import { Object, Reflect } from '../primordials.js';
import { registry } from '../protocol/registry.js';
import { checkCallOptions, checkConfiguration } from './options.js';
import { host } from './registry.js';

/**
 * Set up the pools, before their first call or after `close()`. Opens them again after `close()`.
 *
 * Options at the top are those of the pool `default`, and what other pools leave out.
 *
 * @param {Configuration} options
 * @throws {LapidaryError} LP8009 for an unknown option or a value that is not accepted, and when pools are in use
 *
 * @example
 * configure({ threads: 4, queueLimit: 10_000, pools: { render: { threads: 1, timeoutMs: 5_000 } } });
 */
export function configure(options) {
	const configuration = checkConfiguration(options);
	if (host.dispatchers.size > 0) {
		const option = 'configure';
		const params = {
			option,
			value: 'called after the first call',
			accepted: 'being called before it, or after close()',
		};
		throw badRuntimeOption(params, { option });
	}
	host.configuration = configuration;
	host.mode = undefined;
	host.isClosed = false;
}

/**
 * Make a function whose calls of an annotated function have the given options.
 *
 * The options hold for the one call that `f` makes synchronously, or, of a generator, with its first step. When `f` is not lowered, it is just called.
 *
 * @template {(...args: any[]) => any} F
 * @param {F} f an annotated function
 * @param {CallOptions} options
 * @returns {F}
 * @throws {LapidaryError} LP8009
 *
 * @example
 * const page = await withOptions(render, { timeoutMs: 500, priority: 'high' })(document);
 */
export function withOptions(f, options) {
	const checked = checkCallOptions(options);
	/**
	 * @this {unknown}
	 * @param {unknown[]} args
	 */
	function withTheseOptions(...args) {
		return under(checked, () => withOptionsAtFirst(Reflect.apply(f, this, args), checked));
	}
	Object.defineProperty(withTheseOptions, 'name', { value: f.name, configurable: true });
	Object.defineProperty(withTheseOptions, 'length', { value: f.length, configurable: true });
	return /** @type {F} */ (/** @type {unknown} */ (withTheseOptions));
}

/**
 * @template T
 * @param {CallOptions} options
 * @param {() => T} make
 * @returns {T} what it returns; a call that it makes synchronously has the options
 */
function under(options, make) {
	const outer = host.ambient;
	host.ambient = options;
	try {
		return make();
	} finally {
		host.ambient = outer;
	}
}

/**
 * A generator makes its call when it is asked for its first value, not when it is created.
 *
 * @template T
 * @param {T} made what a function returned
 * @param {CallOptions} options
 * @returns {T} the same; if it is an async generator, its first step has the options
 */
function withOptionsAtFirst(made, options) {
	if (Object.prototype.toString.call(made) !== '[object AsyncGenerator]') return made;
	const generator = /** @type {AsyncGenerator} */ (made);
	const { next } = generator;
	let isFirst = true;
	/** @type {AsyncGenerator['next']} */
	function nextWithOptions(...values) {
		const ask = () => Reflect.apply(next, generator, values);
		if (!isFirst) return ask();
		isFirst = false;
		return under(options, ask);
	}
	const flags = { writable: true, configurable: true };
	Object.defineProperty(generator, 'next', { value: nextWithOptions, ...flags });
	return made;
}

/**
 * Mark a value to be moved instead of copied when it next crosses a thread: as an argument, inside one, or in a
 * result. Its memory is gone on this side afterwards. A Buffer that is a slice of a larger memory is copied.
 *
 * @template {object} T
 * @param {T} value an ArrayBuffer, a view of one, a MessagePort, a stream
 * @returns {T} the same value
 *
 * @example
 * const thumbnail = await shrink(transfer(pixels));
 */
export function transfer(value) {
	if (typeof value !== 'object' || value === null) {
		throw badRuntimeOption(
			{ option: 'transfer', value: String(value), accepted: 'an object to move' },
			{ option: 'transfer' },
		);
	}
	registry.marked.add(value);
	registry.hasMarked = true;
	return value;
}
