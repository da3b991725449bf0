/** @import { Node } from '../../types.js' */
/** @import { Fragment, Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { isCall, unwrap } from '../../ast/shapes.js';
import { importForEffects } from '../../diagnostics/codes.js';

/** Globals that no module extends. */
const FIXED = new Set(
	'undefined NaN Infinity arguments console require module exports __filename __dirname'.split(' '),
);

/** What bundlers import for its effects on a page. */
const ASSET = /\.(css|s[ac]ss|less|styl|svg|png|jpe?g|gif|webp|woff2?)(\?.*)?$/i;

/**
 * Point out imports for their effects, which stay on the host: what they put into globals is not there in a
 * worker. Nothing to say about code that uses none.
 *
 * @param {Omit<Planned, 'classes'>} planned
 * @param {Reporter} reporter LP3007
 */
export function reportEffectImports({ plans, slice, globals }, reporter) {
	const kept = slice.filter((entry) => entry.kept).map(({ fragment }) => fragment);
	const names = [
		...plans.flatMap(({ captures }) =>
			captures.filter((one) => one.channel === 'global').map((one) => one.name),
		),
		...kept.flatMap((fragment) => (globals.get(fragment) ?? []).map((one) => one.name)),
	];
	const used = names.find((name) => !FIXED.has(name));
	if (used === undefined) return;
	for (const { fragment, kept: isKept } of slice) {
		const source = isKept ? null : effectSource(fragment);
		if (source !== null && !ASSET.test(source))
			importForEffects(reporter, fragment.statement, { source, name: used });
	}
}

/** @param {Fragment} fragment @returns {string | null} `./polyfill.js` of `import './polyfill.js'` and `require('./polyfill.js')` */
function effectSource({ kind, node }) {
	if (kind === 'import' && node.type === 'ImportDeclaration')
		return node.specifiers.length === 0 ? node.source.value : null;
	const call = /** @type {Node | null} */ (unwrap(node.expression ?? null));
	const isRequire = call && isCall(call) && call.callee.name === 'require';
	const [source] = isRequire ? call.arguments : [];
	return source?.type === 'StringLiteral' ? source.value : null;
}
