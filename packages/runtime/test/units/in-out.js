// Units that change the object that they are given.
export const $lp_in_out = ['push', 'pushAndThrow', 'pushSlowly'].map(
	(one) => `test/in-out.js#${one}`,
);

export const $lp_units = {
	'test/in-out.js#push': () => (list, value) => {
		list.push(value);
		return list.length;
	},
	'test/in-out.js#pushAndThrow': () => (list, value) => {
		list.push(value);
		throw new Error(`has pushed ${value}`);
	},
	'test/in-out.js#pushSlowly': () => async (list, value) => {
		await new Promise((resolve) => setTimeout(resolve, 50));
		list.push(value);
		return list.length;
	},
	'test/in-out.js#length': () => (list) => list.length,
};
