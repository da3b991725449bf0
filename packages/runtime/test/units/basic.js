export const $lp_units = {
	'test/basic.js#add': () => (a, b) => a + b,
	'test/basic.js#tiny': () => (x) => x * 2,
	'test/basic.js#echo': () => (x) => x,
	'test/basic.js#scale':
		([k]) =>
		(xs) =>
			xs.map((x) => x * k),
};
