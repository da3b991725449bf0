/** @import { Declaration } from '../lib/types.js' */
import { randomBytes, randomText } from '../lib/random.js';

const README = 'README';
const FOX = 'The quick brown fox jumps over the lazy dog';

/** @type {Declaration} */
export default {
	package: 'js-sha256',
	entry: 'src/core.mjs',
	units: [
		{ file: 'src/core.mjs', function: 'createOutputMethod/(anonymous)' },
		{ file: 'src/core.mjs', function: 'createHmacOutputMethod/(anonymous)' },
	],
	vectors: [
		{
			call: 'sha256',
			args: [''],
			expect: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
			from: README,
		},
		{
			call: 'sha256',
			args: [FOX],
			expect: 'd7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592',
			from: README,
		},
		{
			call: 'sha224',
			args: [FOX],
			expect: '730e109bd7a8a32b1cb9d9a09aa2325d2430587ddbc0c38bad911525',
			from: README,
		},
		{
			call: 'sha256',
			args: ['中文'],
			expect: '72726d8818f693066ceb69afa364218b692e62ea92b385782363780f47529c21',
			from: README,
		},
		{
			call: 'sha256.hex',
			args: [new Uint8Array([211, 212])],
			expect: '182889f925ae4e5cc37118ded6ed87f7bdc7cab5ec5e78faef2e50048999473f',
			from: README,
		},
		{
			call: 'sha256.array',
			args: [''],
			expect: [
				...[227, 176, 196, 66, 152, 252, 28, 20, 154, 251, 244, 200, 153, 111, 185, 36],
				...[39, 174, 65, 228, 100, 155, 147, 76, 164, 149, 153, 27, 120, 82, 184, 85],
			],
			from: README,
		},
		{
			call: 'sha256.hmac',
			args: ['key', FOX],
			expect: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
			from: 'Wikipedia, HMAC',
		},
		{ call: 'sha256.hmac.arrayBuffer', args: [randomBytes(1, 99), randomText(2, 5000)] },
		{ call: 'sha256.arrayBuffer', args: [randomBytes(3, 100_000)] },
		{ call: 'sha224.digest', args: [randomText(4, 9000)] },
		{ call: 'sha256', args: [{}] },
	],
};
