import { programs } from '../../src/programs.js';

process.on('message', async (/** @type {[name: string, size: number]} */ [name, size]) => {
	try {
		process.send?.({ value: await programs[name](size) });
	} catch (error) {
		process.send?.({ error: String(error) });
	}
});
process.send?.('ready');
