/** @import { Declaration } from '../lib/types.js' */
import { deflateRawSync as deflateRaw, deflateSync as deflate, gzipSync as gzip } from 'node:zlib';
import { randomBytes, randomText } from '../lib/random.js';

const text = Buffer.from(randomText(5, 4000));
const files = {
	'readme.txt': new Uint8Array(text),
	'noise.bin': randomBytes(6, 5000),
	folder: { 'empty.txt': new Uint8Array(0), 'text.txt': new Uint8Array(text.subarray(0, 999)) },
};
// RFC 1952: an empty gzip member; RFC 1950: the word "a", stored.
const EMPTY_GZIP = Uint8Array.of(31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** @type {Declaration} */
export default {
	package: 'fflate',
	entry: 'esm/index.mjs',
	units: [
		{ file: 'esm/index.mjs', function: 'zipSync' },
		{ file: 'esm/index.mjs', function: 'decompressSync' },
		{ file: 'esm/index.mjs', function: 'deflateSync' },
		{ file: 'esm/index.mjs', function: 'inflateSync' },
	],
	vectors: [
		{ call: 'zipSync', args: [files, { mtime: '2020-02-02T02:02:02', level: 6 }] },
		{ call: 'zipSync', args: [files, { mtime: '2020-02-02T02:02:02', level: 0 }] },
		{ call: 'zipSync', args: [{ 'a.txt': new Uint8Array(text) }, { mtime: '1970-01-01' }] },
		{ call: 'decompressSync', args: [EMPTY_GZIP] },
		{ call: 'decompressSync', args: () => [new Uint8Array(gzip(text))] },
		{ call: 'decompressSync', args: () => [new Uint8Array(deflate(text))] },
		{ call: 'decompressSync', args: () => [new Uint8Array(deflate(text).subarray(0, 400))] },
		{ call: 'decompressSync', args: () => [EMPTY_GZIP, { out: new Uint8Array(8) }] },
		{ call: 'deflateSync', args: () => [new Uint8Array(text), { level: 9 }] },
		{ call: 'inflateSync', args: () => [new Uint8Array(deflateRaw(text))] },
		{ call: 'inflateSync', args: [Uint8Array.of(7, 7, 7)] },
	],
};
