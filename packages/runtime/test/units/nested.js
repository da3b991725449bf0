import { threadId } from 'node:worker_threads';
import { call, callWithCallback, unit } from '@lapidary/runtime/internal/host';

const inner = unit('test/nested.js#inner', import.meta.url);
const innerCallback = unit('test/nested.js#innerCallback', import.meta.url, { callback: 'node' });

export const $lp_units = {
	'test/nested.js#inner': () => (value) => ({ value, threadId }),
	'test/nested.js#innerCallback': () => (callback) => callback(null, threadId),
	'test/nested.js#outer': () => async () => {
		const value = { fn: () => 1 }; // could not cross a thread
		const result = await call(inner, [value]);
		return { same: result.value === value, sameThread: result.threadId === threadId };
	},
	'test/nested.js#outerCallback': () => () =>
		new Promise((resolve) => {
			callWithCallback(innerCallback, [(error, id) => resolve(error === null && id === threadId)]);
		}),
};
