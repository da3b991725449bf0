const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** @param {string} key @returns {boolean} */
const isPlain = (key) => IDENTIFIER.test(key) && key !== '__proto__';

/** @param {string} key @returns {string} in a literal */
export const propertyKey = (key) => (isPlain(key) ? key : `[${JSON.stringify(key)}]`);

/** @param {string} value @param {string} key @returns {string} */
export const memberOf = (value, key) =>
	isPlain(key) ? `${value}.${key}` : `${value}[${JSON.stringify(key)}]`;
