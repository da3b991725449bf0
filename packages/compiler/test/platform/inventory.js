import { builtinModules, createRequire } from 'node:module';
import { ACTING_MODULES, SAME_MODULES } from '../../src/knowledge/platform/node-modules.js';
import { rowOf } from '../../src/knowledge/platform/table.js';

const require = createRequire(import.meta.url);

/** Objects of the language whose members have rows, by name. */
const HIDDEN = {
	TypedArray: Object.getPrototypeOf(Uint8Array),
	'Generator.prototype': Object.getPrototypeOf(function* () {}).prototype,
	'Iterator.prototype': Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())),
	'Hash.prototype': require('node:crypto').Hash.prototype,
	'Hmac.prototype': require('node:crypto').Hmac.prototype,
	'StringDecoder.prototype': require('node:string_decoder').StringDecoder.prototype,
	'EventEmitter.prototype': require('node:events').prototype,
	'Channel.prototype': require('node:diagnostics_channel').Channel.prototype,
};

/**
 * Globals and classes that the table does not speak of: their functions may do anything, for the compiler. Streams, ports,
 * and what the environment of the tests or of the compiler itself adds.
 */
const UNKNOWN =
	/^(ReadableStream|WritableStream|TransformStream|ReadableByte|BroadcastChannel|Message|Performance|Websocket|WebSocket|Crypto|SubtleCrypto|CryptoKey|Request|Response\.prototype|URLPattern|Navigator|navigator|Storage|CloseEvent|CustomEvent|File|EventSource|MIME|Byte|Count|Text\w+Stream|Compression|Decompression|FinalizationRegistry$|global|Temporal|WebAssembly\.(Suspend|Tag|Instance)|Console|Lock|Buffer$|console\.Console|process\.send|AbortSignal$|Function\.prototype$)/;

/** @param {object} object @returns {string[]} names of its own functions */
const functionsOf = (object) =>
	Object.getOwnPropertyNames(object).filter((name) => {
		const { value } = /** @type {PropertyDescriptor} */ (
			Object.getOwnPropertyDescriptor(object, name)
		);
		return typeof value === 'function' && name !== 'constructor' && !/^_/.test(name);
	});

/** @param {string} path @returns {unknown} the function or object that the table means by it */
export function valueAt(path) {
	const hidden = Object.keys(HIDDEN).find((name) => path === name || path.startsWith(`${name}.`));
	if (hidden) return walkTo(HIDDEN[hidden], path.slice(hidden.length + 1));
	if (path.startsWith('TypedArray.')) return walkTo(HIDDEN.TypedArray, path.slice(11));
	const module = /^node:[\w/]+/.exec(path)?.[0];
	if (module) return walkTo(require(module), path.slice(module.length + 1));
	if (path.startsWith('require')) return walkTo(require, path.slice(8));
	return walkTo(globalThis, path);
}

/** @param {any} from @param {string} path @returns {unknown} */
const walkTo = (from, path) =>
	path === '' ? from : path.split('.').reduce((object, name) => object?.[name], from);

/** @param {string} path @returns {boolean} */
const isKnown = (path) => rowOf('call', path) !== null || rowOf('new', path) !== null;

/** @returns {string[]} functions of this Node that have no row */
export function missingFunctions() {
	const missing = [];
	/** @param {string} holder @param {object} object */
	const look = (holder, object) => {
		for (const name of functionsOf(object)) {
			const path = holder === '' ? name : `${holder}.${name}`;
			if (!UNKNOWN.test(path) && !isKnown(path)) missing.push(path);
		}
	};
	for (const name of Object.getOwnPropertyNames(globalThis)) {
		if (UNKNOWN.test(name) || name === 'globalThis') continue;
		const value = globalThis[name];
		const isClass = typeof value === 'function' && value.prototype !== undefined;
		if (typeof value === 'function' && !isKnown(name) && !/^(Iterator|Float16Array)$/.test(name))
			missing.push(name);
		if (isClass) look(`${name}.prototype`, value.prototype);
		if (
			typeof value === 'function' ||
			/^(Math|JSON|Reflect|Atomics|Intl|WebAssembly|console|process)$/.test(name)
		)
			look(name, value);
	}
	for (const holder of ['Intl', 'WebAssembly'])
		for (const name of functionsOf(globalThis[holder])) {
			if (UNKNOWN.test(`${holder}.${name}`)) continue;
			look(`${holder}.${name}`, globalThis[holder][name]);
			look(`${holder}.${name}.prototype`, globalThis[holder][name].prototype ?? {});
		}
	for (const [holder, object] of Object.entries(HIDDEN))
		if (!/^(Hash|Hmac|StringDecoder|EventEmitter|Channel)/.test(holder)) look(holder, object);
	const acting = new Set(ACTING_MODULES.split(' '));
	for (const name of builtinModules) {
		const path = `node:${name}`;
		const isElsewhere = acting.has(name) || Object.hasOwn(SAME_MODULES, path);
		if (/^_|^(test|punycode|constants|timers)$|^node:/.test(name) || isElsewhere) continue;
		for (const one of Object.keys(require(path))) {
			const value = require(path)[one];
			const full = `${path}.${one}`;
			const isSame = Object.hasOwn(SAME_MODULES, full) || value === globalThis[one];
			if (typeof value === 'function' && !isSame && !/^_/.test(one) && !isKnown(full))
				missing.push(full);
		}
	}
	return missing;
}
