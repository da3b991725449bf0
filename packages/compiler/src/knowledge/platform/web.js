/** @import { Row } from './row.js' */

/** Functions and constructors of the web that Node has as globals. @type {Row[]} */
export const WEB = [
	{ of: '', names: 'structuredClone', gives: 'object' },
	{ of: '', names: 'atob btoa', gives: 'primitive' },
	{ of: '', names: 'queueMicrotask', keeps: '0', callback: 'dropped', acts: 'world' },
	{
		of: '',
		names: 'setTimeout setInterval setImmediate',
		keeps: '0',
		callback: 'dropped',
		acts: 'world',
	},
	{ of: '', names: 'clearTimeout clearInterval clearImmediate', acts: 'world' },
	{ of: '', names: 'fetch', acts: 'world' },
	{ of: 'URL', names: 'canParse', gives: 'primitive' },
	{ of: 'URL', names: 'parse', gives: 'URL' },
	{ of: 'URL', names: 'createObjectURL revokeObjectURL', acts: 'world' },
	{ of: 'AbortSignal', names: 'abort any timeout' },
	{ of: 'Response', names: 'error json redirect', gives: 'Response' },
	{ of: 'ReadableStream', names: 'from', acts: 'unknown' },

	{
		of: 'console',
		names: 'debug error info log warn',
		acts: 'world',
		scans: true,
		gives: 'primitive',
		plain: true,
	},
	{ of: 'console', names: 'count countReset', acts: 'thread', gives: 'primitive' },
	{
		of: 'console',
		names:
			'assert clear context createTask dir dirxml group groupCollapsed groupEnd profile profileEnd table time ' +
			'timeEnd timeLog timeStamp trace',
		acts: 'world',
		gives: 'primitive',
	},
	{ of: 'crypto', names: 'getRandomValues', changes: '0', reads: 'random', gives: 'argument' },
	{ of: 'crypto', names: 'randomUUID', reads: 'random', gives: 'primitive' },
	{
		of: 'crypto.subtle',
		names:
			'decapsulateBits decapsulateKey decrypt deriveBits deriveKey digest encapsulateBits encapsulateKey encrypt exportKey',
		acts: 'world',
	},
	{
		of: 'crypto.subtle',
		names: 'generateKey getPublicKey importKey sign unwrapKey verify wrapKey',
		acts: 'world',
	},
	{ of: 'performance', as: 'value', names: 'timeOrigin', reads: 'clock', gives: 'primitive' },
	{ of: 'performance', names: 'now', reads: 'clock', gives: 'number' },
	{ of: 'performance', names: 'eventLoopUtilization toJSON', reads: 'clock', gives: 'object' },
	{
		of: 'performance',
		names: 'getEntries getEntriesByName getEntriesByType',
		reads: 'clock',
		gives: 'array',
	},
	{
		of: 'performance',
		names: 'clearMarks clearMeasures clearResourceTimings mark measure',
		acts: 'thread',
	},
	{
		of: 'performance',
		names: 'markResourceTiming setResourceTimingBufferSize timerify',
		acts: 'world',
	},

	...'URL URLSearchParams TextEncoder TextDecoder DOMException AbortController Event EventTarget Headers FormData Blob'
		.split(' ')
		.map((name) => /** @type {Row} */ ({ of: '', as: 'new', names: name, gives: name })),
	...'CustomEvent File MessageEvent CloseEvent Request Response ByteLengthQueuingStrategy CountQueuingStrategy URLPattern'
		.split(' ')
		.map((name) => /** @type {Row} */ ({ of: '', as: 'new', names: name, gives: name })),
	{
		of: '',
		as: 'new',
		names:
			'ReadableStream WritableStream TransformStream CompressionStream DecompressionStream TextEncoderStream TextDecoderStream',
		acts: 'unknown',
	},
	{
		of: '',
		as: 'new',
		names: 'PerformanceMark PerformanceObserver PerformanceMeasure',
		acts: 'world',
	},
	{
		of: '',
		as: 'new',
		names: 'BroadcastChannel MessageChannel WebSocket EventSource Worker',
		acts: 'world',
	},

	{ of: 'URL.prototype', names: 'toJSON toString', gives: 'primitive' },
	{
		of: 'URLSearchParams.prototype',
		names: 'append delete set sort',
		changes: 'this',
		gives: 'primitive',
	},
	{ of: 'URLSearchParams.prototype', names: 'get has toString', gives: 'primitive' },
	{ of: 'URLSearchParams.prototype', names: 'getAll', gives: 'array', rare: true },
	{
		of: 'URLSearchParams.prototype',
		names: 'forEach',
		calls: '0',
		callback: 'dropped',
		gives: 'primitive',
	},
	{ of: 'URLSearchParams.prototype', names: 'entries keys values', gives: 'iterator' },
	{ of: 'Headers.prototype', names: 'append delete set', changes: 'this', gives: 'primitive' },
	{ of: 'Headers.prototype', names: 'get has', gives: 'primitive' },
	{ of: 'Headers.prototype', names: 'getSetCookie', gives: 'array', rare: true },
	{
		of: 'Headers.prototype',
		names: 'forEach',
		calls: '0',
		callback: 'dropped',
		gives: 'primitive',
	},
	{ of: 'Headers.prototype', names: 'entries keys values', gives: 'iterator' },
	{ of: 'FormData.prototype', names: 'append delete set', changes: 'this', gives: 'primitive' },
	{ of: 'FormData.prototype', names: 'get', gives: 'part' },
	{ of: 'FormData.prototype', names: 'has', gives: 'primitive' },
	{ of: 'FormData.prototype', names: 'getAll', gives: 'array', rare: true },
	{
		of: 'FormData.prototype',
		names: 'forEach',
		calls: '0',
		callback: 'dropped',
		gives: 'primitive',
	},
	{ of: 'FormData.prototype', names: 'entries keys values', gives: 'iterator' },
	{ of: 'TextEncoder.prototype', names: 'encode', gives: 'TypedArray' },
	{ of: 'TextEncoder.prototype', names: 'encodeInto', changes: '1', gives: 'object', rare: true },
	{ of: 'TextDecoder.prototype', names: 'decode', gives: 'primitive' },
	{ of: 'Blob.prototype', names: 'slice', gives: 'Blob', rare: true },
	{
		of: 'Blob.prototype',
		names: 'arrayBuffer bytes stream text textStream',
		acts: 'world',
		rare: true,
	},
	{ of: 'AbortSignal.prototype', names: 'throwIfAborted', gives: 'primitive', rare: true },
	{ of: 'AbortController.prototype', names: 'abort', acts: 'unknown', rare: true },
	{
		of: 'EventTarget.prototype',
		names: 'addEventListener',
		changes: 'this',
		keeps: '1',
		callback: 'dropped',
		rare: true,
	},
	{ of: 'EventTarget.prototype', names: 'removeEventListener', changes: 'this', rare: true },
	{ of: 'EventTarget.prototype', names: 'dispatchEvent', acts: 'unknown', runs: true, rare: true },
	{
		of: 'Channel.prototype',
		names: 'subscribe',
		changes: 'this',
		keeps: '0',
		callback: 'dropped',
		rare: true,
	},
	{ of: 'Event.prototype', names: 'composedPath', gives: 'array', rare: true },
	{
		of: 'Event.prototype',
		names: 'initEvent preventDefault stopImmediatePropagation stopPropagation',
		changes: 'this',
		rare: true,
	},
];
