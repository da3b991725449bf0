// What objects of the platform's classes hold where no property shows it; read by the methods of the platform itself.
import { types } from 'node:util';
import { map, Object, push, Reflect, some, WeakMap } from '../primordials.js';
import { ownOf } from './content-readers.js';
import { isNative } from './function-print.js';

/** Elements of a table of WebAssembly that are looked at. */
const MOST_ELEMENTS = 1_000;

/**
 * A class of the platform. `home`: where it is found, a built-in module or a global namespace, '' for a global; `read` gives what an object of it holds,
 * undefined for a class that changes and shows nothing, UNREAD for such an object of another class; `isPartly`: it holds more than that; `hasSymbols`: whether its own properties with symbols are part of that.
 *
 * @typedef {{ home: readonly string[], read?: Reader, isPartly?: boolean, hasSymbols?: boolean }} Row
 */

/**
 * What an object holds: primitives, and objects that a walk goes on to.
 *
 * @typedef {(ask: Ask, object: object) => unknown} Reader `ask`: the value of an accessor, or the result of a method, of the class
 */

/** @typedef {(key: string | symbol, ...args: unknown[]) => any} Ask */

/** In the place of what an object holds, where nothing shows it. */
export const UNREAD = Symbol('unread');

/** @param {...string} keys of accessors, and of methods without arguments @returns {Reader} */
const all =
	(...keys) =>
	(ask) =>
		map(keys, (key) => attempt(() => ask(key)));

/** @type {Reader} */
const entries = (ask) => [...ask('entries')];

/** @type {Reader} */
const text = (ask) => `${ask('toString')}`;

/**
 * The bytes of a character that has not ended are kept in properties with symbols, or by a converter of the platform, which shows nothing. There
 * is one for encodings other than UTF-8, and in Node 20 and 22 once a decoder has been given a part of a stream.
 *
 * @type {Reader}
 */
function decoder(ask, object) {
	const hasConverter = some(Object.getOwnPropertySymbols(object), (key) => {
		const value = ownOf(object, key)?.value;
		return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
	});
	return hasConverter ? UNREAD : ask('encoding');
}

/** Kinds of keys have their methods in classes of their own, which no module exports. @type {Reader} */
function key(ask, object) {
	const type = ask('type');
	const found = ownOf(Object.getPrototypeOf(object), 'export')?.value;
	if (type !== 'secret' && typeof found !== 'function') return UNREAD;
	return [type, Reflect.apply(found, object, [{ format: 'jwk' }])];
}

const GLOBAL = Object.freeze(['']);
const WASM = Object.freeze(['WebAssembly']);
const INTL = Object.freeze(['Intl']);
const CRYPTO = Object.freeze(['crypto']);
const ZLIB = Object.freeze(['zlib']);

/** @type {Row} */
const INTL_OPTIONS = { home: INTL, read: all('resolvedOptions') };

/**
 * By the names of classes. Classes whose objects never change, and those which show all that they hold by properties, are not among them.
 *
 * @type {Record<string, Row>}
 */
const ROWS = {
	URL: { home: GLOBAL, read: all('href') },
	URLSearchParams: { home: GLOBAL, read: text },
	Headers: { home: GLOBAL, read: entries },
	FormData: { home: GLOBAL, read: entries },
	Blob: { home: GLOBAL, read: all('size', 'type'), isPartly: true },
	File: { home: GLOBAL, read: all('size', 'type', 'name', 'lastModified'), isPartly: true },
	Request: { home: GLOBAL, read: all('method', 'url', 'bodyUsed', 'headers'), isPartly: true },
	Response: {
		...{ home: GLOBAL, read: all('status', 'statusText', 'bodyUsed', 'headers') },
		isPartly: true,
	},
	ReadableStream: { home: GLOBAL, read: all('locked'), isPartly: true },
	WritableStream: { home: GLOBAL, read: all('locked'), isPartly: true },
	WeakRef: { home: GLOBAL, read: all('deref') },
	CryptoKey: {
		home: GLOBAL,
		read: all('type', 'extractable', 'algorithm', 'usages'),
		isPartly: true,
	},
	Event: { home: GLOBAL, read: all('type', 'defaultPrevented', 'cancelBubble') },
	CustomEvent: {
		home: GLOBAL,
		read: all('type', 'defaultPrevented', 'cancelBubble', 'detail'),
	},
	TextDecoder: { home: GLOBAL, read: decoder, hasSymbols: true },
	Memory: { home: WASM, read: all('buffer') },
	Global: { home: WASM, read: all('value') },
	Table: {
		home: WASM,
		read: (ask) => {
			const length = ask('length');
			const found = [length];
			for (let at = 0; at < length && at < MOST_ELEMENTS; at++) push(found, ask('get', at));
			return found;
		},
	},
	Collator: INTL_OPTIONS,
	DateTimeFormat: INTL_OPTIONS,
	DisplayNames: INTL_OPTIONS,
	DurationFormat: INTL_OPTIONS,
	ListFormat: INTL_OPTIONS,
	Locale: { home: INTL, read: text },
	NumberFormat: INTL_OPTIONS,
	PluralRules: INTL_OPTIONS,
	RelativeTimeFormat: INTL_OPTIONS,
	Segmenter: INTL_OPTIONS,
	MIMEType: { home: ['util'], read: text },
	MIMEParams: { home: ['util'], read: text },
	BlockList: { home: ['net'], read: all('rules') },
	Resolver: { home: ['dns', 'dns/promises'], read: all('getServers') },
	Hash: { home: CRYPTO, read: (ask) => ask('copy').digest('hex') },
	ECDH: { home: CRYPTO, read: all('getPrivateKey', 'getPublicKey') },
	DiffieHellman: {
		home: CRYPTO,
		read: all('getPrime', 'getGenerator', 'getPrivateKey', 'getPublicKey'),
	},
	DiffieHellmanGroup: { home: CRYPTO, read: all('getPrivateKey', 'getPublicKey') },
	KeyObject: { home: CRYPTO, read: key },
	X509Certificate: { home: CRYPTO, read: all('raw') },
	Hmac: { home: CRYPTO },
	Cipheriv: { home: CRYPTO },
	Decipheriv: { home: CRYPTO },
	Sign: { home: CRYPTO },
	Verify: { home: CRYPTO },
	Deflate: { home: ZLIB },
	DeflateRaw: { home: ZLIB },
	Inflate: { home: ZLIB },
	InflateRaw: { home: ZLIB },
	Gzip: { home: ZLIB },
	Gunzip: { home: ZLIB },
	Unzip: { home: ZLIB },
	BrotliCompress: { home: ZLIB },
	BrotliDecompress: { home: ZLIB },
	ZstdCompress: { home: ZLIB },
	ZstdDecompress: { home: ZLIB },
};

/**
 * What is known of the class that made an object.
 *
 * @typedef {object} Native
 * @property {string} name of the class
 * @property {boolean} isGlobal whether all its other properties are the platform's own
 * @property {boolean} isPartly
 * @property {boolean} hasSymbols
 * @property {((object: object) => unknown) | undefined} read undefined where nothing can be read
 */

/** By prototype; per thread. @type {WeakMap<object, Native | null>} */
const known = new WeakMap();

/**
 * @param {object | null} prototype of an object, no proxy
 * @returns {Native | null} of the nearest class of the platform whose objects hold something that no property shows
 */
export function nativeOf(prototype) {
	if (prototype === null || prototype === Object.prototype || types.isProxy(prototype)) return null;
	let native = known.get(prototype);
	if (native === undefined) {
		native = ownNativeOf(prototype) ?? nativeOf(Object.getPrototypeOf(prototype));
		known.set(prototype, native);
	}
	return native;
}

/** @param {object} prototype @returns {Native | null} of the class that has the prototype */
function ownNativeOf(prototype) {
	const made = ownOf(prototype, 'constructor')?.value;
	if (typeof made !== 'function') return iteratorOf(prototype);
	if (types.isProxy(made)) return null;
	const name = ownOf(made, 'name')?.value;
	if (typeof name !== 'string' || !Object.hasOwn(ROWS, name)) return null;
	const { home, read, isPartly = false, hasSymbols = false } = ROWS[name];
	if (!some(home, (place) => prototypeAt(place, name) === prototype)) return null;
	const isGlobal = home === GLOBAL || home === WASM;
	return { name, isGlobal, isPartly, hasSymbols, read: read && readerOf(prototype, read) };
}

/** @param {object} prototype @returns {Native | null} of iterators and generators: how far they have come cannot be read */
function iteratorOf(prototype) {
	const name = ownOf(prototype, Symbol.toStringTag)?.value;
	const next = ownOf(prototype, 'next')?.value;
	if (typeof name !== 'string' || typeof next !== 'function') return null;
	if (types.isProxy(next) || !isNative(next)) return null;
	return { name, isGlobal: false, isPartly: false, hasSymbols: false, read: undefined };
}

/** @param {object} prototype @param {Reader} read @returns {(object: object) => unknown} */
function readerOf(prototype, read) {
	/** Methods and accessors as they are when the class is met first. @type {Record<string | symbol, Function>} */
	const methods = {};
	for (let at = prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
		for (const key of Reflect.ownKeys(at)) {
			const own = ownOf(at, key);
			const method = own?.get ?? own?.value;
			if (typeof method === 'function' && !Object.hasOwn(methods, key)) methods[key] = method;
		}
	return (object) =>
		attempt(() => read((key, ...args) => Reflect.apply(methods[key], object, args), object));
}

/** @param {() => unknown} read @returns {unknown} undefined for what holds nothing: `Object.create(URL.prototype)`, a key that has not been made, a digest that has been taken */
function attempt(read) {
	try {
		return read();
	} catch {
		return undefined;
	}
}

/** Globals when the runtime was loaded: a program may replace them. @type {Record<string, PropertyDescriptor | undefined>} */
const GLOBALS = {};
for (const name of Object.keys(ROWS)) GLOBALS[name] = ownOf(globalThis, name);
/** @type {any} */
const wasm = ownOf(globalThis, 'WebAssembly')?.value;
/** @type {any} */
const intl = ownOf(globalThis, 'Intl')?.value;

/**
 * Classes that nothing has used yet are there as accessors, which load them and put them in the place of what the program may have put there.
 *
 * @param {string} name of a global
 * @returns {any}
 */
function globalNamed(name) {
	const own = GLOBALS[name];
	if (!own?.get) return own?.value;
	const now = ownOf(globalThis, name);
	const value = attempt(() =>
		Reflect.apply(/** @type {() => unknown} */ (own.get), globalThis, []),
	);
	if (now && !now.get) attempt(() => Object.defineProperty(globalThis, name, now));
	return value;
}

/** @param {string} place @param {string} name of a class @returns {unknown} its prototype */
function prototypeAt(place, name) {
	if (place === '') return globalNamed(name)?.prototype;
	if (place === 'WebAssembly') return wasm?.[name]?.prototype;
	if (place === 'Intl') return intl?.[name]?.prototype;
	/** @type {any} */
	const module = process.getBuiltinModule(place);
	return module?.[name]?.prototype;
}
