// Ways in which a unit can fail: what a call with this index does, by name.
export const FAILURES = {
	throw: (index) => {
		throw new RangeError(`call ${index}`);
	},
	exit: () => process.exit(7),
	uncaught: () =>
		new Promise(() => {
			setImmediate(() => {
				throw new TypeError('nobody catches this');
			});
		}),
};
