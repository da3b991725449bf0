/** @import { Node } from '../../types.js' */
/** @import { Directive } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
import { meantDirective, splitDirective } from '../../ast/directive-text.js';
import { unwrap } from '../../ast/shapes.js';
import * as report from '../../diagnostics/codes.js';

/**
 * The directive of a function body or a file, out of its directive prologue.
 *
 * @param {Node} owner a BlockStatement or Program
 * @param {Reporter} reporter LP1003, LP1004, LP1006, LP1007
 * @returns {Directive | null}
 */
export function readDirective(owner, reporter) {
	/** @type {Directive | null} */
	let found = null;
	for (const node of owner.directives ?? []) {
		// The raw text counts: an escape sequence makes it another directive (ECMA-262, 11.2.1).
		const text = node.value.value;
		const parts = splitDirective(text);
		if (!parts) {
			const suggestion = meantDirective(text);
			if (suggestion) report.directiveTypo(reporter, node, { text, suggestion });
			continue;
		}
		if (found) {
			report.contradictingDirectives(
				reporter,
				node,
				{ first: found.node.value.value, second: text },
				[{ message: 'the other directive', place: found.node }],
			);
			continue;
		}
		found = { mode: parts.mode, node, options: readOptions(parts.rest, node, reporter) };
	}
	return found;
}

const UNITS_MS = /** @type {Record<string, number>} */ ({ ms: 1, s: 1000, m: 60_000 });
const PRIORITIES = ['low', 'normal', 'high'];
const KNOWN = '`pool`, `priority` and `timeout`';

/**
 * `pool=render priority=high timeout=5s` becomes `{ pool: 'render', priority: 'high', timeoutMs: 5000 }`.
 *
 * @param {string} text
 * @param {Node} node
 * @param {Reporter} reporter
 * @returns {Directive['options']}
 */
function readOptions(text, node, reporter) {
	/** @type {Directive['options']} */
	const options = {};
	for (const part of text.split(/ +/).filter(Boolean)) {
		const at = part.indexOf('=');
		const key = at < 0 ? part : part.slice(0, at);
		readOption({ key, value: at < 0 ? '' : part.slice(at + 1) }, { node, reporter, options });
	}
	return options;
}

/**
 * @param {{ key: string, value: string }} option
 * @param {{ node: Node, reporter: Reporter, options: Directive['options'] }} context `node`: where it is written;
 *   `options` gains the option
 */
export function readOption({ key, value }, { node, reporter, options }) {
	/** @param {string} expected */
	const refuse = (expected) =>
		report.badDirectiveOption(reporter, node, { key, value: value || 'nothing', expected });
	if (key === 'pool') {
		if (/^[A-Za-z][\w-]*$/.test(value)) options.pool = value;
		else refuse('a name such as `render`');
	} else if (key === 'priority') {
		if (PRIORITIES.includes(value)) options.priority = /** @type {'low'} */ (value);
		else refuse('`low`, `normal` or `high`');
	} else if (key === 'timeout') {
		const parts = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(value);
		const timeoutMs = parts
			? Number(parts[1]) * /** @type {number} */ (UNITS_MS[parts[2] ?? ''])
			: 0;
		if (timeoutMs > 0) options.timeoutMs = timeoutMs;
		else refuse('a time such as `500ms`, `5s` or `2m`');
	} else report.unknownDirectiveOption(reporter, node, { key, known: KNOWN });
}

/**
 * Report a statement that looks like a directive and is none: one that comes after other
 * statements, or that parentheses or backticks turn into an expression.
 *
 * @param {Node} statement an ExpressionStatement
 * @param {boolean} isNested in a block that is no function's body
 * @param {Reporter} reporter LP1001, LP1002, LP1003
 */
export function checkStrayDirective(statement, isNested, reporter) {
	const expression = unwrap(statement.expression);
	const text = textOf(expression);
	if (text === null) return;
	const isExact = splitDirective(text) !== null;
	const suggestion = isExact ? text : meantDirective(text);
	if (!suggestion) return;
	const isExpression = expression.type === 'TemplateLiteral' || expression.extra?.parenthesized;
	if (isExpression) report.directiveNotAStringStatement(reporter, statement, { text, suggestion });
	else if (isExact) {
		const where = isNested ? 'stands in a block' : 'follows another statement';
		report.directiveNotFirst(reporter, statement, { text, where });
	} else report.directiveTypo(reporter, statement, { text, suggestion });
}

/** @param {Node} expression @returns {string | null} */
function textOf(expression) {
	if (expression.type === 'StringLiteral') return expression.value;
	if (expression.type !== 'TemplateLiteral' || expression.expressions.length > 0) return null;
	return expression.quasis[0].value.raw;
}
