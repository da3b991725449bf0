/** @param {string} path from the folder of the module: `/a/../lib.js` @returns {string} `./lib.js` */
export function relativeSpecifier(path) {
	/** @type {string[]} */
	const parts = [];
	for (const part of path.split(/[\\/]/)) {
		if (part === '' || part === '.') continue;
		if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
		else parts.push(part);
	}
	return parts[0] === '..' ? parts.join('/') : `./${parts.join('/')}`;
}
