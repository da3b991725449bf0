/**
 * How many steps of `spin` take a given time on this machine, once compiled.
 *
 * @param {(steps: number) => Promise<number>} spin on this thread
 * @param {number} microseconds wanted
 * @returns {Promise<number>} steps
 */
export async function calibrate(spin, microseconds) {
	const trial = 100_000;
	const rates = [];
	for (let round = 0; round < 30; round++) {
		const start = performance.now();
		await spin(trial);
		rates.push(trial / ((performance.now() - start) * 1000));
	}
	// The fastest is the one that nothing disturbed.
	return Math.max(1, Math.round(Math.max(...rates) * microseconds));
}
