/**
 * What generated code may rely on. Data only: the compiler imports this file and nothing else
 * of the runtime.
 */

/** Raised whenever a change of the runtime makes code emitted for an older number wrong. */
export const ABI_VERSION = 1;

/** The module that emitted host modules import. */
export const HOST_MODULE = '@lapidary/runtime/internal/host';

/** The names that emitted host modules may import from {@link HOST_MODULE}; it exports nothing else. */
export const HOST_EXPORTS = Object.freeze([
	'unit',
	'call',
	'callWithCallback',
	'callOrRun',
	'callHereOrThere',
	'here',
	'there',
	'generate',
	'print',
	'hasValue',
	'receiver',
]);

/** What emitted host modules import under a test runner in place of {@link HOST_MODULE}: units run where they are called. */
export const INLINE_MODULE = '@lapidary/runtime/internal/inline';

/** The same, where the test runner is asked for threads. */
export const THREADS_MODULE = '@lapidary/runtime/internal/threads';

/** The module that emitted worker modules import when they have loops. */
export const WORKER_MODULE = '@lapidary/runtime/internal/worker';

/** The names that emitted worker modules may import from {@link WORKER_MODULE}; it exports nothing else. */
export const WORKER_EXPORTS = Object.freeze(['stop', 'stopped']);

/** The module that emitted modules import which have state that units of other files read; it exports `show` alone. */
export const STATE_MODULE = '@lapidary/runtime/internal/state';

/** The key of the symbol by which `globalThis` has the mark of calls that run where they are made. */
export const MARK_KEY = '@lapidary/runtime.mark';

/** The key of the symbol by which `globalThis` has what classes call that show their private members. */
export const PRIVATE_KEY = '@lapidary/runtime.private';

/** The module that emitted modules import which access GEMs in loops. */
export const GEM_MODULE = '@lapidary/runtime/internal/gem';

/** The names that emitted modules may import from {@link GEM_MODULE}; it exports nothing else. */
export const GEM_EXPORTS = Object.freeze([
	'apart',
	'block',
	'copies',
	'elements',
	'epoch',
	'keyed',
	'object',
	'original',
	'originals',
	'rows',
]);

/** The export of a worker module that maps unit ids to factories `(captures) => function`. */
export const UNITS_EXPORT = '$lp_units';

/** The export of a worker module that maps names to the classes that it has in common with the host module. */
export const CLASSES_EXPORT = '$lp_classes';

/** The export of a worker module that maps ids of units to what of them has to be checked when they run. */
export const CHECKS_EXPORT = '$lp_checks';

/** The export of a worker module that lists the ids of units whose in-out arguments come with each call. */
export const IN_OUT_EXPORT = '$lp_in_out';

/** In front of the name of a class that is known there, and whose instances are not: they have private state. */
export const ONLY_ITSELF = 'class ';

/** In front of the name of a class that errors are known by: another instance of it may have state that no copy has. */
export const ERROR_ONLY = 'error ';

/**
 * In front of the name of what code of another module is named like a class: whether it is one, and whether its instances have
 * private members, which no copy has, shows at run time.
 */
export const NAMED = 'named ';

/**
 * In front of a key of the table of a worker module: the class is in a module that the worker module does not import itself. The value is
 * `{ names, load }`: what the class may call itself, and a function that imports its module, which is called for an error or an instance of such a name.
 */
export const LATE = 'late ';

/**
 * In front of what is known there by itself: objects, functions and symbols that both modules have made, and that code tells apart from
 * others. `object 0 NONE` is what `NONE` holds; `object 1 rows` is what `rows` has, which are its elements, keys and properties; `object 01 rows` both;
 * `object k known` the keys of a map, or members of a set. In a table of the host, `object  rows` has no level: what `rows` has may arrive by its
 * name, and crosses from there as a copy.
 */
export const OBJECT_ITSELF = 'object ';

/** In the place of levels: the object with all that is in it, however deep. */
export const WHOLE = '*';

/**
 * The same for what files that both modules import show (`show` of {@link STATE_MODULE}): `shown 0 NONE demo/none.js` is the variable `NONE` of that file. The
 * table has no value for it.
 */
export const SHOWN_ITSELF = 'shown ';
