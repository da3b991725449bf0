/** @import { Node } from '../types.js' */
/** @import { Fragment } from './module.js' */
import { isCall, unwrap } from '../ast/shapes.js';

/** What bundlers import for its effects on a page. */
const ASSET = /\.(css|s[ac]ss|less|styl|svg|png|jpe?g|gif|webp|woff2?)(\?.*)?$/i;

/**
 * The module that a statement imports for its effects: `./polyfill.js` of `import './polyfill.js'` and `require('./polyfill.js')`.
 *
 * @param {Fragment} fragment
 * @returns {string | null} null for any other statement, and for what has no effects on code
 */
export function effectSource(fragment) {
	const source = sourceOf(fragment);
	return source === null || ASSET.test(source) ? null : source;
}

/** @param {Fragment} fragment @returns {string | null} */
function sourceOf({ kind, node }) {
	if (kind === 'import' && node.type === 'ImportDeclaration')
		return node.specifiers.length === 0 ? node.source.value : null;
	const call = /** @type {Node | null} */ (unwrap(node.expression ?? null));
	const isRequire = call && isCall(call) && call.callee.name === 'require';
	const [source] = isRequire ? call.arguments : [];
	return source?.type === 'StringLiteral' ? source.value : null;
}
