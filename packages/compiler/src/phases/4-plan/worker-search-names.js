/** Names by which the platform calls what a program defines. */
export const CALLED_BY_PLATFORM = (
	'toString valueOf toJSON toLocaleString toISOString then next return throw has keys size length name message cause stack ' +
	'exec handleEvent'
).split(' ');

/** Functions that call `get` and `set` of what describes a property. */
export const DESCRIBED = /^(definePropert(y|ies)|create)$/;

/** Globals through which code reads and calls members whose names no text shows, or reaches the exports of the module. */
export const REFLECTION = new Set(
	'eval Function Reflect Proxy globalThis global self window module exports'.split(' '),
);
export const REFLECTING =
	/^(getOwnPropertyDescriptors?|__lookup[GS]etter__|__define[GS]etter__|__proto__|constructor)$/;

/** Functions that look at all properties of an object. */
export const LISTING =
	/^(keys|values|entries|assign|getOwnPropertyNames|ownKeys|stringify|inspect)$/;

/** Methods that run the function that they are called on. */
export const PASSED_ON = /^(call|apply|bind|prototype)$/;

/** Modules of Node that call nothing of what they are given, but by the names above. */
export const QUIET_MODULES =
	/^(node:)?(path(\/\w+)?|crypto|zlib|os|url|buffer|perf_hooks|fs|querystring|string_decoder|util|timers|assert)$/;

/** Methods of strings and arrays that give a new array. */
export const NEW_LIST = /^(split|map|filter|slice|concat|flat|flatMap|toSorted|toReversed)$/;
export const NEW_VALUE =
	/^(Object\.(keys|values|entries|fromEntries)|Array(\.\w+)?|\w+Array|Map|Set)$/;
