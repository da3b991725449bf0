/**
 * What is known of functions of the platform that get a copy of a part of a GEM, or that are methods of one.
 */

/** Methods of arrays that call what they are given, at once. `true`: for what its result tells, and not for the result itself. */
export const CALLBACKS = new Map([
	['every', true],
	['filter', true],
	['find', true],
	['findIndex', true],
	['findLast', true],
	['findLastIndex', true],
	['flatMap', false],
	['forEach', true],
	['map', false],
	['reduce', false],
	['reduceRight', false],
	['some', true],
	['sort', true],
	['toSorted', true],
]);

/** Methods that make a new array of elements. */
export const MAKES_LIST = new Set(['concat', 'filter', 'flat', 'slice', 'toReversed', 'toSorted']);
/** Methods that give an element. */
export const GIVES_ELEMENT = new Set(['at', 'find', 'findLast']);
/** Methods that compare elements with what they are given. */
export const COMPARES = new Set(['includes', 'indexOf', 'lastIndexOf']);

/** Methods of arrays that go through all of it. */
export const GOES_THROUGH = new Set([
	...CALLBACKS.keys(),
	...MAKES_LIST,
	...COMPARES,
	'entries',
	'join',
	'keys',
	'values',
]);

/** Functions that only compute a primitive value, or print. */
export const COMPUTES =
	/^(Math\.\w+|String|Number|Boolean|BigInt|isNaN|isFinite|parseInt|parseFloat|Number\.\w+|Array\.isArray|Object\.keys|console\.(log|info|warn|error|debug))$/;

/** Functions that go through an object, and make what is new. */
export const READS_ALL =
	/^(JSON\.stringify|Object\.(keys|values|entries)|Array\.from|console\.(log|info|warn|error|debug))$/;
