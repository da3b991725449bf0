import { Partitioned, ReadOnly, release, snapshot } from '@lapidary/runtime/gem';

const LIMIT = 200;

/** @param {number[]} content */
export function share(content) {
	const points = ReadOnly.create(content);
	return { points, release: () => release(points) };
}

/** @param {{ points: number[] }} shared @param {number} parts */
export async function run({ points }, parts) {
	const image = new Array(points.length / 2).fill(0);
	const steps = Partitioned.create(image, { partitions: parts });
	await Promise.all(Array.from({ length: parts }, (_, part) => work(points, steps, part)));
	const all = snapshot(steps);
	release(steps);
	return all;
}

/**
 * Counts for a part of the image how many steps it takes until a point leaves.
 *
 * @param {number[]} points real and imaginary parts in turn
 * @param {any} steps
 * @param {number} part
 */
async function work(/* cpu_bound: gem */ points, /* cpu_bound: gem */ steps, part) {
	'use cpu_bound';
	const { from, to } = steps.subset(part);
	for (let p = from; p < to; p++) {
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
	steps.release();
}
