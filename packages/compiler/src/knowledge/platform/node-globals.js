/** @import { Row } from './row.js' */

/** Kinds of numbers in the names of a Buffer's methods. */
const NUMBERS =
	'BigInt64LE BigInt64BE BigUInt64LE BigUInt64BE BigUint64LE BigUint64BE DoubleLE DoubleBE FloatLE FloatBE Int8 Int16LE Int16BE ' +
	'Int32LE Int32BE IntLE IntBE UInt8 UInt16LE UInt16BE UInt32LE UInt32BE UIntLE UIntBE Uint8 Uint16LE Uint16BE Uint32LE ' +
	'Uint32BE UintLE UintBE';
const ENCODINGS = 'ascii base64 base64url hex latin1 ucs2 utf8';

/** @param {string} names @param {(name: string) => string} make @returns {string} */
const each = (names, make) => names.split(' ').map(make).join(' ');

/** What Node adds to the globals, and `process`. @type {Row[]} */
export const NODE_GLOBALS = [
	{ of: '', names: 'require', runs: true },
	{ of: 'require', names: 'resolve', gives: 'primitive' },
	{ of: 'import.meta', names: 'resolve', gives: 'primitive' },
	{ of: 'require', as: 'value', names: 'main cache', reads: 'module' },
	{ of: 'import.meta', as: 'value', names: 'main', reads: 'module' },
	{ of: 'module', as: 'value', names: 'children id loaded parent', reads: 'module' },

	{
		of: 'Buffer',
		names: 'alloc allocUnsafe allocUnsafeSlow concat copyBytesFrom from of',
		gives: 'Buffer',
	},
	{ of: 'Buffer', names: 'byteLength compare', gives: 'number' },
	{ of: 'Buffer', names: 'isBuffer isEncoding', gives: 'primitive' },
	{ of: 'Buffer.prototype', names: each(NUMBERS, (name) => `read${name}`), gives: 'primitive' },
	{
		of: 'Buffer.prototype',
		names: each(NUMBERS, (name) => `write${name}`),
		changes: 'this',
		gives: 'primitive',
	},
	{
		of: 'Buffer.prototype',
		names: each(ENCODINGS, (name) => `${name}Slice`),
		gives: 'primitive',
		rare: true,
	},
	{
		of: 'Buffer.prototype',
		names: each(ENCODINGS, (name) => `${name}Write`),
		changes: 'this',
		gives: 'primitive',
		rare: true,
	},
	{ of: 'Buffer.prototype', names: 'write', changes: 'this', gives: 'primitive' },
	{ of: 'Buffer.prototype', names: 'fill swap16 swap32 swap64', changes: 'this', gives: 'this' },
	{ of: 'Buffer.prototype', names: 'copy', changes: '0', gives: 'primitive', rare: true },
	{ of: 'Buffer.prototype', names: 'slice subarray', gives: 'view' },
	{
		of: 'Buffer.prototype',
		names: 'compare equals includes indexOf lastIndexOf',
		gives: 'primitive',
	},
	{ of: 'Buffer.prototype', names: 'inspect', gives: 'primitive', rare: true },
	{ of: 'Buffer.prototype', names: 'toLocaleString toString', gives: 'primitive' },
	{ of: 'Buffer.prototype', names: 'toJSON', gives: 'object' },

	{
		of: 'process',
		as: 'value',
		names: 'argv env execArgv',
		reads: 'environment',
		gives: 'primitives',
	},
	{
		of: 'process',
		as: 'value',
		names: 'argv0 debugPort execPath exitCode pid ppid title',
		reads: 'environment',
		gives: 'primitive',
	},
	{
		of: 'process',
		as: 'value',
		names: 'arch platform version',
		reads: 'machine',
		gives: 'primitive',
	},
	{
		of: 'process',
		as: 'value',
		names: 'config features release versions',
		reads: 'machine',
	},
	{ of: 'process', names: 'cwd', reads: 'environment', gives: 'primitive' },
	{
		of: 'process',
		names: 'getegid geteuid getgid getuid umask',
		reads: 'environment',
		gives: 'primitive',
	},
	{ of: 'process', names: 'getgroups', reads: 'environment', gives: 'array' },
	{ of: 'process', names: 'hrtime', reads: 'clock', gives: 'array' },
	{ of: 'process.hrtime', names: 'bigint', reads: 'clock', gives: 'primitive' },
	{
		of: 'process',
		names: 'availableMemory constrainedMemory uptime',
		reads: 'clock',
		gives: 'number',
	},
	{
		of: 'process',
		names: 'cpuUsage memoryUsage resourceUsage threadCpuUsage',
		reads: 'clock',
		gives: 'object',
	},
	{ of: 'process.memoryUsage', names: 'rss', reads: 'clock', gives: 'number' },
	{ of: 'process', names: 'getActiveResourcesInfo', reads: 'clock', gives: 'array' },
	{
		of: 'process',
		names: 'hasUncaughtExceptionCaptureCallback',
		reads: 'environment',
		gives: 'primitive',
	},
	{ of: 'process', names: 'getBuiltinModule', acts: 'unknown' },
	{ of: 'process', names: 'nextTick', keeps: '0', callback: 'dropped', acts: 'world' },
	{
		of: 'process',
		names:
			'_rawDebug abort assert binding chdir dlopen emitWarning execve exit initgroups kill loadEnvFile openStdin reallyExit ref ' +
			'setegid seteuid setgid setgroups setSourceMapsEnabled setuid setUncaughtExceptionCaptureCallback unref',
		acts: 'world',
	},
	{
		of: 'process',
		names: 'addListener on once prependListener prependOnceListener',
		keeps: '1',
		callback: 'dropped',
		acts: 'thread',
	},
	{
		of: 'process',
		names: 'emit off removeAllListeners removeListener setMaxListeners',
		acts: 'thread',
	},
	{
		of: 'process',
		names: 'eventNames getMaxListeners listenerCount listeners rawListeners',
		reads: 'environment',
	},
];
