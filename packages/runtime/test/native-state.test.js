import { createCipheriv, createECDH, createHash, createHmac, createSecretKey } from 'node:crypto';
import { Resolver } from 'node:dns';
import { BlockList } from 'node:net';
import { MIMEParams } from 'node:util';
import { createGzip } from 'node:zlib';
import {
	fingerprint,
	isSamePrint,
	lookAtKnown,
	lookAtState,
	printOfState,
} from '../src/protocol/fingerprint.js';
import { noteReceived } from '../src/protocol/own-memory.js';

/** @type {[name: string, make: () => any, change: (object: any) => unknown][]} */
const CASES = [
	['URL', () => new URL('http://a.test/'), (url) => (url.search = '?x')],
	['URLSearchParams', () => new URLSearchParams('a=1'), (query) => query.append('b', '2')],
	['Headers', () => new Headers({ a: 'x' }), (headers) => headers.append('b', 'y')],
	['FormData', () => new FormData(), (form) => form.append('a', new File(['x'], 'a.txt'))],
	['Response', () => new Response('x'), (response) => response.text()],
	['Response.headers', () => new Response('x'), ({ headers }) => headers.set('a', 'b')],
	[
		'Request',
		() => new Request('http://a.test/', { method: 'POST', body: 'x' }),
		(request) => request.text(),
	],
	['Event', () => new Event('x', { cancelable: true }), (event) => event.preventDefault()],
	[
		'TextDecoder',
		() => new TextDecoder(),
		(decoder) => decoder.decode(Uint8Array.of(0xe2), { stream: true }),
	],
	[
		'WebAssembly.Memory',
		() => new WebAssembly.Memory({ initial: 0, maximum: 1 }),
		(m) => m.grow(1),
	],
	[
		'WebAssembly.Memory content',
		() => new WebAssembly.Memory({ initial: 1 }),
		(memory) => (new Uint8Array(memory.buffer)[7] = 1),
	],
	[
		'WebAssembly.Table',
		() => new WebAssembly.Table({ initial: 1, element: 'anyfunc' }),
		(table) => table.grow(1),
	],
	[
		'WebAssembly.Global',
		() => new WebAssembly.Global({ value: 'i32', mutable: true }, 1),
		(global) => (global.value = 2),
	],
	['MIMEParams', () => new MIMEParams(), (params) => params.set('a', 'b')],
	['BlockList', () => new BlockList(), (list) => list.addAddress('1.2.3.4')],
	['Resolver', () => new Resolver(), (resolver) => resolver.setServers(['4.4.4.4'])],
	['Hash', () => createHash('sha1'), (hash) => hash.update('abc')],
	['Hash that has ended', () => createHash('sha1').update('abc'), (hash) => hash.digest()],
	['ECDH', () => createECDH('secp256k1'), (ecdh) => ecdh.setPrivateKey(Buffer.alloc(32, 1))],
];

/** @param {unknown} value */
const look = (value) => lookAtState(value, []);

test.each(CASES)('the content of %s is part of a fingerprint', (name, make, change) => {
	const object = make();
	expect(fingerprint([object])).toBe(fingerprint([make()]));
	change(object);
	expect(fingerprint([object])).not.toBe(fingerprint([make()]));
	const isSeen = !/^(TextDecoder|FormData|Re(quest|sponse)(\..*)?)$/.test(name);
	if (isSeen) expect(look(object).unread).toEqual([]);
});

test.each([
	['a formatter', () => [new Intl.NumberFormat('en'), new Intl.NumberFormat('de')]],
	['a locale', () => [new Intl.Locale('en'), new Intl.Locale('de')]],
	['a weak reference', () => [new WeakRef({ a: 1 }), new WeakRef({ a: 2 })]],
	['a key', () => ['a', 'b'].map((text) => createSecretKey(Buffer.from(text)))],
	['memory that threads share', () => [1, 2].map((byte) => sharedWith(byte))],
])('what %s holds is part of what is compared of state', (_what, make) => {
	const [one, other] = make().map((value) => printOfState(look({ value }), []));
	const [again] = make().map((value) => printOfState(look({ value }), []));
	expect(isSamePrint(one, again)).toBe(true);
	expect(isSamePrint(one, other)).toBe(false);
});

/** @param {number} byte */
function sharedWith(byte) {
	const view = new Uint8Array(new SharedArrayBuffer(4), 1, 2);
	view[0] = byte;
	return view;
}

test('memory that has come with a call may change at any time', () => {
	const own = sharedWith(1);
	const come = sharedWith(2);
	noteReceived(lookAtKnown([{ come }]).shared);
	const [ofHost, here] = [own, come].map((value) => printOfState(look(value), []));
	expect(isSamePrint(ofHost, here)).toBe(true);
});

test('a decoder that keeps its bytes in a converter is known not to show them', () => {
	const decoder = new TextDecoder('shift_jis');
	decoder.decode(Uint8Array.of(0x82), { stream: true });
	expect(look(decoder).unread).toEqual(['TextDecoder']);
	expect(look(new TextDecoder()).unread).toEqual([]);
});

test('the content of an object of a subclass is, too', () => {
	class Limited extends Headers {
		#limit = 3;
		limit = () => this.#limit;
	}
	const object = new Limited();
	const before = fingerprint(object);
	object.set('a', 'b');
	expect(fingerprint(object)).not.toBe(before);
});

test('properties of the program on such an object are, too', () => {
	const object = Object.assign(new Headers(), { limit: 1 });
	const before = fingerprint(object);
	object.limit = 2;
	expect(fingerprint(object)).not.toBe(before);
});

test('an object without the content of its prototype has a fingerprint', () => {
	for (const made of [URL, Headers, BlockList, TextDecoder])
		expect(fingerprint(Object.create(made.prototype))).toBeGreaterThan(0);
});

/** @type {[name: string, make: () => object][]} */
const UNREAD = [
	['Cipheriv', () => createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16))],
	['Hmac', () => createHmac('sha1', 'key')],
	['Gzip', () => createGzip()],
	['RegExp String Iterator', () => 'ab'.matchAll(/./g)],
	['String Iterator', () => 'ab'[Symbol.iterator]()],
	['Array Iterator', () => [1].values()],
	['Map Iterator', () => new Map().keys()],
	['Segmenter String Iterator', () => new Intl.Segmenter('en').segment('ab')[Symbol.iterator]()],
	[
		'Generator',
		() =>
			(function* () {
				yield 1;
			})(),
	],
];

test.each(UNREAD)('an object of the class %s is known not to show its content', (name, make) => {
	expect(look({ held: [make(), make()] }).unread).toEqual([name]);
});

test('what never changes, and what shows its content by properties, is not', () => {
	const values = [new Intl.NumberFormat('en'), new Intl.Segmenter('en'), new TextEncoder()];
	expect(look([...values, new Map(), [1], /a/g, new Date(0)]).unread).toEqual([]);
});

test('what can be read later alone is known not to show its content', () => {
	expect(look([new Blob(['x']), new Response('x')]).unread).toEqual(['Blob', 'Response']);
});

test('a class of the program that has the name of one of the platform is read by its properties', () => {
	let calls = 0;
	class Headers {
		value = 1;
		entries() {
			calls++;
			return [];
		}
	}
	const object = new Headers();
	const before = fingerprint(object);
	object.value = 2;
	expect(fingerprint(object)).not.toBe(before);
	expect(calls).toBe(0);
});

test('a replaced global is left in place, and none of its methods called', () => {
	const own = /** @type {PropertyDescriptor} */ (
		Object.getOwnPropertyDescriptor(globalThis, 'Headers')
	);
	let calls = 0;
	const replaced = class Headers {
		entries() {
			calls++;
			return [];
		}
	};
	Object.defineProperty(globalThis, 'Headers', { configurable: true, value: replaced });
	try {
		fingerprint(new replaced());
		expect(globalThis.Headers).toBe(replaced);
		expect(calls).toBe(0);
	} finally {
		Object.defineProperty(globalThis, 'Headers', own);
	}
});
