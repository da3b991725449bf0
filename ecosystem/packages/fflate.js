/** @import { Declaration } from '../lib/types.js' */
import { deflateSync as deflate, gzipSync as gzip } from 'node:zlib';
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
	steps: [
		{
			file: 'esm/index.mjs',
			what: 'a function `unpack` is added',
			why: '`decompressSync` may fill a buffer that its caller passes (see below); without options it does not',
			edits: [{ append: 'export function unpack(data) {\n\treturn decompressSync(data);\n}' }],
		},
	],
	units: [
		{ file: 'esm/index.mjs', function: 'zipSync' },
		{ file: 'esm/index.mjs', function: 'unpack' },
	],
	vectors: [
		{ call: 'zipSync', args: [files, { mtime: '2020-02-02T02:02:02', level: 6 }] },
		{ call: 'zipSync', args: [files, { mtime: '2020-02-02T02:02:02', level: 0 }] },
		{ call: 'zipSync', args: [{ 'a.txt': new Uint8Array(text) }, { mtime: '1970-01-01' }] },
		{ call: 'unpack', args: [EMPTY_GZIP] },
		{ call: 'unpack', args: () => [new Uint8Array(gzip(text))] },
		{ call: 'unpack', args: () => [new Uint8Array(deflate(text))] },
		{ call: 'unpack', args: () => [new Uint8Array(deflate(text).subarray(0, 400))] },
	],
	refused: [
		{
			units: [{ file: 'esm/index.mjs', function: 'decompressSync' }],
			codes: ['LP3001'],
			why: 'The option `out` is a buffer of the caller that it fills in place.',
		},
		{
			units: [{ file: 'esm/index.mjs', function: 'deflateSync' }],
			codes: ['LP5001'],
			why: '`Deflate` and `zipSync` of the same file use its result at once; `zipSync` can be annotated.',
		},
		{
			units: [{ file: 'esm/index.mjs', function: 'inflateSync' }],
			codes: ['LP3001', 'LP5001'],
			why: 'As above. `Inflate`, `decompressSync` and `unzipSync` use its result at once besides.',
		},
	],
};
