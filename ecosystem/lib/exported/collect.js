/**
 * What a package exports: own enumerable properties of its exports, of the default one, and that itself.
 *
 * @param {Record<string, any>} exported namespace of the entry
 * @returns {{ value: Function, path: string[] }[]} each function once
 */
export function collectFunctions(exported) {
	/** @type {Map<unknown, string[]>} */
	const found = new Map();
	/** @param {unknown} value @param {string[]} path */
	const note = (value, path) => {
		if (typeof value === 'function' && !found.has(value)) found.set(value, path);
	};
	// Of a CommonJS package the default is what `require` gives: its properties are called as methods of that.
	note(exported.default, ['default']);
	if (exported.default !== null && /^(object|function)$/.test(typeof exported.default))
		for (const key of Object.keys(exported.default)) note(exported.default[key], ['default', key]);
	for (const key of Object.keys(exported)) note(exported[key], [key]);
	return [...found].map(([value, path]) => ({ value: /** @type {Function} */ (value), path }));
}

/** @param {string} text of a function @returns {boolean} */
export const isBuiltIn = (text) => text.endsWith('{ [native code] }');

/** @param {Function} value @param {string} text @returns {boolean} also of a function whose prototype has methods */
export const isClass = (value, text) =>
	/^class\b/.test(text) || Object.keys(value.prototype ?? {}).some((key) => key !== 'constructor');
