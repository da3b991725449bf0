/**
 * The contents of layers.json.
 *
 * @typedef {object} Rules
 * @property {LayerRule[]} layers the longest matching path decides; a layer may always import itself
 * @property {Record<string, string[]>} packages package (or `scope/*`) → paths that may import it; a package
 *   without a rule may be imported wherever the nearest package.json lists it
 * @property {Record<string, string[]>} builtins path → modules of Node that it may import (`node:*`: all);
 *   a path without a rule may import all
 */

/**
 * @typedef {object} LayerRule
 * @property {string} name a `*` stands for what the `*` of the path matched: each match is a layer of its own
 * @property {string[]} files a file, or a folder with a slash at its end; a `*` matches one name
 * @property {string[]} may names of layers; with `*`: each of them
 */

/**
 * A layer that a file is in.
 *
 * @typedef {object} Layer
 * @property {string} name with the `*` filled in
 * @property {LayerRule} rule
 */

/**
 * Find the layer of a file.
 *
 * @param {Rules} rules
 * @param {string} file relative to the root, posix separators
 * @returns {Layer | undefined}
 */
export function layerOf(rules, file) {
	let length = -1;
	/** @type {Layer | undefined} */
	let best;
	for (const rule of rules.layers) {
		for (const pattern of rule.files) {
			const matched = matchPath(pattern, file);
			if (matched === undefined || pattern.length <= length) continue;
			length = pattern.length;
			best = { name: rule.name.replace('*', matched), rule };
		}
	}
	return best;
}

/**
 * @param {Layer} from
 * @param {Layer} to
 * @returns {boolean}
 */
export function mayImportLayer(from, to) {
	return from.name === to.name || from.rule.may.includes(to.rule.name);
}

/**
 * Find the paths that may import a package.
 *
 * @param {Rules} rules
 * @param {string} specifier '@babel/parser', 'piscina', '@lapidary/runtime/abi'
 * @returns {string[] | undefined} undefined when there is no rule
 */
export function pathsForPackage(rules, specifier) {
	const patterns = Object.keys(rules.packages)
		.filter((pattern) => matchesName(pattern, specifier))
		.sort((left, right) => right.length - left.length);
	return patterns.length > 0 ? rules.packages[patterns[0]] : undefined;
}

/**
 * Whether a file may import a module of Node.
 *
 * @param {Rules} rules
 * @param {string} file relative to the root, posix separators
 * @param {string} specifier 'node:fs'
 * @returns {boolean}
 */
export function mayImportBuiltin(rules, file, specifier) {
	const folders = Object.keys(rules.builtins)
		.filter((folder) => matchPath(folder, file) !== undefined)
		.sort((left, right) => right.length - left.length);
	if (folders.length === 0) return true;
	return rules.builtins[folders[0]].some((pattern) => matchesName(pattern, specifier));
}

/**
 * @param {string} pattern 'packages/a/b.js', 'packages/a/' or 'packages/a/*'
 * @param {string} file
 * @returns {string | undefined} what the `*` matched, without an extension; '' without a `*`; undefined: no match
 */
export function matchPath(pattern, file) {
	if (!pattern.endsWith('*')) {
		return file === pattern || (pattern.endsWith('/') && file.startsWith(pattern)) ? '' : undefined;
	}
	const folder = pattern.slice(0, -1);
	if (!file.startsWith(folder)) return undefined;
	return file
		.slice(folder.length)
		.split('/')[0]
		.replace(/\.\w+$/, '');
}

/**
 * @param {string} pattern 'acorn', '@babel/*' or 'node:*'
 * @param {string} name
 * @returns {boolean}
 */
function matchesName(pattern, name) {
	return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}
