const PRIMITIVE = ['@@toPrimitive', 'valueOf', 'toString'];
const ITERATION = ['@@iterator', '@@asyncIterator'];

/**
 * Methods that the language and the platform call by themselves: for operators and templates, to iterate, and all of them, as
 * functions of the platform may.
 */
export const CONVERSIONS = {
	primitive: PRIMITIVE,
	iteration: ITERATION,
	any: [...PRIMITIVE, ...ITERATION, 'toJSON', 'then', '@@hasInstance'],
};

/** @param {string | null} name of a member @returns {name is string} */
export const isConversion = (name) => name !== null && CONVERSIONS.any.includes(name);
