class FileError extends Error {}

export const $lp_units = {
	'test/callbacks.js#sum': () => (a, b, callback) => callback(null, a + b),
	'test/callbacks.js#later': () => (value, callback) => {
		setTimeout(() => callback.call({ receiver: value }, null, value), 5);
	},
	'test/callbacks.js#thrice': () => (callback) => {
		callback(null, 1);
		setTimeout(() => callback(null, 2), 5);
		setTimeout(() => callback(null, 3), 30);
	},
	'test/callbacks.js#throws': () => (callback) => {
		throw Object.assign(new FileError('before'), { code: 'E_BEFORE', callback: typeof callback });
	},
	'test/callbacks.js#gives': () => (callback) => callback(new FileError('given')),
	'test/callbacks.js#never': () => () => 'forgotten',
	'test/callbacks.js#exits': () => () => process.exit(4),
	'test/callbacks.js#uncloneable': () => (callback) => callback(null, { fn: () => 1 }),
	'test/callbacks.js#both': () => (value, callback) => {
		callback(null, value);
		if (value < 0) throw new FileError('negative');
		return value * 2;
	},
	'test/callbacks.js#each': () => (values, callback) => {
		for (const value of values) callback(value);
		return values.length;
	},
	'test/callbacks.js#timer': () => (callback) => {
		callback(1);
		return () => callback(2);
	},
	'test/callbacks.js#plain': () => (value, callback) => callback(value * 2),
};

export const $lp_classes = { FileError };
