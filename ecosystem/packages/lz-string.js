/** @import { Declaration } from '../lib/types.js' */
import { randomText } from '../lib/random.js';

const file = 'libs/lz-string.js';
const text = randomText(9, 3000);
/** @param {string} name */
const method = (name) => ({ file, function: name });

/** @type {Declaration} */
export default {
	package: 'lz-string',
	entry: file,
	units: [
		method('compressToBase64'),
		method('decompressFromBase64'),
		method('compressToUTF16'),
		method('compressToUint8Array'),
		method('compressToEncodedURIComponent'),
	],
	vectors: [
		{ call: 'default.compressToBase64', args: ['hello, i am a 猫'] },
		{ call: 'default.compressToBase64', args: [text] },
		{ call: 'default.decompressFromBase64', args: ['BYUwNmD2A0AECWsCGBbZtDUzkA=='] },
		{ call: 'default.compressToUTF16', args: [text] },
		{ call: 'default.compressToEncodedURIComponent', args: ['hello, i am a 猫'] },
		{ call: 'default.compressToBase64', args: [null], expect: '' },
		{ call: 'default.decompressFromBase64', args: [''], expect: null },
		{ call: 'default.compressToUint8Array', args: ['abc'.repeat(400)] },
	],
};
