// Makes thumbnails of pictures, and says how long that took and how long the event loop stood still meanwhile.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { thumbnail } from './thumbnail.js';

const COUNT = 24;
const SIZE = { width: 1280, height: 960 };

/** @param {number} seed @returns {Uint8ClampedArray} a picture of rings, `width * height` grey values */
function makePicture(seed) {
	const pixels = new Uint8ClampedArray(SIZE.width * SIZE.height);
	for (let y = 0, next = 0; y < SIZE.height; y++) {
		for (let x = 0; x < SIZE.width; x++, next++) {
			pixels[next] = ((x - seed * 40) ** 2 + (y - seed * 30) ** 2) >> 6;
		}
	}
	return pixels;
}

const pictures = Array.from({ length: COUNT }, (_, seed) => makePicture(seed));
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
await setTimeout(20);
const startMs = performance.now();
const small = await Promise.all(pictures.map((pixels) => thumbnail(pixels, SIZE)));
const tookMs = performance.now() - startMs;
// The monitor sees a stop once the event loop goes on.
await setTimeout(20);
const sum = small.reduce((total, pixels) => total + pixels.reduce((a, b) => a + b, 0), 0);
console.log(`${COUNT} thumbnails, sum of their pixels: ${sum}`);
console.log(
	`took ${Math.round(tookMs)} ms, longest stop of the event loop ${Math.round(delay.max / 1e6)} ms`,
);
