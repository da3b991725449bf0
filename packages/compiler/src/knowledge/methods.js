/** @import { Row } from './platform/row.js' */
import { rowsOfMethod } from './platform/table.js';

/**
 * What methods do whose receiver has a class that the text does not show: questions to the table in `platform`, by
 * the name of the method alone. Names that programs use for methods of their own do not follow the table (`rare`).
 */

/** @param {string} name @returns {Row[]} */
const commonRows = (name) => rowsOfMethod(name).filter(({ rare }) => !rare);

/**
 * Answers are asked for again and again.
 *
 * @template T
 * @param {(rows: Row[], name: string) => T} answer
 * @returns {(name: string) => T}
 */
function byName(answer) {
	/** @type {Map<string, T>} */
	const known = new Map();
	return (name) => {
		if (!known.has(name)) known.set(name, answer(commonRows(name), name));
		return /** @type {T} */ (known.get(name));
	};
}

/** @param {Row[]} rows @param {(row: Row) => boolean} test @returns {boolean} */
const all = (rows, test) => rows.length > 0 && rows.every(test);

/** Some class of the platform has it, and programs have few of the name. */
export const isMethodOfPlatform = byName((rows) => rows.length > 0);

/** Changes the object that it is called on. */
export const isMutatorMethod = byName((rows) => rows.some(({ changes }) => changes === 'this'));

/** Leaves the receiver and its arguments alone, but for the `lastIndex` of a regular expression. */
export const isReaderMethod = byName((rows) =>
	all(rows, ({ changes, acts }) => (changes ?? 'lastIndex') === 'lastIndex' && !acts),
);

const CORE =
	/^(Array|BigInt|Boolean|Date|Map|Number|Object|RegExp|Set|String|TypedArray)\.prototype$/;

/** The same, of the classes that are used most, and no name that other classes are likely to have. */
export const isCoreReader = byName(
	(rows, name) => isReaderMethod(name) && rows.some(({ of }) => CORE.test(of)),
);

/** Its result depends on the time zone. */
export const readsZone = byName((rows) => all(rows, ({ reads }) => reads === 'zone'));

/** Its result is no object. */
export const isPrimitiveMethod = byName((rows) =>
	all(rows, ({ gives }) => gives === 'primitive' || gives === 'number'),
);

/** What results have of the receiver, by what a row says that they are. @type {Record<string, string>} */
const ALIASING = {
	this: 'self',
	view: 'self',
	part: 'part',
	copy: 'copy',
	flat: 'flat',
	mapped: 'mapped',
	iterated: 'iterated',
};

/**
 * What a method gives back of the object that it is called on: `self` itself, `part` something in it, `copy` a new list of
 * what is in it, `flat` that with the lists in it taken apart, `mapped` a new list of what a callback returns, `iterated` its
 * parts, one by one; null when it gives back nothing of the object.
 */
export const classifyAliasing = byName((rows) => {
	const row = rows.find(({ gives }) => gives !== undefined && Object.hasOwn(ALIASING, gives));
	return row ? /** @type {string} */ (ALIASING[/** @type {string} */ (row.gives)]) : null;
});

/** Its result is a new array. */
export const makesList = byName((rows) =>
	rows.some(({ gives }) => /^(array|copy|flat|mapped)$/.test(gives ?? '')),
);

/** Its result is an iterator, whose values no code of the program makes. */
export const makesIterator = byName((rows) =>
	all(rows, ({ gives }) => gives === 'iterated' || gives === 'iterator'),
);

/** Its result is a new object, and has nothing of the receiver: the match of `exec`. */
export const makesOther = byName((rows) =>
	all(rows, ({ gives }) => /^(array|object|iterator|primitives)$/.test(gives ?? '')),
);

/** Its result is the receiver itself. */
export const givesReceiver = byName((rows) => rows.some(({ gives }) => gives === 'this'));

/** Its last argument becomes a part of the receiver. */
export const addsArgument = byName((rows) => rows.some(({ adds }) => adds === true));

/** Takes a few cycles. */
export const isQuickMethod = byName((rows) => rows.some(({ quick }) => quick === true));

/** @param {string} name @returns {boolean} it keeps a function that it is given, and calls it later */
export function keepsCallback(name) {
	const rows = rowsOfMethod(name);
	return rows.length > 0 && rows.every(({ keeps }) => keeps !== undefined);
}

/**
 * What becomes of the value that a callback returns: see `callback` of a row; null for methods without one.
 *
 * @param {string} name
 * @returns {NonNullable<Row['callback']> | 'used' | null}
 */
export function resultOfCallback(name) {
	const common = commonRows(name);
	const rows = common.length > 0 ? common : rowsOfMethod(name);
	const [row] = rows.filter(({ calls, keeps }) => calls !== undefined || keeps !== undefined);
	return row ? (row.callback ?? 'used') : null;
}

/** @param {Row} row @returns {boolean} */
const isOfList = ({ of }) => of === 'Array.prototype';
/** @param {Row} row @returns {boolean} */
const isOfPrimitive = ({ of }) => of === 'String.prototype' || of === 'Number.prototype';

/** The row of a method of arrays. @type {(name: string) => Row | null} */
export const arrayMethod = byName((rows) => rows.find(isOfList) ?? null);

/** A method of arrays that calls its first argument and does not do without it; `sort` does. */
export const requiresCallback = byName((rows) =>
	rows.some((row) => isOfList(row) && row.calls === '0' && row.callback !== 'order'),
);

/** Indexes of the arguments that a method calls before it returns. @type {(name: string) => number[]} */
export const callbacksOf = byName((rows) => [
	...new Set(rows.flatMap(({ calls }) => calls?.split(' ').map(Number) ?? [])),
]);

/** What strings and numbers have, and neither arrays nor plain objects. */
export const isMethodOfPrimitives = byName(
	(rows) =>
		rows.some(isOfPrimitive) && !rows.some(({ of }) => /^(Array|Object|Date)\.prototype$/.test(of)),
);

/** What strings and arrays have, and which changes neither. */
export const isMethodOfTextAndList = byName(
	(rows) => rows.some(isOfList) && rows.some(({ of }) => of === 'String.prototype'),
);
