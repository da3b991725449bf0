'use strict';
// What emitted CommonJS modules require that access GEMs in loops: the sites of gem.js.

/** @typedef {typeof import('./gem.js')} Gem */

/**
 * @returns {Gem} sites that know nothing where an ES module cannot be required: with `--no-experimental-require-module`, while somebody
 *   else's `import()` is still loading it, and under Jest. Each access then goes through the proxy
 */
function requireSites() {
	try {
		return require('./gem.js');
	} catch {
		return /** @type {any} */ (require('./unknown-sites.cjs'));
	}
}

const sites = requireSites();
const { apart, block, copies, elements, epoch, keyed, object, original, originals, rows } = sites;

module.exports = {
	apart,
	block,
	copies,
	elements,
	epoch,
	keyed,
	object,
	original,
	originals,
	rows,
};
