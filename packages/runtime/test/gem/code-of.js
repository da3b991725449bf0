/**
 * @param {() => unknown} fn
 * @returns {string} the code of what it throws, or its text without one; 'nothing' when it throws nothing
 */
export function codeOf(fn) {
	try {
		fn();
		return 'nothing';
	} catch (error) {
		return error.code ?? String(error);
	}
}
