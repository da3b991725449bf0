/** @import { Row } from './row.js' */

/** Methods of collections and of binary data. @type {Row[]} */
const COLLECTIONS = [
	{ of: 'Map.prototype', names: 'get', gives: 'part', quick: true },
	{ of: 'Map.prototype', names: 'has', gives: 'primitive', quick: true },
	{ of: 'Map.prototype', names: 'set', changes: 'this', adds: true, gives: 'this', quick: true },
	{ of: 'Map.prototype', names: 'clear delete', changes: 'this', gives: 'primitive' },
	{ of: 'Map.prototype', names: 'forEach', calls: '0', callback: 'dropped', gives: 'primitive' },
	{ of: 'Map.prototype', names: 'entries values', gives: 'iterated' },
	{ of: 'Map.prototype', names: 'keys', gives: 'iterator' },
	{ of: 'Map.prototype', names: 'getOrInsert', changes: 'this', gives: 'part', rare: true },
	{
		of: 'Map.prototype',
		names: 'getOrInsertComputed',
		changes: 'this',
		calls: '1',
		gives: 'part',
		rare: true,
	},
	{ of: 'Set.prototype', names: 'has', gives: 'primitive', quick: true },
	{ of: 'Set.prototype', names: 'add', changes: 'this', adds: true, gives: 'this' },
	{ of: 'Set.prototype', names: 'clear delete', changes: 'this', gives: 'primitive' },
	{ of: 'Set.prototype', names: 'forEach', calls: '0', callback: 'dropped', gives: 'primitive' },
	{ of: 'Set.prototype', names: 'entries keys values', gives: 'iterated' },
	{ of: 'Set.prototype', names: 'isDisjointFrom isSubsetOf isSupersetOf', gives: 'primitive' },
	{ of: 'Set.prototype', names: 'difference intersection symmetricDifference union', gives: 'Set' },
	{ of: 'WeakMap.prototype', names: 'get', gives: 'part' },
	{ of: 'WeakMap.prototype', names: 'has', gives: 'primitive' },
	{ of: 'WeakMap.prototype', names: 'set', changes: 'this', adds: true, gives: 'this' },
	{ of: 'WeakMap.prototype', names: 'delete', changes: 'this', gives: 'primitive' },
	{ of: 'WeakMap.prototype', names: 'getOrInsert', changes: 'this', gives: 'part', rare: true },
	{
		of: 'WeakMap.prototype',
		names: 'getOrInsertComputed',
		changes: 'this',
		calls: '1',
		gives: 'part',
		rare: true,
	},
	{ of: 'WeakSet.prototype', names: 'has', gives: 'primitive' },
	{ of: 'WeakSet.prototype', names: 'add', changes: 'this', adds: true, gives: 'this' },
	{ of: 'WeakSet.prototype', names: 'delete', changes: 'this', gives: 'primitive' },
	{ of: 'WeakRef.prototype', names: 'deref', gives: 'part', rare: true },
	{
		of: 'FinalizationRegistry.prototype',
		names: 'register unregister',
		changes: 'this',
		rare: true,
	},

	{ of: 'ArrayBuffer.prototype', names: 'slice', gives: 'ArrayBuffer' },
	{ of: 'ArrayBuffer.prototype', names: 'resize', changes: 'this', gives: 'primitive', rare: true },
	{
		of: 'ArrayBuffer.prototype',
		names: 'transfer transferToFixedLength',
		changes: 'this',
		gives: 'ArrayBuffer',
		rare: true,
	},
	{
		of: 'SharedArrayBuffer.prototype',
		names: 'slice',
		acts: 'shared',
		gives: 'SharedArrayBuffer',
		rare: true,
	},
	{
		of: 'SharedArrayBuffer.prototype',
		names: 'grow',
		changes: 'this',
		gives: 'primitive',
		rare: true,
	},
	{
		of: 'DataView.prototype',
		names:
			'getBigInt64 getBigUint64 getFloat16 getFloat32 getFloat64 getInt16 getInt32 getInt8 getUint16 getUint32 getUint8',
		gives: 'primitive',
	},
	{
		of: 'DataView.prototype',
		names:
			'setBigInt64 setBigUint64 setFloat16 setFloat32 setFloat64 setInt16 setInt32 setInt8 setUint16 setUint32 setUint8',
		changes: 'this',
		gives: 'primitive',
	},
];

/** Methods of dates, promises, Intl and WebAssembly. @type {Row[]} */
const OTHERS = [
	{
		of: 'Date.prototype',
		names:
			'getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTimezoneOffset getYear',
		reads: 'zone',
		gives: 'primitive',
	},
	{
		of: 'Date.prototype',
		names: 'toDateString toLocaleDateString toLocaleTimeString toTimeString',
		reads: 'zone',
		gives: 'primitive',
	},
	{ of: 'Date.prototype', names: 'toLocaleString toString', reads: 'zone', gives: 'primitive' },
	{
		of: 'Date.prototype',
		names:
			'getTime getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds',
		gives: 'primitive',
	},
	{
		of: 'Date.prototype',
		names: 'toGMTString toISOString toJSON toTemporalInstant toUTCString valueOf',
		gives: 'primitive',
	},
	{
		of: 'Date.prototype',
		names: 'setDate setFullYear setHours setMilliseconds setMinutes setMonth setSeconds setYear',
		changes: 'this',
		reads: 'zone',
		gives: 'primitive',
	},
	{
		of: 'Date.prototype',
		names:
			'setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds',
		changes: 'this',
		gives: 'primitive',
	},

	{ of: 'Promise.prototype', names: 'then', keeps: '0 1', callback: 'awaited', gives: 'Promise' },
	{
		of: 'Promise.prototype',
		names: 'catch finally',
		keeps: '0',
		callback: 'awaited',
		gives: 'Promise',
	},

	{ of: 'Intl.Collator.prototype', names: 'compare', gives: 'primitive' },
	{ of: 'Intl.NumberFormat.prototype', names: 'format', gives: 'primitive' },
	{ of: 'Intl.NumberFormat.prototype', names: 'formatRange', gives: 'primitive', rare: true },
	{
		of: 'Intl.NumberFormat.prototype',
		names: 'formatToParts formatRangeToParts',
		gives: 'array',
		rare: true,
	},
	{ of: 'Intl.DateTimeFormat.prototype', names: 'format', readsBare: 'clock', gives: 'primitive' },
	{ of: 'Intl.DateTimeFormat.prototype', names: 'formatRange', gives: 'primitive', rare: true },
	{
		of: 'Intl.DateTimeFormat.prototype',
		names: 'formatToParts',
		readsBare: 'clock',
		gives: 'array',
		rare: true,
	},
	{ of: 'Intl.DateTimeFormat.prototype', names: 'formatRangeToParts', gives: 'array', rare: true },
	...'ListFormat RelativeTimeFormat DurationFormat'.split(' ').flatMap((name) => [
		{ of: `Intl.${name}.prototype`, names: 'format', gives: 'primitive' },
		{ of: `Intl.${name}.prototype`, names: 'formatToParts', gives: 'array', rare: true },
	]),
	{ of: 'Intl.PluralRules.prototype', names: 'select selectRange', gives: 'primitive', rare: true },
	{ of: 'Intl.DisplayNames.prototype', names: 'of', gives: 'primitive', rare: true },
	{ of: 'Intl.Segmenter.prototype', names: 'segment', rare: true },
	{ of: 'Intl.Locale.prototype', names: 'toString', gives: 'primitive', rare: true },
	{ of: 'Intl.Locale.prototype', names: 'maximize minimize', gives: 'Intl.Locale', rare: true },
	{
		of: 'Intl.Locale.prototype',
		names:
			'getCalendars getCollations getHourCycles getNumberingSystems getTextInfo getTimeZones getWeekInfo',
		rare: true,
	},
	...'Collator DateTimeFormat DisplayNames DurationFormat ListFormat NumberFormat PluralRules RelativeTimeFormat Segmenter'
		.split(' ')
		.map((name) => ({
			of: `Intl.${name}.prototype`,
			names: 'resolvedOptions',
			gives: 'object',
			rare: true,
		})),

	{ of: 'WebAssembly.Table.prototype', names: 'get', rare: true },
	{ of: 'WebAssembly.Table.prototype', names: 'grow set', changes: 'this', rare: true },
	{
		of: 'WebAssembly.Memory.prototype',
		names: 'grow',
		changes: 'this',
		gives: 'primitive',
		rare: true,
	},
	{ of: 'WebAssembly.Global.prototype', names: 'valueOf', gives: 'primitive', rare: true },
	{ of: 'WebAssembly.Exception.prototype', names: 'getArg is', rare: true },
	{
		of: 'DisposableStack.prototype',
		names: 'adopt defer dispose move use',
		acts: 'unknown',
		rare: true,
	},
	{
		of: 'AsyncDisposableStack.prototype',
		names: 'adopt defer disposeAsync move use',
		acts: 'unknown',
		rare: true,
	},
];

/** @type {Row[]} */
export const COLLECTION_METHODS = [...COLLECTIONS, ...OTHERS];
