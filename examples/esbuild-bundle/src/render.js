import { WIDTH, HEIGHT, iterations } from './mandelbrot.js';

/**
 * @param {number} row of the picture
 * @returns {Promise<string>}
 */
export async function render(row) {
	'use cpu_bound';
	let line = '';
	for (let x = 0; x < WIDTH; x++) {
		const count = iterations((3 * x) / WIDTH - 2, (2 * row) / HEIGHT - 1);
		line += ' .:+#'[Math.min(4, Math.floor(count / 12))];
	}
	return line;
}
