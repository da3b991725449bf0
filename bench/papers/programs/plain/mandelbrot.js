const LIMIT = 200;

/** @param {ArrayLike<number>} points real and imaginary parts in turn @returns {number[]} steps until each leaves */
export function work(points) {
	const steps = new Array(points.length / 2).fill(0);
	for (let p = 0; p < steps.length; p++) {
		const re = points[2 * p];
		const im = points[2 * p + 1];
		let [x, y, step] = [0, 0, 0];
		while (step < LIMIT && x * x + y * y <= 4) {
			const next = x * x - y * y + re;
			y = 2 * x * y + im;
			x = next;
			step++;
		}
		steps[p] = step;
	}
	return steps;
}

/** @param {number[][]} parts @returns {number[]} */
export function merge(parts) {
	return parts.flat();
}
