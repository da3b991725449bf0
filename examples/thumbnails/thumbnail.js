/** Weights of a Gaussian blur; their sum is 256. */
const KERNEL = [1, 8, 28, 56, 70, 56, 28, 8, 1];
const HALF = KERNEL.length >> 1;

/**
 * Blur along one axis.
 *
 * @param {Uint8ClampedArray} source grey values, `width * height`
 * @param {{ width: number, height: number }} size in pixels
 * @param {'x' | 'y'} axis
 * @returns {Uint8ClampedArray} of the same length
 */
function blur(source, { width, height }, axis) {
	const target = new Uint8ClampedArray(source.length);
	const length = axis === 'x' ? width : height;
	const step = axis === 'x' ? 1 : width;
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const position = axis === 'x' ? x : y;
			const start = y * width + x;
			let sum = 0;
			for (let k = 0; k < KERNEL.length; k++) {
				// Pixels beyond the edge count as the pixel at the edge.
				const at = Math.min(Math.max(position + k - HALF, 0), length - 1);
				sum += KERNEL[k] * source[start + (at - position) * step];
			}
			target[start] = sum >> 8;
		}
	}
	return target;
}

/**
 * Make a smaller picture: blur it, so that fine lines do not flicker, and keep each fourth pixel of each fourth row.
 *
 * @param {Uint8ClampedArray} pixels grey values, `width * height`
 * @param {{ width: number, height: number }} size in pixels, multiples of 4
 * @returns {Promise<Uint8ClampedArray>} `width * height / 16` grey values
 */
export async function thumbnail(pixels, size) {
	'use cpu_bound';
	const smooth = blur(blur(pixels, size, 'x'), size, 'y');
	const { width, height } = size;
	const small = new Uint8ClampedArray((width * height) / 16);
	let next = 0;
	for (let y = 0; y < height; y += 4) {
		for (let x = 0; x < width; x += 4) small[next++] = smooth[y * width + x];
	}
	return small;
}
