import { inspect } from 'node:util';
import { OPERANDS } from './operands.js';
import { valueAt } from './inventory.js';

/** @param {unknown} value @returns {string} all that can be seen of it, hidden properties too */
function describe(value) {
	if (value?.privateKey) return describe(value.privateKey);
	if (value?.constructor?.name?.endsWith('KeyObject'))
		return describe(value.export({ format: 'jwk' }));
	if (typeof value === 'function' && !/^class/.test(String(value)))
		return `${value.name} ${inspect(Object.getOwnPropertyDescriptors(value), { depth: 3 })}`;
	const isObject = value !== null && /^(object|function)$/.test(typeof value);
	const shown = inspect(value, {
		depth: 6,
		showHidden: true,
		maxArrayLength: null,
		breakLength: 1000,
	});
	if (!isObject) return shown;
	const own = inspect(Object.getOwnPropertyDescriptors(value), { depth: 4, showHidden: true });
	const isList = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
	const kinds = [
		Object.isExtensible(value),
		!isList && Object.isFrozen(value),
		!isList && Object.isSealed(value),
	];
	return `${shown} ${own} ${kinds} ${inspect(Object.getPrototypeOf(value), { depth: 0 })} ${stateOf(value)}`;
}

/** What `inspect` does not show. @param {any} value @returns {unknown} */
function stateOf(value) {
	if (value instanceof DataView) return new Uint8Array(value.buffer).join();
	if (value instanceof ArrayBuffer) return `${value.byteLength} ${value.detached}`;
	if (value instanceof WebAssembly.Table) return `${value.length} ${value.get(1)}`;
	if (value instanceof WebAssembly.Memory) return value.buffer.byteLength;
	if (value instanceof WeakMap || value instanceof WeakSet)
		return WATCHED.map((one) => value.has(one)).join();
	if (value instanceof URLSearchParams || value instanceof Headers || value instanceof FormData)
		return inspect([...value]);
	return '';
}

/** Keys of weak collections among the operands. */
const WATCHED = [];

/** @param {unknown} value @returns {boolean} */
const isObject = (value) => value !== null && /^(object|function)$/.test(typeof value);

/** States that only using up an object shows: compared with that of an untouched one. */
const USED = {
	'Iterator.prototype': (value) => [...value].length,
	'Generator.prototype': (value) => [...value].length,
	'Hash.prototype': (value) => digestOf(value),
	'Hmac.prototype': (value) => digestOf(value),
	'StringDecoder.prototype': (value) => `${inspect(value, { showHidden: true })}${value.end()}`,
};

/** @param {any} hash @returns {string} */
function digestOf(hash) {
	try {
		return hash.digest('hex');
	} catch (error) {
		return error.code;
	}
}

/**
 * Call a function once and compare what its row says.
 *
 * @param {string} path
 * @param {import('../../src/knowledge/platform/row.js').Row} row
 * @param {() => unknown[]} make
 */
function observe(path, row, make) {
	const isMethod = row.of.endsWith('.prototype');
	const operands = make();
	const [receiver, ...args] = isMethod ? operands : [undefined, ...operands];
	/** @type {Set<number>} */
	const called = new Set();
	let hasReturned = false;
	const given = args.map((one, index) =>
		typeof one === 'function' && !/^(class|function named)/.test(String(one))
			? function (/** @type {unknown[]} */ ...values) {
					if (!hasReturned) called.add(index);
					return Reflect.apply(one, this, values);
				}
			: one,
	);
	WATCHED.splice(0, WATCHED.length, ...args.filter(isObject));
	const parts = partsOf(receiver);
	const before = [receiver, ...args].map(describe);
	const holder = isMethod ? receiver : valueAt(row.of);
	const fn = /** @type {Function} */ (isMethod ? receiver[path.split('.').at(-1)] : valueAt(path));
	const result = row.as === 'new' ? Reflect.construct(fn, given) : Reflect.apply(fn, holder, given);
	hasReturned = true;
	const after = [receiver, ...args].map(describe);
	const changed = new Set(
		before.flatMap((text, index) =>
			text === after[index] ? [] : [index === 0 ? 'this' : String(index - 1)],
		),
	);
	// An iterator that another one takes its values from is used up with it.
	if (row.of === 'Iterator.prototype' && typeof result?.next === 'function') [...result];
	const used = USED[row.of];
	if (used && used(make()[0]) !== used(receiver)) changed.add('this');
	return { result, receiver, args, parts, called, changed };
}

/** @param {Awaited<ReturnType<typeof observe>>} seen @param {string} gives @returns {boolean} */
function isGiven({ result, receiver, args, parts }, gives) {
	switch (gives) {
		case 'number':
			return typeof result === 'number';
		case 'primitive':
			return !isObject(result);
		case 'this':
			return result === receiver || !isObject(receiver);
		case 'argument':
			return result === args[0];
		case 'view':
			return result !== receiver && result.buffer === receiver.buffer;
		case 'part':
			return parts.includes(result) || args.includes(result);
		case 'array':
		case 'copy':
		case 'flat':
		case 'mapped':
			return (
				result === null || (Array.isArray(result) && result !== receiver && !args.includes(result))
			);
		case 'object':
			return isObject(result) && result !== receiver && !args.includes(result);
		case 'iterated':
		case 'iterator':
			return typeof result?.next === 'function';
		case 'TypedArray':
			return ArrayBuffer.isView(result) && result !== receiver;
		case 'require':
			return typeof result === 'function';
		case 'Error':
			return result instanceof Error;
		default:
			return classNames(result).includes(gives.split('.').at(-1)) && result !== receiver;
	}
}

/** @param {any} receiver @returns {unknown[]} what it holds; of an iterator, what another one of the same operands gives */
function partsOf(receiver) {
	if (receiver instanceof Map) return [...receiver].flat();
	if (receiver instanceof WeakRef) return [receiver.deref()];
	if (receiver instanceof FormData) return [...receiver].flat();
	const isList = Array.isArray(receiver) || receiver instanceof Set;
	return isList ? [...receiver] : [...WATCHED, 1, 2, 3];
}

/** @param {any} value @returns {string[]} */
function classNames(value) {
	const names = [];
	for (let at = value; isObject(at); at = Object.getPrototypeOf(at))
		names.push(at.constructor?.name);
	return names;
}

/** @param {any} result @returns {string} */
function shape(result) {
	if (typeof result?.then === 'function') return 'promise';
	return describe(typeof result?.next === 'function' ? [...result] : result);
}

/**
 * @param {{ path: string, row: import('../../src/knowledge/platform/row.js').Row }[]} rows
 * @returns {Promise<{ differences: string[], compared: number }>} what is different from the table, and of how many functions
 */
export async function findDifferences(rows) {
	/** @type {string[]} */
	const differences = [];
	let compared = 0;
	for (const { path, row } of rows) {
		if (row.acts || row.as === 'new' || !isThere(path, row)) continue;
		const sets = OPERANDS[path] ?? OPERANDS[row.of];
		if (!sets) differences.push(`${path}: no operands`);
		else {
			if (sets.length > 0) compared++;
			for (const one of differencesOf(path, row, sets)) differences.push(`${path}: ${one}`);
		}
	}
	return { differences, compared };
}

/** @param {string} path @param {any} row @returns {boolean} this Node has it */
function isThere(path, row) {
	if (!row.of.endsWith('.prototype')) return typeof valueAt(path) === 'function';
	const name = /** @type {string} */ (path.split('.').at(-1));
	const prototype = /** @type {any} */ (valueAt(row.of));
	return prototype !== undefined && name in prototype;
}

/** @param {string} path @param {any} row @param {(() => unknown[])[]} sets @returns {string[]} */
function differencesOf(path, row, sets) {
	const says = new Set((row.changes ?? '').split(' ').filter(Boolean));
	const changed = new Set();
	const called = new Set();
	const found = [];
	let count = 0;
	for (const make of sets) {
		let seen;
		try {
			seen = observe(path, row, make);
			seen.result?.catch?.(() => {});
			const text = shape(seen.result);
			const again = observe(path, row, make);
			again.result?.catch?.(() => {});
			count++;
			for (const one of seen.changed) changed.add(one);
			for (const one of seen.called) called.add(String(one));
			const isSame = text === shape(again.result);
			if (row.reads === 'random' && isSame) found.push('gives the same twice');
			if (!row.reads && !isSame) found.push(`differs: ${text}`);
			if (row.gives && !isGiven(seen, row.gives))
				found.push(`gives no ${row.gives}: ${inspect(seen.result, { depth: 1 })}`);
		} catch (error) {
			found.push(`throws ${error}`);
		}
	}
	if (count === 0) return found;
	for (const one of changed) {
		const isStep = says.has('lastIndex');
		if (!says.has(String(one)) && !isStep) found.push(`changes ${one}`);
	}
	for (const one of says)
		if (one !== 'lastIndex' && !changed.has(one)) found.push(`does not change ${one}`);
	if (says.has('lastIndex') && changed.size === 0) found.push('does not change lastIndex');
	for (const one of called) if (!row.calls?.split(' ').includes(one)) found.push(`calls ${one}`);
	for (const one of row.calls?.split(' ') ?? [])
		if (!called.has(one)) found.push(`does not call ${one}`);
	for (const one of row.keeps?.split(' ') ?? [])
		if (called.has(one)) found.push(`calls ${one} at once`);
	return found;
}
