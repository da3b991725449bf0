// Units that change the object that they are given.
export const $lp_in_out = ['test/in-out.js#push', 'test/in-out.js#pushAndThrow'];

export const $lp_units = {
	'test/in-out.js#push': () => (list, value) => {
		list.push(value);
		return list.length;
	},
	'test/in-out.js#pushAndThrow': () => (list, value) => {
		list.push(value);
		throw new Error(`has pushed ${value}`);
	},
	'test/in-out.js#length': () => (list) => list.length,
};
