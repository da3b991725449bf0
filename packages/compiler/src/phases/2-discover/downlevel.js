/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
import { calledName } from '../../ast/awaiter.js';
import { chainRoot, dottedName, isCall, isWrapper, unwrap } from '../../ast/shapes.js';

/** Helpers of TypeScript, tslib, Babel, SWC and esbuild that run a generator, or a state machine, as something else. */
const HELPERS =
	/^_*(awaiter|async|asyncGenerator|generator|ts_generator|asyncToGenerator|async_to_generator|wrapAsyncGenerator|wrap_async_generator)\d*$/;

/**
 * What runs an annotated function as another kind of function than the source had: the directive would make a unit of a part
 * of that.
 *
 * @param {Node} fn
 * @param {Parents} parents
 * @returns {string | null} the name of the helper
 */
export function downlevelHelper(fn, parents) {
	let child = fn;
	let call = parents.get(fn);
	while (call && isWrapper(call)) {
		child = call;
		call = parents.get(call);
	}
	if (call && isCall(call) && call.arguments.includes(child)) {
		const name = helperName(call);
		if (name) return name;
	}
	const statements = fn.body.type === 'BlockStatement' ? fn.body.body : [];
	for (const { type, argument } of statements) {
		const value = type === 'ReturnStatement' ? unwrap(argument) : null;
		const name = value && isCall(value) ? helperName(value) : null;
		if (name && /generator/i.test(name)) return name;
	}
	return null;
}

/** @param {Node} call @returns {string | null} */
function helperName(call) {
	const name = calledName(call);
	if (name && HELPERS.test(name)) return name;
	// `_regenerator().m(function …)`, `regeneratorRuntime.mark(function …)`
	const root = chainRoot(call.callee);
	const marker = dottedName(isCall(root) ? root.callee : root);
	return marker && /^_?regenerator/.test(marker) ? marker : null;
}
