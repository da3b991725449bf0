export const $lp_units = {
	'test/late.js#leaveLater': () => (words) => {
		setImmediate(() => {
			Atomics.store(words, 0, 1);
			Atomics.notify(words, 0);
			process.exit(3);
		});
		return 'done';
	},
};
