import { Point } from './point.js';
import { describe, fail, NotFound } from './score.js';
import { count, fold } from './fold.js';
import { settings } from './settings.js';

async function main(): Promise<void> {
	settings.offset = 7;
	const points = [new Point(3, 4), new Point(6, 8)];
	const { lengths, isPoint } = await describe(points);
	const [folded, counted] = await Promise.all([fold(points), count(10)]);
	// What must be the same, however it runs.
	console.log(JSON.stringify({ lengths, isPoint, folded: folded.sum, counted: counted.sum }));
	const error = await fail('nowhere').catch((thrown: NotFound) => thrown);
	const { name, message, key } = error;
	console.log(JSON.stringify([error instanceof NotFound, name, message, key]));
	// What must not.
	const [place] = /\w+\.[jt]s:\d+/.exec(String(error.stack)) ?? [];
	console.log(JSON.stringify({ threads: [folded.thread, counted.thread], place }));
}

export const done = main();
