/** @import { Declaration } from '../lib/types.js' */
import { randomBytes, randomText } from '../lib/random.js';

const README = 'README';

/** @type {Declaration} */
export default {
	package: 'crc-32',
	entry: 'crc32.js',
	units: [
		{ file: 'crc32.js', function: 'crc32_buf' },
		{ file: 'crc32.js', function: 'crc32_str' },
		{ file: 'crc32.js', function: 'crc32_bstr' },
	],
	vectors: [
		{ call: 'default.str', args: ['SheetJS'], expect: -1647298270, from: README },
		{ call: 'default.bstr', args: ['SheetJS'], expect: -1647298270, from: README },
		{
			call: 'default.buf',
			args: [[83, 104, 101, 101, 116, 74, 83]],
			expect: -1647298270,
			from: README,
		},
		{ call: 'default.buf', args: [[83, 104]], expect: -1826163454, from: README },
		{ call: 'default.str', args: ['eet', -1826163454], expect: 1191034598, from: README },
		{ call: 'default.str', args: ['\u2603'], expect: -1743909036, from: README },
		{ call: 'default.bstr', args: ['\u2603'], expect: 1259060791, from: README },
		{ call: 'default.buf', args: [randomBytes(1, 200_000), 0] },
		{ call: 'default.str', args: [`${randomText(2, 10_000)}\u{1f600}`, 7] },
		{ call: 'default.buf', args: [] },
	],
};
