'use strict';
const { threadId } = require('node:worker_threads');
const { stop: $lp_stop, stopped: $lp_stopped } = require('@lapidary/runtime/internal/worker');
exports.$lp_units = {
	'test/stopping.cjs#spin': () => (words) => {
		Atomics.store(words, 0, threadId);
		Atomics.notify(words, 0);
		for (;;) { if ($lp_stop[0] !== 0) $lp_stopped(); } // prettier-ignore
	},
	'test/stopping.cjs#thread': () => () => threadId,
};
