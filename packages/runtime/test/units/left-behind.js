// Units that leave something running, and innocent ones.
const CULPRITS = {
	rejection: () => void Promise.reject(new RangeError('left')),
	timer: () => {
		setTimeout(() => {
			throw new RangeError('left');
		}, 0);
	},
	exit: () => void setImmediate(() => process.exit(3)),
};

export const $lp_units = {
	'test/left-behind.js#leave': () => (how) => {
		CULPRITS[how]();
		return how;
	},
	'test/left-behind.js#wait': () => async (how) => {
		CULPRITS[how]();
		await new Promise((resolve) => setTimeout(resolve, 1000));
	},
	'test/left-behind.js#count': () => (words, index) => Atomics.add(words, index, 1),
	'test/left-behind.js#echo': () => (value) => value,
	'test/left-behind.js#numbers': () =>
		function* () {
			yield 1;
			yield 2;
		},
	'test/left-behind.js#print': () => (ms, every) => {
		let left = 2;
		const print = () => {
			console.log('late', left);
			if (--left === 0) clearInterval(timer);
		};
		const timer = every ? setInterval(print, ms) : setTimeout(print, ms);
		return 'result';
	},
	'test/left-behind.js#unreferenced': () => () => {
		setInterval(() => undefined, 1000).unref();
		return 'result';
	},
};
