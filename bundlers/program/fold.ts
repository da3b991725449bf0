import { currentThread } from './thread.js';
import { Point } from './point.js';
import { describe } from './score.js';
import { settings } from './settings.js';

interface Folded {
	sum: number;
	thread: number;
}

/** Calls a unit of another file in its own thread: both must have the same class. */
export async function fold(points: Point[]): Promise<Folded> {
	'use cpu_bound';
	const moved = points.map(({ x, y }) => new Point(x + 1, y + 1));
	const { lengths, isPoint } = await describe(moved);
	return {
		sum: Math.round(lengths[0] + lengths[1]) + (isPoint ? 1000 : 0),
		thread: await currentThread(),
	};
}

/** Reads what the program has set. */
export async function count(limit: number): Promise<Folded> {
	'use cpu_bound';
	let sum = settings.offset;
	for (let n = 0; n < limit; n++) sum += n;
	return { sum, thread: await currentThread() };
}
