import workerpool from 'workerpool';
import run from './pool-thread.js';

workerpool.worker({
	/** @param {string} program @param {any} task */
	work: (program, task) => run({ ...task, program }),
});
