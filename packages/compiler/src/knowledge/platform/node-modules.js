/** @import { Row } from './row.js' */

/** `path`, `url`, `querystring`, `util`, `assert`: they compute. @type {Row[]} */
const COMPUTING = [
	{
		of: 'node:path',
		names: 'basename dirname extname format isAbsolute join normalize',
		gives: 'primitive',
	},
	{ of: 'node:path', names: '_makeLong matchesGlob toNamespacedPath', gives: 'primitive' },
	{ of: 'node:path', names: 'relative resolve', reads: 'directory', gives: 'primitive' },
	{ of: 'node:path', names: 'parse', gives: 'object' },

	{
		of: 'node:url',
		names: 'domainToASCII domainToUnicode fileURLToPath format',
		gives: 'primitive',
	},
	{ of: 'node:url', names: 'fileURLToPathBuffer', gives: 'Buffer' },
	{ of: 'node:url', names: 'pathToFileURL', gives: 'URL' },
	{ of: 'node:url', names: 'parse resolve resolveObject urlToHttpOptions' },
	{ of: 'node:url', as: 'new', names: 'URL', gives: 'URL' },
	{ of: 'node:url', as: 'new', names: 'URLSearchParams', gives: 'URLSearchParams' },
	{ of: 'node:url', as: 'new', names: 'URLPattern Url' },

	{ of: 'node:querystring', names: 'decode parse', gives: 'object' },
	{ of: 'node:querystring', names: 'encode escape stringify unescape', gives: 'primitive' },
	{ of: 'node:querystring', names: 'unescapeBuffer', gives: 'Buffer' },

	{
		of: 'node:util',
		names: 'format formatWithOptions inspect styleText',
		runs: true,
		gives: 'primitive',
	},
	{ of: 'node:util', names: 'stripVTControlCharacters toUSVString', gives: 'primitive' },
	{ of: 'node:util', names: 'isDeepStrictEqual', gives: 'primitive' },
	{
		of: 'node:util',
		names:
			'isArray isBoolean isBuffer isDate isError isFunction isNull isNullOrUndefined isNumber isObject isPrimitive isRegExp ' +
			'isString isSymbol isUndefined',
		gives: 'primitive',
	},
	{ of: 'node:util', names: 'convertProcessSignalToExitCode', gives: 'primitive' },
	{ of: 'node:util', names: 'getSystemErrorMessage getSystemErrorName', gives: 'primitive' },
	{ of: 'node:util', names: 'getSystemErrorMap', gives: 'Map' },
	{ of: 'node:util', names: 'getCallSite getCallSites', reads: 'module', gives: 'array' },
	{ of: 'node:util', names: 'diff', gives: 'array' },
	{ of: 'node:util', names: 'parseEnv', gives: 'object' },
	{ of: 'node:util', names: 'parseArgs', reads: 'environment', gives: 'object' },
	{ of: 'node:util', names: 'inherits _extend', changes: '0' },
	{ of: 'node:util', names: 'callbackify deprecate promisify', keeps: '0' },
	{ of: 'node:util', names: 'debug debuglog', reads: 'environment' },
	{
		of: 'node:util',
		names: 'aborted log setTraceSigInt transferableAbortController transferableAbortSignal',
		acts: 'world',
	},
	{ of: 'node:util', names: '_errnoException _exceptionWithHostPort', gives: 'Error' },
	{ of: 'node:util', as: 'new', names: 'MIMEParams MIMEType' },
	{ of: 'node:util', as: 'new', names: 'TextDecoder', gives: 'TextDecoder' },
	{ of: 'node:util', as: 'new', names: 'TextEncoder', gives: 'TextEncoder' },
	{
		of: 'node:util.types',
		names:
			'isAnyArrayBuffer isArgumentsObject isArrayBuffer isArrayBufferView isAsyncFunction isBigInt64Array isBigIntObject ' +
			'isBigUint64Array isBooleanObject isBoxedPrimitive isCryptoKey isDataView isDate isEventTarget isExternal isFloat16Array ' +
			'isFloat32Array isFloat64Array isGeneratorFunction isGeneratorObject isInt16Array isInt32Array isInt8Array isKeyObject ' +
			'isMap isMapIterator isModuleNamespaceObject isNativeError isNumberObject isPromise isProxy isRegExp isSet ' +
			'isSetIterator isSharedArrayBuffer isStringObject isSymbolObject isTypedArray isUint16Array isUint32Array isUint8Array ' +
			'isUint8ClampedArray isWeakMap isWeakSet',
		gives: 'primitive',
	},

	{
		of: 'node:assert',
		names:
			'deepEqual deepStrictEqual doesNotMatch equal fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok ' +
			'partialDeepStrictEqual strict strictEqual',
		gives: 'primitive',
	},
	{ of: 'node:assert', names: 'doesNotThrow throws', calls: '0', gives: 'primitive' },
	{ of: 'node:assert', names: 'doesNotReject rejects', keeps: '0', acts: 'world' },
	{ of: 'node:assert', as: 'new', names: 'Assert AssertionError' },
	{ of: 'node:assert', as: 'new', names: 'CallTracker', acts: 'unknown' },
];

/** `buffer`, `string_decoder`, `zlib`, `events`: data and its classes. @type {Row[]} */
const DATA = [
	{ of: 'node:buffer', names: 'atob btoa isAscii isUtf8', gives: 'primitive' },
	{ of: 'node:buffer', names: 'SlowBuffer transcode', gives: 'Buffer' },
	{ of: 'node:buffer', names: 'resolveObjectURL', acts: 'world' },
	{ of: 'node:buffer', as: 'new', names: 'Blob File', gives: 'Blob' },

	{ of: 'node:string_decoder', as: 'new', names: 'StringDecoder', gives: 'StringDecoder' },
	{
		of: 'StringDecoder.prototype',
		names: 'end write',
		changes: 'this',
		gives: 'primitive',
		rare: true,
	},

	{
		of: 'node:zlib',
		names:
			'brotliCompressSync brotliDecompressSync deflateRawSync deflateSync gunzipSync gzipSync inflateRawSync inflateSync unzipSync ' +
			'zstdCompressSync zstdDecompressSync',
		gives: 'Buffer',
	},
	{ of: 'node:zlib', names: 'crc32', gives: 'number' },
	{
		of: 'node:zlib',
		names:
			'brotliCompress brotliDecompress deflate deflateRaw gunzip gzip inflate inflateRaw unzip zstdCompress zstdDecompress',
		keeps: '1 2',
		callback: 'dropped',
		acts: 'world',
	},
	{
		of: 'node:zlib',
		names:
			'createBrotliCompress createBrotliDecompress createDeflate createDeflateRaw createGunzip createGzip createInflate ' +
			'createInflateRaw createUnzip createZstdCompress createZstdDecompress',
		acts: 'unknown',
	},
	{
		of: 'node:zlib',
		as: 'new',
		names:
			'BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip ZstdCompress ZstdDecompress',
		acts: 'unknown',
	},

	{ of: 'node:events', as: 'new', names: 'EventEmitter', gives: 'EventEmitter' },
	{ of: 'node:events', as: 'new', names: 'EventEmitterAsyncResource', acts: 'world' },
	{ of: 'node:events', names: 'getEventListeners getMaxListeners listenerCount' },
	{ of: 'node:events', names: 'addAbortListener init on once setMaxListeners', acts: 'world' },
	{
		of: 'EventEmitter.prototype',
		names: 'addListener on once prependListener prependOnceListener',
		changes: 'this',
		keeps: '1',
		callback: 'dropped',
		gives: 'this',
		rare: true,
	},
	{
		of: 'EventEmitter.prototype',
		names: 'off removeAllListeners removeListener setMaxListeners',
		changes: 'this',
		gives: 'this',
		rare: true,
	},
	{ of: 'EventEmitter.prototype', names: 'emit', acts: 'unknown', runs: true, rare: true },
	{
		of: 'EventEmitter.prototype',
		names: 'eventNames getMaxListeners listenerCount listeners rawListeners',
		rare: true,
	},
];

/** `crypto`. @type {Row[]} */
const CRYPTO = [
	{ of: 'node:crypto', names: 'createHash', gives: 'Hash' },
	{ of: 'node:crypto', names: 'createHmac', gives: 'Hmac' },
	{ of: 'node:crypto', names: 'getCiphers getCurves getHashes', gives: 'array' },
	{ of: 'node:crypto', names: 'getCipherInfo', gives: 'object' },
	{ of: 'node:crypto', names: 'timingSafeEqual', gives: 'primitive' },
	{ of: 'node:crypto', names: 'getFips secureHeapUsed', reads: 'environment' },
	{ of: 'node:crypto', names: 'hash hkdfSync argon2Sync pbkdf2Sync scryptSync' },
	{ of: 'node:crypto', names: 'checkPrimeSync', gives: 'primitive' },
	{
		of: 'node:crypto',
		names: 'createPrivateKey createPublicKey createSecretKey',
		gives: 'KeyObject',
	},
	{ of: 'node:crypto', names: 'diffieHellman privateDecrypt publicDecrypt verify decapsulate' },
	{ of: 'node:crypto', names: 'privateEncrypt publicEncrypt sign encapsulate', reads: 'random' },
	{ of: 'node:crypto', names: 'randomBytes', reads: 'random', gives: 'Buffer' },
	{
		of: 'node:crypto',
		names: 'randomInt randomUUID randomUUIDv7',
		reads: 'random',
		gives: 'primitive',
	},
	{
		of: 'node:crypto',
		names: 'getRandomValues randomFillSync',
		changes: '0',
		reads: 'random',
		gives: 'argument',
	},
	{
		of: 'node:crypto',
		names: 'generateKeyPairSync generateKeySync generatePrimeSync',
		reads: 'random',
	},
	{
		of: 'node:crypto.webcrypto',
		names: 'getRandomValues',
		changes: '0',
		reads: 'random',
		gives: 'argument',
	},
	{ of: 'node:crypto.webcrypto', names: 'randomUUID', reads: 'random', gives: 'primitive' },
	{ of: 'node:crypto', names: 'createSign createVerify', acts: 'unknown' },
	{ of: 'node:crypto', names: 'createCipheriv createDecipheriv', acts: 'unknown' },
	{
		of: 'node:crypto',
		names: 'createDiffieHellman createDiffieHellmanGroup createECDH getDiffieHellman',
		acts: 'unknown',
	},
	{
		of: 'node:crypto',
		names: 'argon2 checkPrime generateKey generateKeyPair generatePrime hkdf pbkdf2 scrypt',
		acts: 'world',
	},
	{ of: 'node:crypto', names: 'randomFill', changes: '0', acts: 'world' },
	{ of: 'node:crypto', names: 'setEngine setFips', acts: 'world' },
	{
		of: 'node:crypto',
		as: 'new',
		names:
			'Certificate Cipher Cipheriv Decipher Decipheriv DiffieHellman DiffieHellmanGroup ECDH Hash Hmac KeyObject Sign Verify ' +
			'X509Certificate',
		acts: 'unknown',
	},
	{ of: 'Hash.prototype', names: 'update', changes: 'this', gives: 'this', rare: true },
	{ of: 'Hash.prototype', names: 'digest', changes: 'this', gives: 'Buffer', rare: true },
	{ of: 'Hash.prototype', names: 'copy', gives: 'Hash', rare: true },
	{ of: 'Hmac.prototype', names: 'update', changes: 'this', gives: 'this', rare: true },
	{ of: 'Hmac.prototype', names: 'digest', changes: 'this', gives: 'Buffer', rare: true },
];

/** `os`, `fs`, `perf_hooks`, `worker_threads`, `module`, `timers`: where the program runs. @type {Row[]} */
const SURROUNDINGS = [
	{
		of: 'node:os',
		names: 'arch endianness machine platform release type version',
		reads: 'machine',
		gives: 'primitive',
	},
	{ of: 'node:os', names: 'availableParallelism', reads: 'machine', gives: 'number' },
	{ of: 'node:os', names: 'homedir tmpdir', reads: 'environment', gives: 'primitive' },
	{ of: 'node:os', names: 'hostname', reads: 'environment', gives: 'primitive' },
	{ of: 'node:os', names: 'cpus loadavg networkInterfaces userInfo', reads: 'clock' },
	{ of: 'node:os', names: 'freemem getPriority totalmem uptime', reads: 'clock', gives: 'number' },
	{ of: 'node:os', names: 'setPriority', acts: 'world' },

	// The files of now: each thread that reads them later may find others.
	{ of: 'node:fs', names: 'readFileSync', reads: 'files' },
	{ of: 'node:fs', names: 'existsSync realpathSync', reads: 'files', gives: 'primitive' },
	{ of: 'node:fs', names: 'readdirSync', reads: 'files', gives: 'array' },
	{ of: 'node:fs', names: 'readSync read', changes: '1', acts: 'world' },

	{ of: 'node:perf_hooks', names: 'eventLoopUtilization', reads: 'clock', gives: 'object' },
	{ of: 'node:perf_hooks', names: 'createHistogram monitorEventLoopDelay timerify', acts: 'world' },
	{
		of: 'node:perf_hooks',
		as: 'new',
		names:
			'Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList ' +
			'PerformanceResourceTiming',
		acts: 'world',
	},

	{
		of: 'node:worker_threads',
		as: 'value',
		names: 'isInternalThread isMainThread parentPort resourceLimits threadId threadName workerData',
		reads: 'environment',
	},
	{
		of: 'node:worker_threads',
		names: 'getEnvironmentData isMarkedAsUntransferable',
		reads: 'environment',
	},
	{
		of: 'node:worker_threads',
		names:
			'markAsUncloneable markAsUntransferable moveMessagePortToContext postMessageToThread receiveMessageOnPort setEnvironmentData',
		acts: 'world',
	},
	{
		of: 'node:worker_threads',
		as: 'new',
		names: 'BroadcastChannel MessageChannel MessagePort Worker',
		acts: 'world',
	},

	{ of: 'node:module', names: 'createRequire', gives: 'require' },
	{ of: 'node:module', names: 'isBuiltin', gives: 'primitive' },
	{
		of: 'node:module',
		names:
			'enableCompileCache findPackageJSON findSourceMap flushCompileCache getCompileCacheDir getSourceMapsSupport register ' +
			'registerHooks runMain setSourceMapsSupport stripTypeScriptTypes syncBuiltinESMExports',
		acts: 'world',
	},
	{
		of: 'node:module',
		names:
			'_debug _findPath _initPaths _load _nodeModulePaths _preloadModules _resolveFilename _resolveLookupPaths Module SourceMap',
		acts: 'unknown',
	},
	{ of: 'node:module', as: 'new', names: 'Module SourceMap', acts: 'unknown' },

	{
		of: 'node:timers',
		names: 'setTimeout setInterval setImmediate',
		keeps: '0',
		callback: 'dropped',
		acts: 'world',
	},
	{ of: 'node:timers', names: 'clearTimeout clearInterval clearImmediate', acts: 'world' },
];

/** @type {Row[]} */
export const NODE_MODULES = [...COMPUTING, ...DATA, ...CRYPTO, ...SURROUNDINGS];

/** Modules of Node whose functions act on the world, all of them. */
export const ACTING_MODULES =
	'async_hooks child_process cluster console dgram diagnostics_channel dns dns/promises domain fs fs/promises http http2 https ' +
	'inspector inspector/promises net readline readline/promises repl sea sqlite stream stream/consumers stream/promises ' +
	'stream/web sys test test/reporters timers/promises tls trace_events tty v8 vm wasi';

/** Modules of Node that are another one, or a part of it, and what parts of modules are. */
export const SAME_MODULES = /** @type {Record<string, string>} */ ({
	'node:path/posix': 'node:path',
	'node:path/win32': 'node:path',
	'node:path.posix': 'node:path',
	'node:path.win32': 'node:path',
	'node:util/types': 'node:util.types',
	'node:assert/strict': 'node:assert',
	'node:assert.strict': 'node:assert',
	'node:url.URL': 'URL',
	'node:buffer.Buffer': 'Buffer',
	'node:process': 'process',
	'node:perf_hooks.performance': 'performance',
	'node:console': 'console',
});
