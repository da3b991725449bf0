/** @import { Job } from '../types.js' */
import { transformFile } from '../src/transform-file.js';

process.on('message', async (/** @type {Job} */ job) => {
	try {
		process.send?.({ result: await transformFile(job) });
	} catch (error) {
		process.send?.({ error: String(error) });
	}
});
process.send?.('ready');
