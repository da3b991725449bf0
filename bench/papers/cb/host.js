// A process with one contender: `node host.js <module of call>`. A message asks for a row of calls, all made at once.

/** @type {{ call: (name: string, size: number) => Promise<unknown>, close?: () => Promise<unknown> }} */
const { call, close } = await import(process.argv[2]);

/**
 * @typedef {object} Row
 * @property {number} begunMs when the first call was made, since 1970, to fractions of a millisecond
 * @property {number} wallMs from the first call to the last result
 * @property {number} cpuMs that all threads of this process have used in that time
 * @property {number[]} waitMs from the first call to the result of each
 * @property {number} sinceStartMs from the start of the process to the last result
 * @property {unknown[]} results
 */

process.on('message', async (/** @type {{ name: string, size: number, calls: number }} */ task) => {
	const { name, size, calls } = task;
	const startMs = performance.now();
	const startCpu = process.cpuUsage();
	/** @type {number[]} */
	const waitMs = [];
	const one = async () => {
		const result = await call(name, size);
		waitMs.push(performance.now() - startMs);
		return result;
	};
	try {
		const results = await Promise.all(Array.from({ length: calls }, one));
		const endMs = performance.now();
		const { user, system } = process.cpuUsage(startCpu);
		const cpuMs = (user + system) / 1000;
		const begunMs = performance.timeOrigin + startMs;
		const wallMs = endMs - startMs;
		process.send?.({ begunMs, wallMs, sinceStartMs: endMs, cpuMs, waitMs, results });
	} catch (error) {
		process.send?.({ error: String(error) });
	}
});
process.on('disconnect', async () => {
	await close?.();
	process.exit();
});
process.send?.('ready');
