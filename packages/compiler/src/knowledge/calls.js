/**
 * What calls of the platform do, as far as it matters for running them again in a worker.
 *
 * `pure`: nothing but a result. `fresh`: another result each time or in each thread. `mutates-first`:
 * changes its first argument. `external`: acts on the world. `shared`: allocates shared memory.
 *
 * @typedef {'pure' | 'fresh' | 'mutates-first' | 'external' | 'shared'} CallEffectClass
 */

/** Every function of these namespaces is pure, but for the exceptions below. */
const PURE_NAMESPACES = new Set(
	(
		'Math JSON Atomics Number String Boolean BigInt Array ArrayBuffer Object Reflect Symbol Intl RegExp Promise Date ' +
		'Buffer URL WebAssembly Iterator Float64Array Float32Array Int8Array Uint8Array Uint8ClampedArray Int16Array ' +
		'Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Error AbortSignal Map Set'
	).split(' '),
);

const PURE_FUNCTIONS = new Set(
	(
		'parseInt parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape ' +
		'structuredClone atob btoa require String Number Boolean BigInt Symbol Object Array RegExp Error TypeError ' +
		'RangeError SyntaxError EvalError URIError ReferenceError AggregateError ' +
		'require.resolve import.meta.resolve process.cwd process.uptime.name process.getuid'
	).split(' '),
);

const PURE_CONSTRUCTORS = new Set(
	(
		'Array Object Map Set WeakMap WeakSet WeakRef RegExp Error TypeError RangeError SyntaxError EvalError URIError ' +
		'ReferenceError AggregateError DOMException ArrayBuffer DataView Float64Array Float32Array Float16Array Int8Array ' +
		'Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array URL ' +
		'URLSearchParams TextEncoder TextDecoder Intl.NumberFormat Intl.DateTimeFormat Intl.Collator Intl.PluralRules ' +
		'Intl.Segmenter Intl.ListFormat Intl.RelativeTimeFormat Intl.DisplayNames Intl.Locale Promise Proxy Number String ' +
		'Boolean AbortController Event EventTarget Headers FormData Blob FinalizationRegistry WebAssembly.Module ' +
		'WebAssembly.Instance WebAssembly.Memory WebAssembly.Table WebAssembly.Global'
	).split(' '),
);

/** @type {Map<string, CallEffectClass>} */
const EXCEPTIONS = new Map([
	...[
		'Math.random',
		'Date.now',
		'Date',
		'performance.now',
		'crypto.randomUUID',
		'crypto.getRandomValues',
	].map(fresh),
	...[
		'process.hrtime',
		'process.hrtime.bigint',
		'process.memoryUsage',
		'process.uptime',
		'process.cpuUsage',
	].map(fresh),
	...[
		'assign',
		'defineProperty',
		'defineProperties',
		'freeze',
		'seal',
		'preventExtensions',
		'setPrototypeOf',
	]
		.map((name) => `Object.${name}`)
		.map(mutatesFirst),
	...['set', 'defineProperty', 'deleteProperty', 'setPrototypeOf', 'preventExtensions']
		.map((name) => `Reflect.${name}`)
		.map(mutatesFirst),
]);

/** @param {string} name @returns {[string, CallEffectClass]} */
function fresh(name) {
	return [name, 'fresh'];
}

/** @param {string} name @returns {[string, CallEffectClass]} */
function mutatesFirst(name) {
	return [name, 'mutates-first'];
}

/**
 * @param {string} path dotted name of a global function: `Math.max`
 * @returns {CallEffectClass}
 */
export function classifyGlobalCall(path) {
	const exception = EXCEPTIONS.get(path);
	if (exception) return exception;
	if (PURE_FUNCTIONS.has(path)) return 'pure';
	const at = path.indexOf('.');
	return at > 0 && PURE_NAMESPACES.has(path.slice(0, at)) ? 'pure' : 'external';
}

/**
 * @param {string} path dotted name of a global constructor
 * @param {number} argumentCount
 * @returns {CallEffectClass}
 */
export function classifyGlobalNew(path, argumentCount) {
	if (path === 'Date') return argumentCount === 0 ? 'fresh' : 'pure';
	if (path === 'SharedArrayBuffer') return 'shared';
	if (path === 'MessageChannel' || path === 'BroadcastChannel') return 'external';
	return PURE_CONSTRUCTORS.has(path) ? 'pure' : 'external';
}

/** Functions of Node's own modules that only compute; `*` stands for all of them. @type {Record<string, string[]>} */
const PURE_BUILTINS = {
	path: ['*'],
	'path/posix': ['*'],
	'path/win32': ['*'],
	url: ['*'],
	util: ['*'],
	'util/types': ['*'],
	querystring: ['*'],
	string_decoder: ['*'],
	buffer: ['*'],
	assert: ['*'],
	'assert/strict': ['*'],
	events: ['*'],
	os: [
		'availableParallelism',
		'platform',
		'arch',
		'type',
		'endianness',
		'homedir',
		'tmpdir',
		'cpus',
		'EOL',
	],
	module: ['createRequire', 'isBuiltin'],
	crypto: ['createHash', 'createHmac', 'getHashes', 'getCiphers', 'getCurves', 'timingSafeEqual'],
	zlib: [
		'crc32',
		'deflateSync',
		'inflateSync',
		'gzipSync',
		'gunzipSync',
		'brotliCompressSync',
		'brotliDecompressSync',
	],
	perf_hooks: [],
};

const FRESH_BUILTINS = new Set([
	...[
		'randomBytes',
		'randomUUID',
		'randomInt',
		'randomFillSync',
		'getRandomValues',
		'generateKeySync',
		'generateKeyPairSync',
	],
]);

/**
 * @param {string} source of the import: `node:path`
 * @param {string} name imported function: `join`; `*` when unknown
 * @returns {CallEffectClass | null} null for anything but a module of Node
 */
export function classifyBuiltinCall(source, name) {
	const pure = Object.hasOwn(PURE_BUILTINS, source.replace(/^node:/, ''))
		? PURE_BUILTINS[source.replace(/^node:/, '')]
		: null;
	if (!pure) return null;
	if (FRESH_BUILTINS.has(name)) return 'fresh';
	return pure.includes('*') || pure.includes(name) ? 'pure' : null;
}

/** Methods that change the object they are called on, whatever built-in class it has. */
const MUTATORS = new Set(
	(
		'push pop shift unshift splice sort reverse fill copyWithin set add delete clear append setTime setDate setFullYear ' +
		'setHours setMilliseconds setMinutes setMonth setSeconds setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds ' +
		'setUTCMinutes setUTCMonth setUTCSeconds setInt8 setUint8 setInt16 setUint16 setInt32 setUint32 setFloat32 ' +
		'setFloat64 setBigInt64 setBigUint64 write writeUInt8 writeUInt16BE writeUInt16LE writeUInt32BE writeUInt32LE ' +
		'writeInt8 writeInt16BE writeInt16LE writeInt32BE writeInt32LE writeFloatBE writeFloatLE writeDoubleBE writeDoubleLE ' +
		'swap16 swap32 swap64'
	).split(' '),
);

/** @param {string} name @returns {boolean} */
export const isMutatorMethod = (name) => MUTATORS.has(name);

/** Methods of built-in classes that leave the receiver alone. */
const READERS = new Set(
	(
		'at charAt charCodeAt codePointAt concat copyTo endsWith entries every exec filter find findIndex findLast ' +
		'findLastIndex flat flatMap forEach get getTime has hasOwnProperty includes indexOf isPrototypeOf join keys ' +
		'lastIndexOf localeCompare map match matchAll normalize padEnd padStart reduce reduceRight repeat replace replaceAll ' +
		'search slice some split startsWith subarray substr substring test toFixed toISOString toJSON toLocaleString ' +
		'toLowerCase toPrecision toReversed toSorted toSpliced toString toUpperCase trim trimEnd trimStart valueOf values with ' +
		'encode decode call apply bind then catch finally union intersection difference isSubsetOf isSupersetOf format ' +
		'resolve getUint8 getInt8 getUint16 getInt16 getUint32 getInt32 getFloat32 getFloat64 readUInt8 readUInt16BE ' +
		'readUInt32BE readUInt16LE readUInt32LE equals compare toArray take drop'
	).split(' '),
);

/** @param {string} name @returns {boolean} */
export const isReaderMethod = (name) => READERS.has(name);

/**
 * What methods of built-in classes give back of the object that they are called on: `self` itself, `part` something in
 * it, `copy` a new list of what is in it, `flat` that with the lists in it taken apart, `mapped` a new list of what a
 * callback returns, `iterated` its parts, one by one.
 *
 * @type {Map<string, string>}
 */
const ALIASING = new Map(
	Object.entries({
		self: 'sort reverse fill copyWithin subarray add set',
		part: 'at find findLast get pop shift',
		copy: 'slice filter concat toSorted toReversed toSpliced splice with',
		flat: 'flat',
		mapped: 'map flatMap',
		iterated: 'values entries',
	}).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind])),
);

/** @param {string} name of a method @returns {string | null} null when it gives back nothing of the object */
export const classifyAliasing = (name) => ALIASING.get(name) ?? null;

/** Methods of built-in classes whose results are never objects. */
const PRIMITIVE_METHODS = new Set(
	(
		'charAt charCodeAt codePointAt endsWith every findIndex findLastIndex getTime has hasOwnProperty includes indexOf ' +
		'isPrototypeOf join lastIndexOf localeCompare normalize padEnd padStart push repeat replace replaceAll search some ' +
		'startsWith substr substring test toFixed toISOString toLocaleString toLowerCase toPrecision toString toUpperCase trim ' +
		'trimEnd trimStart unshift'
	).split(' '),
);

const PRIMITIVE_FUNCTIONS =
	/^(Math\.\w+|String(\.\w+)?|Number(\.\w+)?|Boolean|BigInt(\.\w+)?|Symbol(\.\w+)?|parse(Int|Float)|is(NaN|Finite)|(en|de)codeURI(Component)?|JSON\.stringify|Array\.isArray|Object\.(is|hasOwn)|Date\.now|performance\.now|atob|btoa)$/;

/** @param {string} path dotted name of a global function: `Math.max` @returns {boolean} its results are no objects */
export const givesPrimitive = (path) => PRIMITIVE_FUNCTIONS.test(path);

/** @param {string} name @returns {boolean} its results are no objects, whatever built-in class it is of */
export const isPrimitiveMethod = (name) => PRIMITIVE_METHODS.has(name);

/** Calls that keep a function for later instead of running it. */
const DEFERRING = new Set(
	'setTimeout setInterval setImmediate queueMicrotask process.nextTick process.on process.once'.split(
		' ',
	),
);
const DEFERRING_METHODS = new Set(
	'then catch finally on once addListener addEventListener prependListener subscribe bind'.split(
		' ',
	),
);

/** @param {string | null} path dotted name of the callee @param {string | null} method @returns {boolean} */
export const defersCallback = (path, method) =>
	(path !== null && DEFERRING.has(path)) || (method !== null && DEFERRING_METHODS.has(method));
