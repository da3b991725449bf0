/**
 * Whether a variable has its value at a call. Before its declaration has run, reading a `let`, `const` or class throws;
 * the worker then makes the same variable without a value, and the unit meets the error where it reads it, if it does.
 *
 * @param {() => unknown} read reads the variable
 * @returns {boolean}
 */
export function hasValue(read) {
	try {
		read();
		return true;
	} catch {
		return false;
	}
}
