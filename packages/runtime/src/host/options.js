// Reading and checking what users set: `configure`, `withOptions`, the environment.
/** @import { CallOptions, Configuration, Mode, PoolOptions, PoolSettings, VerifySettings } from '../types.js' */
import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { badRuntimeOption } from '../errors/codes.js';
import { isArray, Object, Reflect } from '../primordials.js';

const MOST_THREADS = 1024;
const MOST_QUEUED = Number.MAX_SAFE_INTEGER;
// The longest time a timer of Node's can wait.
const LONGEST_MS = 2 ** 31 - 1;

/** The pool of calls that name none. */
export const DEFAULT_POOL = 'default';

/** @typedef {{ accepts: string, test: (value: unknown) => boolean }} Rule */

/**
 * @param {number} least
 * @param {number} most
 * @returns {Rule}
 */
const integer = (least, most) => ({
	accepts:
		most === MOST_QUEUED ? `an integer from ${least} up` : `an integer from ${least} to ${most}`,
	test: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
});

/**
 * @param {readonly string[]} words
 * @returns {Rule}
 */
const oneOf = (words) => ({
	accepts: `one of ${words.join(', ')}`,
	test: (value) => typeof value === 'string' && words.includes(value),
});

/** @type {Rule} */
const DURATION = {
	accepts: `milliseconds, more than 0 and at most ${LONGEST_MS}`,
	test: (value) => typeof value === 'number' && value > 0 && value <= LONGEST_MS,
};

/** @type {Rule} */
const NAME = {
	accepts: 'a name of at least one character',
	test: (value) => typeof value === 'string' && value !== '',
};

/** @type {Rule} */
const MEGABYTES = {
	accepts: 'megabytes, more than 0',
	test: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
};

/** @type {Rule} */
const RECORD = {
	accepts: 'an object',
	test: (value) => typeof value === 'object' && value !== null && !isArray(value),
};

/** @type {Rule} */
const STRINGS = {
	accepts: 'an array of strings',
	test: (value) => isArray(value) && value.every((each) => typeof each === 'string'),
};

/** @type {Rule} */
const SIGNAL = {
	accepts: 'an AbortSignal',
	// By its shape: a signal of another realm is one too.
	test: (value) =>
		typeof value === 'object' &&
		value !== null &&
		typeof Reflect.get(value, 'aborted') === 'boolean' &&
		typeof Reflect.get(value, 'addEventListener') === 'function',
};

/** @type {Rule} */
const OBJECTS = {
	accepts: 'an array of objects to move',
	test: (value) =>
		isArray(value) && value.every((each) => typeof each === 'object' && each !== null),
};

const MODE = oneOf(['pool', 'inline', 'serial', 'verify']);
const ON_DIFFERENCE = oneOf(['warning', 'error']);
const PRIORITY = oneOf(['low', 'normal', 'high']);

/** @type {Record<string, Rule>} */
const POOL_RULES = {
	threads: integer(1, MOST_THREADS),
	queueLimit: integer(0, MOST_QUEUED),
	timeoutMs: DURATION,
	resourceLimits: RECORD,
	execArgv: STRINGS,
};

/** @type {Record<string, Rule>} */
const LIMIT_RULES = {
	maxOldGenerationSizeMb: MEGABYTES,
	maxYoungGenerationSizeMb: MEGABYTES,
	codeRangeSizeMb: MEGABYTES,
	stackSizeMb: MEGABYTES,
};

/** @type {Record<string, Rule>} */
const CALL_RULES = {
	signal: SIGNAL,
	timeoutMs: DURATION,
	pool: NAME,
	priority: PRIORITY,
	transfer: OBJECTS,
};

/** @type {Record<string, Rule>} */
const VERIFY_RULES = { onDifference: ON_DIFFERENCE, exclude: STRINGS };

/**
 * Check options against rules and copy them. Own properties only: a polluted prototype sets nothing, and
 * `undefined` is the same as leaving an option out.
 *
 * @param {unknown} options
 * @param {Record<string, Rule>} rules
 * @param {string} prefix of the option's name in errors, with its dot
 * @returns {Record<string, unknown>}
 * @throws {Error} LP8009 for an unknown key or a value that is not accepted
 */
function check(options, rules, prefix) {
	if (!RECORD.test(options)) throw bad(prefix.slice(0, -1) || 'the argument', options, 'an object');
	/** @type {Record<string, unknown>} */
	const checked = {};
	for (const key of Object.keys(/** @type {object} */ (options))) {
		const value = Reflect.get(/** @type {object} */ (options), key);
		const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
		if (!rule) {
			const known = Object.keys(rules).join(', ');
			throw bad(`${prefix}${key}`, value, `nothing: the options are ${known}`);
		}
		if (value === undefined) continue;
		if (!rule.test(value)) throw bad(`${prefix}${key}`, value, rule.accepts);
		checked[key] = value;
	}
	return checked;
}

/**
 * @param {string} option
 * @param {unknown} value
 * @param {string} accepted
 * @returns {Error} LP8009
 */
function bad(option, value, accepted) {
	const shown = inspect(value, { depth: 0 });
	return badRuntimeOption({ option, value: shown, accepted }, { option });
}

/**
 * @param {unknown} options of `configure`
 * @returns {Configuration} a copy
 * @throws {Error} LP8009
 */
export function checkConfiguration(options) {
	const rules = { ...POOL_RULES, pools: RECORD, mode: MODE, verify: RECORD };
	const { pools, verify, ...others } = check(options, rules, '');
	/** @type {Configuration} */
	const configuration = checkLimits(others, '');
	if (verify) configuration.verify = check(verify, VERIFY_RULES, 'verify.');
	if (pools) {
		configuration.pools = {};
		for (const [name, pool] of Object.entries(pools)) {
			const prefix = `pools.${name}.`;
			const value = checkLimits(check(pool, POOL_RULES, prefix), prefix);
			const flags = { enumerable: true, writable: true, configurable: true };
			Object.defineProperty(configuration.pools, name, { value, ...flags });
		}
	}
	return configuration;
}

/**
 * @param {Record<string, unknown>} checked
 * @param {string} prefix
 * @returns {Record<string, unknown>} with a checked copy of the resource limits
 */
function checkLimits(checked, prefix) {
	if (checked.resourceLimits === undefined) return checked;
	const resourceLimits = check(checked.resourceLimits, LIMIT_RULES, `${prefix}resourceLimits.`);
	return { ...checked, resourceLimits };
}

/**
 * @param {unknown} options of `withOptions`
 * @returns {CallOptions} a copy
 * @throws {Error} LP8009
 */
export function checkCallOptions(options) {
	return check(options, CALL_RULES, '');
}

/**
 * Decide how calls run: LAPIDARY_MODE, else `configure`, else on the pool.
 *
 * @param {Configuration} configuration
 * @returns {Mode}
 * @throws {Error} LP8009
 */
export function readMode({ mode }) {
	const set = process.env.LAPIDARY_MODE;
	if (set === undefined || set === '') return mode ?? 'pool';
	if (!MODE.test(set)) throw bad('LAPIDARY_MODE', set, MODE.accepts);
	return /** @type {Mode} */ (set);
}

/**
 * Decide what becomes of differences: LAPIDARY_VERIFY, else `configure`, else a warning. Units that either names are left out.
 *
 * @param {Configuration} configuration
 * @returns {VerifySettings}
 * @throws {Error} LP8009
 */
export function readVerify({ verify = {} }) {
	const { LAPIDARY_VERIFY: set, LAPIDARY_VERIFY_EXCLUDE: excluded = '' } = process.env;
	const onDifference = set === undefined || set === '' ? (verify.onDifference ?? 'warning') : set;
	if (!ON_DIFFERENCE.test(onDifference))
		throw bad('LAPIDARY_VERIFY', onDifference, ON_DIFFERENCE.accepts);
	const patterns = excluded.split(',').filter((pattern) => pattern !== '');
	return {
		onDifference: /** @type {VerifySettings['onDifference']} */ (onDifference),
		exclude: [...(verify.exclude ?? []), ...patterns],
	};
}

/**
 * Complete the options of one pool. LAPIDARY_THREADS outranks `configure` for the default pool: whoever
 * starts the process knows the machine better than who wrote the program.
 *
 * @param {string} name
 * @param {Configuration} configuration
 * @returns {PoolSettings | undefined} undefined when there is no such pool
 * @throws {Error} LP8009
 */
export function readPoolSettings(name, configuration) {
	const pools = configuration.pools ?? {};
	const isDeclared = Object.hasOwn(pools, name);
	if (!isDeclared && name !== DEFAULT_POOL) return undefined;
	/** @type {PoolOptions} */
	const options = { ...configuration, ...(isDeclared ? pools[name] : {}) };
	const threads = name === DEFAULT_POOL ? readThreads() : undefined;
	return {
		name,
		threads: threads ?? options.threads ?? availableParallelism(),
		queueLimit: options.queueLimit ?? Infinity,
		timeoutMs: options.timeoutMs,
		resourceLimits: options.resourceLimits,
		execArgv: options.execArgv,
	};
}

/** @returns {number | undefined} undefined when LAPIDARY_THREADS is not set */
function readThreads() {
	const set = process.env.LAPIDARY_THREADS;
	if (set === undefined || set === '') return undefined;
	const threads = /^\d+$/.test(set) ? Number(set) : NaN;
	if (!POOL_RULES.threads.test(threads)) {
		throw bad('LAPIDARY_THREADS', set, POOL_RULES.threads.accepts);
	}
	return threads;
}
