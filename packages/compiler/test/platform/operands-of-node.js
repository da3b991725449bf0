import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const bytes = () => Buffer.from([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6]);
const keep = (value) => value;

/** Those of what Node and the web have; see `operands.js`. @type {Record<string, (() => any[])[]>} */
export const OF_NODE = {
	require: [() => ['node:path']],
	'require.resolve': [() => ['node:path']],
	'Buffer.from': [() => ['abc']],
	'Buffer.copyBytesFrom': [() => [new Uint8Array(4)]],
	// What is in it is anybody's guess: a program that reads it before it writes it is told nothing.
	'Buffer.allocUnsafe': [() => [0]],
	'Buffer.allocUnsafeSlow': [() => [0]],
	'Buffer.concat': [() => [[bytes(), bytes()]]],
	'Buffer.of': [() => [1, 2]],
	'Buffer.byteLength': [() => ['abc']],
	'Buffer.compare': [() => [bytes(), bytes()]],
	'Buffer.isBuffer': [() => [bytes()]],
	'Buffer.isEncoding': [() => ['hex']],
	Buffer: [() => [4]],
	'Buffer.prototype': [() => [bytes(), 0, 3]],
	...writes(),
	'Buffer.prototype.copy': [() => [bytes(), Buffer.alloc(4)]],
	'Buffer.prototype.compare': [() => [bytes(), bytes()]],
	'Buffer.prototype.equals': [() => [bytes(), bytes()]],
	'Buffer.prototype.toString': [() => [bytes(), 'hex']],
	'Buffer.prototype.toLocaleString': [() => [bytes(), 'hex']],
	'Buffer.prototype.write': [() => [bytes(), 'abc']],
	'process.memoryUsage': [() => []],
	'process.listeners': [() => ['exit']],
	'process.rawListeners': [() => ['exit']],
	'process.hrtime': [() => []],
	'process.hasUncaughtExceptionCaptureCallback': [() => []],
	process: [() => []],

	structuredClone: [() => [{ a: 1 }]],
	atob: [() => ['YWJj']],
	btoa: [() => ['abc']],
	'URL.canParse': [() => ['http://a/']],
	'URL.parse': [() => ['http://a/']],
	'AbortSignal.any': [() => [[]]],
	'AbortSignal.timeout': [],
	AbortSignal: [() => []],
	'Response.json': [() => [{ a: 1 }]],
	'Response.redirect': [() => ['http://a/']],
	'Response.error': [() => []],
	'crypto.getRandomValues': [() => [new Uint8Array(16)]],
	crypto: [() => []],
	'performance.getEntriesByName': [() => ['x']],
	'performance.getEntriesByType': [() => ['mark']],
	performance: [() => []],
	'URL.prototype': [() => [new URL('http://a/')]],
	'URLSearchParams.prototype': [() => [new URLSearchParams('b=1&a=2'), 'b', '7']],
	'URLSearchParams.prototype.delete': [() => [new URLSearchParams('b=1&a=2'), 'b']],
	'URLSearchParams.prototype.forEach': [() => [new URLSearchParams('b=1'), keep]],
	'Headers.prototype': [() => [new Headers({ b: '1' }), 'b', '7']],
	'Headers.prototype.forEach': [() => [new Headers({ b: '1' }), keep]],
	'FormData.prototype': [() => [form(), 'b', '7']],
	'FormData.prototype.forEach': [() => [form(), keep]],
	'TextEncoder.prototype': [() => [new TextEncoder(), 'abc', new Uint8Array(8)]],
	'TextDecoder.prototype': [() => [new TextDecoder(), bytes()]],
	'Blob.prototype': [() => [new Blob(['abc']), 1]],
	'AbortSignal.prototype': [() => [new AbortController().signal]],
	'Channel.prototype': [() => [require('node:diagnostics_channel').channel('x'), keep]],
	'EventTarget.prototype': [() => [new EventTarget(), 'x', keep]],
	'EventTarget.prototype.removeEventListener': [],
	'Event.prototype': [],

	'node:path.format': [() => [{ base: 'a' }]],
	'node:path.matchesGlob': [() => ['a', '*']],
	'node:path': [() => ['/a/b.js', '/a']],
	'node:url.urlToHttpOptions': [() => [new URL('http://a/')]],
	'node:url.fileURLToPath': [() => ['file:///a']],
	'node:url.fileURLToPathBuffer': [() => ['file:///a']],
	'node:url.format': [() => [new URL('http://a/')]],
	'node:url': [() => ['/a', '/b']],
	'node:querystring.stringify': [() => [{ a: 1 }]],
	'node:querystring.encode': [() => [{ a: 1 }]],
	'node:querystring': [() => ['a=1']],
	'node:util.inherits': [() => [class A {}, class B {}]],
	'node:util._extend': [() => [{}, { a: 1 }]],
	'node:util.formatWithOptions': [() => [{}, 'a %s', 1]],
	'node:util.styleText': [() => ['red', 'x', { validateStream: false }]],
	'node:util.getSystemErrorName': [() => [-2]],
	'node:util.getSystemErrorMessage': [() => [-2]],
	'node:util.convertProcessSignalToExitCode': [() => ['SIGTERM']],
	'node:util.getSystemErrorMap': [() => []],
	'node:util.diff': [() => ['abc', 'abd']],
	'node:util.parseEnv': [() => ['A=1']],
	'node:util.parseArgs': [
		() => [{ args: ['-a'], options: { a: { type: 'boolean', short: 'a' } } }],
	],
	'node:util.callbackify': [() => [async () => 1]],
	'node:util.deprecate': [() => [keep, 'x', 'DEPX']],
	'node:util.promisify': [() => [keep]],
	'node:util._errnoException': [() => [-2, 'open']],
	'node:util._exceptionWithHostPort': [() => [-2, 'open', 'a', 1]],
	'node:util.getCallSite': [() => []],
	'node:util.getCallSites': [() => []],
	'node:util': [() => ['abc', 'abc']],
	'node:util.types': [() => [new Map()]],
	'node:assert.throws': [
		() => [
			() => {
				throw new Error('x');
			},
		],
	],
	'node:assert.doesNotThrow': [() => [keep]],
	'node:assert.ifError': [() => [null]],
	'node:assert.fail': [],
	'node:assert.match': [() => ['abc', /b/]],
	'node:assert.doesNotMatch': [() => ['abc', /z/]],
	'node:assert.notDeepEqual': [() => [[1], [2]]],
	'node:assert.notDeepStrictEqual': [() => [[1], [2]]],
	'node:assert.notEqual': [() => [1, 2]],
	'node:assert.notStrictEqual': [() => [1, 2]],
	'node:assert': [() => [1, 1]],
	'node:assert.partialDeepStrictEqual': [() => [{ a: 1 }, { a: 1 }]],
	'node:buffer.transcode': [() => [bytes(), 'utf8', 'latin1']],
	'node:buffer.SlowBuffer': [() => [4]],
	'node:buffer.atob': [() => ['YWJj']],
	'node:buffer.btoa': [() => ['abc']],
	'node:buffer': [() => [bytes()]],
	'StringDecoder.prototype': [
		() => [new (require('node:string_decoder').StringDecoder)('utf8'), Buffer.from([0xe2])],
	],
	...compressed(),
	'node:zlib.crc32': [() => ['abc']],
	'node:events': [() => [new (require('node:events'))(), 'x']],
	'EventEmitter.prototype': [() => [emitter(), 'x', keep]],
	'EventEmitter.prototype.off': [],
	'EventEmitter.prototype.removeListener': [],
	'EventEmitter.prototype.setMaxListeners': [() => [emitter(), 7]],
	'node:crypto.createHash': [() => ['sha256']],
	'node:crypto.createHmac': [() => ['sha256', 'k']],
	'node:crypto.getCipherInfo': [() => ['aes-128-cbc']],
	'node:crypto.timingSafeEqual': [() => [bytes(), bytes()]],
	'node:crypto.hash': [() => ['sha256', 'a']],
	'node:crypto.hkdfSync': [() => ['sha256', 'a', 'b', 'c', 8]],
	'node:crypto.pbkdf2Sync': [() => ['a', 'b', 1, 8, 'sha256']],
	'node:crypto.scryptSync': [() => ['a', 'b', 8, { N: 2 }]],
	'node:crypto.argon2Sync': [],
	'node:crypto.checkPrimeSync': [() => [7n]],
	'node:crypto.createSecretKey': [() => [bytes()]],
	'node:crypto.createPrivateKey': [],
	'node:crypto.createPublicKey': [],
	'node:crypto.diffieHellman': [],
	'node:crypto.privateDecrypt': [],
	'node:crypto.publicDecrypt': [],
	'node:crypto.verify': [],
	'node:crypto.decapsulate': [],
	'node:crypto.encapsulate': [],
	'node:crypto.privateEncrypt': [],
	'node:crypto.publicEncrypt': [],
	'node:crypto.sign': [],
	'node:crypto.randomBytes': [() => [16]],
	'node:crypto.randomInt': [() => [2 ** 40]],
	'node:crypto.getRandomValues': [() => [new Uint8Array(16)]],
	'node:crypto.randomFillSync': [() => [new Uint8Array(16)]],
	'node:crypto.generateKeySync': [() => ['hmac', { length: 128 }]],
	'node:crypto.generateKeyPairSync': [() => ['ed25519']],
	'node:crypto.generatePrimeSync': [() => [32]],
	'node:crypto.webcrypto.getRandomValues': [() => [new Uint8Array(16)]],
	'node:crypto': [() => []],
	'node:crypto.webcrypto': [() => []],
	'Hash.prototype.update': [() => [require('node:crypto').createHash('sha256'), 'abc']],
	'Hash.prototype': [() => [require('node:crypto').createHash('sha256')]],
	'Hmac.prototype.update': [() => [require('node:crypto').createHmac('sha256', 'k'), 'abc']],
	'Hmac.prototype': [() => [require('node:crypto').createHmac('sha256', 'k')]],
	'node:os': [() => []],
	'node:fs.readdirSync': [() => ['.']],
	'node:fs': [() => ['package.json']],
	'node:perf_hooks': [() => []],
	'node:worker_threads.isMarkedAsUntransferable': [() => [{}]],
	'node:worker_threads': [() => ['x']],
	'node:module.createRequire': [() => ['/a/b.js']],
	'node:module.isBuiltin': [() => ['fs']],
};

function emitter() {
	const made = new (require('node:events'))();
	made.on('x', keep);
	return made;
}

function form() {
	const made = new FormData();
	made.set('b', '1');
	return made;
}

function compressed() {
	const zlib = require('node:zlib');
	const pairs = [
		['brotliCompressSync', 'brotliDecompressSync'],
		['deflateRawSync', 'inflateRawSync'],
		['deflateSync', 'inflateSync'],
		['gzipSync', 'gunzipSync'],
		['gzipSync', 'unzipSync'],
		['zstdCompressSync', 'zstdDecompressSync'],
	];
	return Object.fromEntries(
		pairs.flatMap(([pack, unpack]) => [
			[`node:zlib.${pack}`, [() => [bytes()]]],
			[`node:zlib.${unpack}`, [() => [zlib[pack](bytes())]]],
		]),
	);
}

/** Methods of a Buffer that write other things than numbers of a fixed size. */
function writes() {
	const names = Object.getOwnPropertyNames(Buffer.prototype);
	return Object.fromEntries(
		names.flatMap((name) => {
			const path = `Buffer.prototype.${name}`;
			if (/^writeBig/.test(name)) return [[path, [() => [bytes(), 7n]]]];
			if (/^(read|write)U?[iI]nt[LB]E$/.test(name)) {
				const args = name.startsWith('read') ? [0, 3] : [7, 0, 3];
				return [[path, [() => [bytes(), ...args]]]];
			}
			return /Write$/.test(name) ? [[path, [() => [bytes(), 'abcd']]]] : [];
		}),
	);
}
