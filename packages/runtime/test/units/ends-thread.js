// Units that end their thread.
export const $lp_units = {
	'test/ends-thread.js#exit': () => () => process.exit(7),
	'test/ends-thread.js#uncaught': () => () =>
		new Promise(() => {
			setTimeout(() => {
				throw new Error('not caught');
			}, 1);
		}),
	'test/ends-thread.js#memory': () => () => {
		const held = [];
		for (;;) held.push(new Array(1000).fill(held.length));
	},
};
