/** @import { Declaration } from '../lib/types.js' */
import { deflateSync, gzipSync } from 'node:zlib';
import { randomBytes, randomText } from '../lib/random.js';

const file = 'dist/pako.mjs';
const text = Buffer.from(randomText(8, 3000));
const noise = randomBytes(9, 20_000);

/** @type {Declaration} */
export default {
	package: 'pako',
	entry: file,
	steps: [
		{
			file,
			what: '`/* cpu_bound: reeval */` before the variables that calls assign to',
			why: 'these tables are made by the first call, and each worker may have its own',
			edits: [
				{
					comment: 'cpu_bound: reeval',
					before: [
						...['static_l_desc', 'static_d_desc', 'static_bl_desc', 'static_init_done'],
						...['lenfix', 'distfix', 'virgin'],
					],
				},
			],
		},
	],
	units: [
		{ file, function: '/deflate' },
		{ file, function: '/deflateRaw' },
		{ file, function: '/gzip' },
		{ file, function: '/inflate' },
		{ file, function: '/inflateRaw' },
	],
	vectors: [
		{ call: 'deflate', args: [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)] },
		{ call: 'deflate', args: [new Uint8Array(text), { level: 9 }] },
		{ call: 'deflate', args: [new Uint8Array(text), { raw: true, strategy: 2 }] },
		{ call: 'deflate', args: [noise] },
		{ call: 'deflateRaw', args: [new Uint8Array(text)] },
		{ call: 'gzip', args: [noise, { level: 1 }] },
		{
			call: 'inflate',
			args: () => [new Uint8Array(deflateSync(text))],
			expect: new Uint8Array(text),
		},
		{ call: 'inflate', args: () => [new Uint8Array(gzipSync(noise))], expect: noise },
		{ call: 'inflate', args: () => [new Uint8Array(deflateSync(text)), { toText: true }] },
		{ call: 'inflate', args: [Uint8Array.of(1, 2, 3)] },
		{ call: 'deflate', args: ['A string becomes UTF-8: ☃'] },
	],
	refused: [
		{
			units: [{ file, function: '/inflate' }],
			codes: ['LP2003'],
			why: 'Without the comments: the first call makes tables and says so in variables of the module.',
		},
	],
};
