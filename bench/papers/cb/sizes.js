/** The six programs of [CB §V], and what each call of them gets to do: about 12 ms for rows of calls, 100 ms for long ones, 3 ms for requests. */
export const PROGRAMS = ['richards', 'deltablue', 'raytrace', 'rsa', 'fib', 'mapreduce'];

/** @type {Record<string, number>} */
export const CALL_SIZES = {
	richards: 8,
	deltablue: 2_500,
	raytrace: 260,
	rsa: 14,
	fib: 31,
	mapreduce: 120,
};

/** @type {Record<string, number>} */
export const LONG_SIZES = {
	richards: 68,
	deltablue: 18_000,
	raytrace: 750,
	rsa: 116,
	fib: 36,
	mapreduce: 1_000,
};

/** @type {Record<string, number>} */
export const REQUEST_SIZES = {
	richards: 2,
	deltablue: 400,
	raytrace: 120,
	rsa: 3,
	fib: 28,
	mapreduce: 30,
};
