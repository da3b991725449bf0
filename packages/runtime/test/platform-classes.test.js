import { builtinModules } from 'node:module';
import { nativeOf } from '../src/protocol/native-state.js';

/*
 * Each class of the platform is in one of these groups or in the table of native-state.js. A class of a later Node fails here, so that it is decided
 * whether its objects are state that two threads have to compare.
 */

/** @param {string} text @returns {string[]} */
const words = (text) => text.trim().split(/\s+/);

/** Objects show all that they hold: by properties, elements, entries, a primitive, a method that the walk knows. */
const SHOWN = words(`
	Object Function Array Map Set WeakMap WeakSet Number String Boolean Symbol BigInt Date RegExp ArrayBuffer DataView
	Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray
	BigUint64Array BigInt64Array Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError
	SuppressedError DOMException QuotaExceededError AbortController AbortSignal
	WebAssembly.CompileError WebAssembly.LinkError WebAssembly.RuntimeError WebAssembly.SuspendError
	assert.AssertionError assert.CallTracker assert.Assert buffer.Buffer buffer.SlowBuffer events.EventEmitter events.EventEmitterAsyncResource
	string_decoder.StringDecoder url.Url domain.Domain stream.Stream stream.Readable stream.Writable stream.Duplex stream.Transform stream.PassThrough
	diagnostics_channel.Channel diagnostics_channel.BoundedChannel module.Module console.Console repl.Recoverable
	http.Agent https.Agent http.IncomingMessage http.OutgoingMessage http.ServerResponse http.ClientRequest
	http2.Http2ServerRequest http2.Http2ServerResponse fs.Dirent fs.Stats
`);

/** Objects never change. */
const CONSTANT = words(`
	TextEncoder Iterator CryptoKey Crypto SubtleCrypto Navigator URLPattern MessageEvent CloseEvent ErrorEvent StorageEvent
	PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserverEntryList PerformanceResourceTiming
	ByteLengthQueuingStrategy CountQueuingStrategy ReadableStreamBYOBRequest WebAssembly.Module WebAssembly.Tag
	WebAssembly.Exception WebAssembly.Suspending Intl.DateTimeFormat Intl.NumberFormat Intl.Collator Intl.PluralRules
	Intl.RelativeTimeFormat Intl.ListFormat Intl.Locale Intl.DisplayNames Intl.Segmenter Intl.DurationFormat
	crypto.Certificate crypto.KeyObject crypto.X509Certificate module.SourceMap net.SocketAddress tls.SecureContext
	vm.Script vm.Module vm.SourceTextModule vm.SyntheticModule zlib.ZipEntry zlib.ZipFile zlib.ZipBuffer
`);

/** Objects are of their thread: sockets, ports, files, streams, observers, promises, memory that threads share, instances of WebAssembly. */
const OF_THREAD = words(`
	Promise WeakRef FinalizationRegistry EventTarget SharedArrayBuffer Performance PerformanceObserver BroadcastChannel MessageChannel MessagePort
	TransformStream TransformStreamDefaultController WritableStreamDefaultController WritableStreamDefaultWriter
	ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableByteStreamController ReadableStreamDefaultController
	ReadableStreamTee TextEncoderStream TextDecoderStream CompressionStream DecompressionStream WebSocket EventSource Storage
	DisposableStack AsyncDisposableStack WebAssembly.Instance async_hooks.AsyncLocalStorage async_hooks.AsyncResource
	child_process.ChildProcess cluster.Worker crypto.Cipher crypto.Decipher dgram.Socket fs.FileReadStream fs.FileWriteStream fs.ReadStream
	fs.WriteStream fs.Utf8Stream fs.Dir http.Server https.Server inspector.Session net.Server net.Socket net.Stream net.BoundSocket
	readline.Interface readline.Readline repl.REPLServer tls.TLSSocket tls.Server tty.ReadStream tty.WriteStream v8.Serializer v8.Deserializer
	v8.DefaultSerializer v8.DefaultDeserializer v8.GCProfiler wasi.WASI worker_threads.Worker ffi.DynamicLibrary
	sqlite.DatabaseSync sqlite.StatementSync sqlite.Session
`);

const GROUPED = new Set([...SHOWN, ...CONSTANT, ...OF_THREAD]);

/** @returns {Map<Function, string[]>} names of the classes, each with the modules that have it */
function classesOfPlatform() {
	/** @type {Map<Function, string[]>} */
	const found = new Map();
	const add = (/** @type {string} */ place, /** @type {any} */ holder) => {
		for (const key of Object.getOwnPropertyNames(holder)) {
			if (!/^[A-Z][a-z0-9]*[a-z]/.test(key) && !/^[A-Z]+[a-z]?/.test(key)) continue;
			const value = read(holder, key);
			if (typeof value !== 'function' || !value.prototype) continue;
			found.set(value, [...(found.get(value) ?? []), `${place}${key}`]);
		}
	};
	for (const name of ['WebAssembly', 'Intl']) add(`${name}.`, read(globalThis, name));
	add('', globalThis);
	for (const id of builtinModules.map((name) => name.replace(/^node:/, ''))) {
		if (/^_|deps\//.test(id)) continue;
		const module = process.getBuiltinModule(`node:${id}`);
		if (module) add(`${id.replace(/\/.*/, '')}.`, module);
	}
	return found;
}

/** @param {any} holder @param {string} key @returns {any} undefined for what this process has not switched on */
function read(holder, key) {
	try {
		return holder[key];
	} catch {
		return undefined;
	}
}

test('each class of the platform is in a group', () => {
	const classes = classesOfPlatform();
	expect(classes.size).toBeGreaterThan(150);
	const isGrouped = (/** @type {string} */ name) =>
		GROUPED.has(name) || GROUPED.has(name.replace(/^.*\./, ''));
	const others = [...classes]
		.filter(([made, names]) => nativeOf(made.prototype) === null && !names.some(isGrouped))
		.map(([, names]) => names.join(' '));
	expect(others).toEqual([]);
});
