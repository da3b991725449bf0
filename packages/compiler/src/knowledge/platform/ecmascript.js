/** @import { Row } from './row.js' */

/** Functions of the language and of its namespaces and constructors. @type {Row[]} */
const FUNCTIONS = [
	{ of: '', names: 'parseInt parseFloat', gives: 'number', plain: true },
	{ of: '', names: 'isNaN isFinite', gives: 'primitive', plain: true },
	{
		of: '',
		names: 'encodeURI encodeURIComponent decodeURI decodeURIComponent',
		gives: 'primitive',
		plain: true,
	},
	{
		of: '',
		names: 'escape unescape Symbol Boolean BigInt String',
		gives: 'primitive',
		plain: true,
	},
	{ of: '', names: 'Number', gives: 'number', plain: true },
	{ of: '', names: 'Array', gives: 'array' },
	{ of: '', names: 'Object' },
	{ of: '', names: 'RegExp', gives: 'RegExp' },
	{
		of: '',
		names: 'Error TypeError RangeError SyntaxError EvalError URIError ReferenceError',
		gives: 'Error',
	},
	{ of: '', names: 'AggregateError', iterates: '0', gives: 'Error' },
	{ of: '', names: 'SuppressedError', gives: 'Error' },
	{ of: '', names: 'Date', reads: 'clock', gives: 'primitive' },
	{ of: '', names: 'Function eval', acts: 'unknown', runs: true },

	{
		of: 'Math',
		names:
			'abs acos acosh asin asinh atan atanh atan2 ceil cbrt clz32 cos cosh exp expm1 f16round floor fround hypot imul log ' +
			'log1p log2 log10 max min pow round sign sin sinh sqrt tan tanh trunc',
		gives: 'number',
		plain: true,
		quick: true,
	},
	{ of: 'Math', names: 'sumPrecise', iterates: '0', runs: true, gives: 'number' },
	{ of: 'Math', names: 'random', reads: 'random', gives: 'number', plain: true, quick: true },

	{ of: 'Number', names: 'parseInt parseFloat', gives: 'number', plain: true },
	{
		of: 'Number',
		names: 'isFinite isInteger isNaN isSafeInteger',
		gives: 'primitive',
		quick: true,
		plain: true,
	},
	{ of: 'String', names: 'fromCharCode', gives: 'primitive', quick: true },
	{ of: 'String', names: 'fromCodePoint raw', gives: 'primitive' },
	{ of: 'Symbol', names: 'for keyFor', gives: 'primitive' },
	{ of: 'BigInt', names: 'asIntN asUintN', gives: 'primitive' },
	{ of: 'Date', names: 'now', reads: 'clock', gives: 'number' },
	{ of: 'Date', names: 'UTC', gives: 'primitive' },
	{ of: 'Date', names: 'parse', gives: 'primitive' },
	{ of: 'RegExp', names: 'escape', gives: 'primitive' },
	{ of: 'Error', names: 'isError', gives: 'primitive' },
	{ of: 'Error', names: 'captureStackTrace', changes: '0', gives: 'primitive' },
	{ of: 'Error', names: 'prepareStackTrace', acts: 'unknown' },

	{ of: 'JSON', names: 'stringify', calls: '1', scans: true, gives: 'primitive' },
	{ of: 'JSON', names: 'parse', calls: '1', gives: 'object' },
	{ of: 'JSON', names: 'isRawJSON', gives: 'primitive' },
	{ of: 'JSON', names: 'rawJSON', gives: 'object' },

	{ of: 'Object', names: 'assign', changes: '0', gives: 'argument' },
	{ of: 'Object', names: 'defineProperty defineProperties', changes: '0', gives: 'argument' },
	{
		of: 'Object',
		names: 'freeze seal preventExtensions setPrototypeOf',
		changes: '0',
		gives: 'argument',
	},
	{ of: 'Object', names: 'is hasOwn isExtensible isFrozen isSealed', gives: 'primitive' },
	{ of: 'Object', names: 'keys', scans: true, gives: 'array', plain: true },
	{ of: 'Object', names: 'values entries', scans: true, gives: 'array' },
	{ of: 'Object', names: 'getOwnPropertyNames getOwnPropertySymbols', gives: 'array' },
	{ of: 'Object', names: 'getOwnPropertyDescriptor getOwnPropertyDescriptors getPrototypeOf' },
	{ of: 'Object', names: 'create', gives: 'object' },
	{ of: 'Object', names: 'fromEntries', iterates: '0', runs: true },
	{ of: 'Object', names: 'groupBy', iterates: '0', calls: '1', runs: true },
	{ of: 'Map', names: 'groupBy', iterates: '0', calls: '1', runs: true },

	{ of: 'Array', names: 'isArray', gives: 'primitive', quick: true, plain: true },
	{ of: 'Array', names: 'of', gives: 'array' },
	{
		of: 'Array',
		names: 'from',
		iterates: '0',
		calls: '1',
		callback: 'collected',
		scans: true,
		gives: 'array',
	},
	{ of: 'Array', names: 'fromAsync', keeps: '0 1', callback: 'awaited', acts: 'world' },
	{ of: 'ArrayBuffer', names: 'isView', gives: 'primitive' },
	{ of: 'TypedArray', names: 'of', gives: 'TypedArray' },
	{ of: 'TypedArray', names: 'from', iterates: '0', calls: '1', gives: 'TypedArray' },
	{ of: 'Uint8Array', names: 'fromBase64 fromHex', gives: 'TypedArray' },
	{ of: 'Iterator', names: 'from concat zip zipKeyed' },

	{ of: 'Reflect', names: 'set', changes: '0', runs: true, gives: 'primitive' },
	{ of: 'Reflect', names: 'defineProperty deleteProperty', changes: '0', gives: 'primitive' },
	{ of: 'Reflect', names: 'preventExtensions setPrototypeOf', changes: '0', gives: 'primitive' },
	{ of: 'Reflect', names: 'has isExtensible', gives: 'primitive' },
	{ of: 'Reflect', names: 'ownKeys', gives: 'array' },
	{ of: 'Reflect', names: 'getOwnPropertyDescriptor getPrototypeOf' },
	{ of: 'Reflect', names: 'get', runs: true },
	{ of: 'Reflect', names: 'apply construct', calls: '0', runs: true },
	{ of: 'Proxy', names: 'revocable', gives: 'object' },

	{ of: 'Atomics', names: 'load isLockFree', gives: 'primitive' },
	{
		of: 'Atomics',
		names: 'store add sub and or xor exchange compareExchange',
		changes: '0',
		gives: 'primitive',
	},
	{ of: 'Atomics', names: 'wait waitAsync', acts: 'world', runs: true },
	{ of: 'Atomics', names: 'notify', gives: 'primitive' },
	{ of: 'Atomics', names: 'pause', gives: 'primitive' },

	{ of: 'Promise', names: 'resolve reject', gives: 'Promise' },
	{ of: 'Promise', names: 'all allSettled any race', iterates: '0', gives: 'Promise' },
	{ of: 'Promise', names: 'withResolvers' },
	{ of: 'Promise', names: 'try', calls: '0', callback: 'awaited', gives: 'Promise' },

	{ of: 'Intl', names: 'getCanonicalLocales supportedValuesOf', gives: 'array' },
	{ of: 'Intl', names: 'Collator', reads: 'locale', gives: 'Intl.Collator' },
	{ of: 'Intl', names: 'DateTimeFormat', reads: 'locale', gives: 'Intl.DateTimeFormat' },
	{ of: 'Intl', names: 'NumberFormat', reads: 'locale', gives: 'Intl.NumberFormat' },
	...'Collator DateTimeFormat DisplayNames DurationFormat ListFormat NumberFormat PluralRules RelativeTimeFormat Segmenter'
		.split(' ')
		.map((name) => ({ of: `Intl.${name}`, names: 'supportedLocalesOf', gives: 'array' })),

	{ of: 'WebAssembly', names: 'validate', runs: true, gives: 'primitive' },
	{ of: 'WebAssembly', names: 'compile', runs: true, gives: 'Promise' },
	{
		of: 'WebAssembly',
		names: 'instantiate compileStreaming instantiateStreaming promising',
		runs: true,
		acts: 'world',
	},
	{ of: 'WebAssembly.Module', names: 'imports exports customSections', runs: true, gives: 'array' },
];

/** Constructors of the language. @type {Row[]} */
const CONSTRUCTORS = [
	{ of: '', as: 'new', names: 'Array', gives: 'array' },
	{ of: '', as: 'new', names: 'Object', gives: 'Object' },
	...'String Number Boolean RegExp ArrayBuffer DataView WeakRef'
		.split(' ')
		.map((name) => /** @type {Row} */ ({ of: '', as: 'new', names: name, gives: name })),
	...'Map Set WeakMap WeakSet'
		.split(' ')
		.map(
			(name) => /** @type {Row} */ ({ of: '', as: 'new', names: name, iterates: '0', gives: name }),
		),
	{
		of: '',
		as: 'new',
		names: 'Error TypeError RangeError SyntaxError EvalError URIError',
		gives: 'Error',
	},
	{ of: '', as: 'new', names: 'ReferenceError SuppressedError', gives: 'Error' },
	{ of: '', as: 'new', names: 'AggregateError', iterates: '0', gives: 'Error' },
	{
		of: '',
		as: 'new',
		names:
			'Float16Array Float32Array Float64Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array ' +
			'Uint32Array BigInt64Array BigUint64Array',
		iterates: '0',
		gives: 'TypedArray',
	},
	{ of: '', as: 'new', names: 'Date', readsBare: 'clock', gives: 'Date' },
	{
		of: '',
		as: 'new',
		names: 'Promise',
		calls: '0',
		callback: 'dropped',
		runs: true,
		gives: 'Promise',
	},
	{ of: '', as: 'new', names: 'Proxy', runs: true },
	{
		of: '',
		as: 'new',
		names: 'FinalizationRegistry',
		keeps: '0',
		callback: 'dropped',
		runs: true,
		gives: 'FinalizationRegistry',
	},
	{ of: '', as: 'new', names: 'SharedArrayBuffer', acts: 'shared', gives: 'SharedArrayBuffer' },
	{ of: '', as: 'new', names: 'Function', acts: 'unknown' },
	{ of: '', as: 'new', names: 'DisposableStack AsyncDisposableStack' },
	...'Collator DateTimeFormat DisplayNames DurationFormat ListFormat Locale NumberFormat PluralRules RelativeTimeFormat Segmenter'
		.split(' ')
		.map(
			(name) =>
				/** @type {Row} */ ({
					of: 'Intl',
					as: 'new',
					names: name,
					reads: 'locale',
					gives: `Intl.${name}`,
				}),
		),
	{ of: 'WebAssembly', as: 'new', names: 'Module Table Global Tag Exception' },
	{ of: 'WebAssembly', as: 'new', names: 'Memory' },
	{
		of: 'WebAssembly',
		as: 'new',
		names: 'CompileError LinkError RuntimeError SuspendError',
		gives: 'Error',
	},
	{ of: 'WebAssembly', as: 'new', names: 'Instance' },
	{ of: 'WebAssembly', as: 'new', names: 'Suspending', acts: 'unknown' },
];

/** @type {Row[]} */
export const ECMASCRIPT = [...FUNCTIONS, ...CONSTRUCTORS];
