import workerpool from 'workerpool';
import { programs } from '../../src/programs.js';

workerpool.worker({
	run: (/** @type {string} */ name, /** @type {number} */ size) => programs[name](size),
});
