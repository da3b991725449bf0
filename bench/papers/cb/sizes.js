/** The six programs of [CB §V], and what each call of them gets to do: about 12 ms for rows of calls, 3 ms for requests. */
export const PROGRAMS = ['richards', 'deltablue', 'raytrace', 'rsa', 'fib', 'mapreduce'];

/** @type {Record<string, number>} */
export const CALL_SIZES = {
	richards: 4,
	deltablue: 350,
	raytrace: 300,
	rsa: 9,
	fib: 31,
	mapreduce: 40,
};

/** @type {Record<string, number>} */
export const REQUEST_SIZES = {
	richards: 1,
	deltablue: 150,
	raytrace: 150,
	rsa: 2,
	fib: 28,
	mapreduce: 12,
};
