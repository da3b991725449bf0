/** @import { Parents } from '../parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Context } from './index.js' */
/** @import { Variable } from '../scope.js' */
import { walk } from '../babel.js';
import { isRunLater } from '../class-parts.js';
import { isCall, isFunction, isMember, propertyName, unwrap } from '../shapes.js';
import { callbacksOf } from '../../knowledge/methods.js';
import { Coverage } from './coverage.js';
import { isExported } from './guarded.js';
import { functionAround } from './inputs.js';

/**
 * Whether a variable of the module only lives as long as a call does:
 *
 * ```js
 * let at, text;
 * function parse(source) {
 * 	text = source;
 * 	at = 0;
 * 	return expression();
 * }
 * ```
 * Each read comes after an assignment of the same call, on whatever thread that runs: no code sees what another call has left, and a worker
 * may have variables of its own. The functions must not pause in between, because another call could come then.
 *
 * @param {Variable} variable
 * @param {Context} context
 * @returns {boolean}
 */
export function isPerCall(variable, context) {
	const { kind, declarations, blocks, hoistedAs } = variable;
	if (!variable.isTopLevel || !/^(let|var)$/.test(kind)) return false;
	if (declarations.length !== 1 || blocks.length > 0 || hoistedAs) return false;
	if (isExported(variable, context.resolution.parents)) return false;
	const { parents } = context.resolution;
	const assignments = variable.references.flatMap(({ node, role }) => {
		const parent = parents.get(node);
		const isPlain =
			role === 'write' &&
			parent?.type === 'AssignmentExpression' &&
			parent.operator === '=' &&
			parent.left === node;
		return isPlain ? [parent] : [];
	});
	if (assignments.length === 0) return false;
	const place = { guard: null, regions: [], assignments };
	const coverage = new CallCoverage(variable, { ...context, place });
	return variable.references.every((one) => {
		const isSet = one.role === 'write' && assignments.some(({ left }) => left === one.node);
		return isSet || coverage.isCovered(one.node);
	});
}

/** Where a variable has been assigned by the call that is running. */
class CallCoverage extends Coverage {
	/** @override @param {Node} node @returns {boolean} */
	isCovered(node) {
		let child = node;
		if (this.pausesAround(node)) return false;
		for (let at = this.parents.get(child); at && at.type !== 'Program'; at = this.parents.get(at)) {
			if (isFunction(at)) {
				if (this.isAnnotated(at) || this.pausesAround(at)) return false;
				if (this.isEntryCovered(at)) return true;
				// A function that is kept may be called by another call.
				if (!isOverAtOnce(at, this.parents)) return false;
			} else if (isRunLater(at, child)) {
				return false; // the class may be handed on, and makes instances in other calls
			} else if (this.before(at, child).some((one) => this.ensures(one))) return true;
			child = at;
		}
		return false;
	}

	/** @param {Node} node @returns {boolean} */
	pausesAround(node) {
		const fn = functionAround(node, this.parents);
		return fn !== null && pauses(fn);
	}

	/** @override @param {Node} parent @param {Node} child @returns {Node[]} */
	before(parent, child) {
		if (parent.type === 'ForStatement')
			return parent.init && child !== parent.init ? [parent.init] : [];
		return super.before(parent, child);
	}

	/** A test whether it has a value looks at what another call has left. @override @param {Node} node @returns {boolean} */
	ensures(node) {
		return node.type !== 'IfStatement' && super.ensures(node);
	}

	/** @override @param {Node} reference to a function @returns {boolean} */
	isRunAt(reference) {
		return isOverAtOnce(reference, this.parents);
	}
}

/** `rows.forEach((row) => { at++; })`, `rows.map(next)`, `next()`. @param {Node} fn or a reference to one @param {Parents} parents @returns {boolean} it is called there, and not kept */
function isOverAtOnce(fn, parents) {
	const call = parents.get(fn);
	if (!call || !isCall(call)) return false;
	const callee = unwrap(call.callee);
	if (callee === fn) return true;
	const method = isMember(callee) ? propertyName(callee) : null;
	// `Array.from(rows, next)`
	return method !== null && (method === 'from' || callbacksOf(method).length > 0);
}

/** @param {Node} fn @returns {boolean} another call may begin before it is over */
function pauses(fn) {
	let found = fn.generator === true;
	walk(fn.body, (node) => {
		found ||= node.type === 'AwaitExpression' || node.await === true;
		return !found && !isFunction(node);
	});
	return found;
}
