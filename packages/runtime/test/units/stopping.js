// Units with loops that look whether they are to end, as the compiler emits them; each counts that it began.
import { threadId } from 'node:worker_threads';
import { stop as $lp_flag, stopped as $lp_stopped } from '@lapidary/runtime/internal/worker';
const $lp_stop = $lp_flag; // prettier-ignore

function begin(words, index) {
	Atomics.add(words, index, 1);
	Atomics.notify(words, index);
}

function spin() {
	let x = 1;
	while (true) { if ($lp_stop[0] !== 0) $lp_stopped(); x = (x * 31 + 7) | 0; } // prettier-ignore
}

const ENDINGS = {
	return: () => threadId,
	spin,
	finally: (words, index) => {
		try {
			return spin();
		} finally {
			Atomics.add(words, index, 10);
		}
	},
	swallow: (words, index) => {
		for (;;) {
			try {
				spin();
			} catch (error) {
				// Seen from inside: what the caller gets, too.
				if (error.name === 'AbortError' && error.code === 'LP8004') Atomics.store(words, index, 50);
			}
		}
	},
	later: async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		return spin();
	},
	never: () => new Promise(() => undefined),
	blind: () => {
		for (;;);
	},
};

export const $lp_units = {
	'test/stopping.js#run': () => (words, index, ending) => {
		begin(words, index);
		return ENDINGS[ending](words, index);
	},
};
