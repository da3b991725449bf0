/** @import { FlowFacts } from '../../../../ir/flow.js' */
/** @import { Node } from '../../../../types.js' */
/** @import { EffectAnalysis } from '../../../../ir/effect-analysis.js' */
/** @import { View } from '../view.js' */
/** @import { Known } from './builder.js' */
import { isStackOverflow } from '../../../../diagnostics/stack-overflow.js';
import { dottedName, isFunction, isTypeOnly, unwrap } from '../../../../ast/shapes.js';
import { findClosedOver } from '../../../../ir/closed-over.js';
import { holdsDeferred } from '../../../../ir/deferreds.js';
import { NO_FLOW } from '../../../../ir/flow.js';
import { classOf, constantValueOf, functionOf } from '../../../../ir/values.js';
import { localOfExport, mayDiffer } from '../own-states.js';
import { makesValue } from './builder.js';
import { reflects } from './reflections.js';
import { FlowVisitor } from './visitor.js';

/**
 * How values move through the functions of a module.
 *
 * @param {View} view
 * @param {EffectAnalysis} effects
 * @param {Known & { repeated: ReadonlySet<Node> }} known `repeated`: statements and declarators of the top level that workers run, too
 * @returns {FlowFacts} nothing for a module that is nested too deeply
 */
export function findFlow(view, effects, known) {
	const visitor = new FlowVisitor(view, effects, known);
	try {
		declareRoots(visitor, view);
		for (const statement of view.program.body) visitStatement(visitor, statement, known.repeated);
		visitor.facts.closedOver = findClosedOver(effects);
		visitor.facts.reflects = reflects(view);
		return visitor.facts;
	} catch (error) {
		if (!isStackOverflow(error)) throw error;
		return NO_FLOW;
	}
}

/** @param {FlowVisitor} visitor @param {View} view */
function declareRoots(visitor, view) {
	/** @type {Map<Node, number>} roots by the declarator */
	const ofPattern = new Map();
	for (const variable of view.topLevel.values()) {
		const [declaration] = variable.declarations;
		if (!declaration) continue;
		const { id, node } = declaration;
		const isImport = variable.kind === 'import' || visitor.known.imports.has(variable);
		if (isImport && !isData(node, view)) continue;
		const isName =
			node.type === 'VariableDeclarator' && !makesValue(node.init) && !variable.isReassigned;
		const isPattern = node.type === 'VariableDeclarator' && node.id.type !== 'Identifier';
		const label = node.init && isName ? -1 : isPattern ? ofPattern.get(node) : undefined;
		const root = visitor.root(variable.name, id, {
			isPerThread: mayDiffer(id, constantValueOf(variable), visitor.effects),
			isCode: functionOf(variable) !== null || classOf(variable) !== null,
			isDeferred: holdsDeferred(variable, visitor.effects.resolution),
			label,
		});
		if (isPattern && label === undefined) ofPattern.set(node, root);
		visitor.roots.set(variable, root);
		nameRoot(visitor, root, node.init);
	}
}

/**
 * A module of data has no text of its own: each file that imports it has the object by its own name, and any of them may change it.
 *
 * @param {Node} specifier
 * @param {View} view
 * @returns {boolean} `import rates from './rates.json'`
 */
function isData(specifier, { parents }) {
	const { type, imported } = specifier;
	const isWhole = type === 'ImportDefaultSpecifier' || imported?.name === 'default';
	return isWhole && /\.json$/.test(parents.get(specifier)?.source?.value ?? '');
}

/**
 * The own name of a function or class is another one of the root: `module.exports = function getDb() { return (getDb.one ??= open()); }`.
 *
 * @param {FlowVisitor} visitor
 * @param {number} root
 * @param {Node | null | undefined} value that it gets
 */
function nameRoot(visitor, root, value) {
	const node = unwrap(value);
	if (node && /^(Function|Class)Expression$/.test(node.type) && node.id)
		visitor.ownNames.set(node.id, root);
}

/** @param {FlowVisitor} visitor @param {Node} statement of the top level @param {ReadonlySet<Node>} repeated */
function visitStatement(visitor, statement, repeated) {
	const isExport = /^Export/.test(statement.type);
	const inner = isExport ? statement.declaration : statement;
	if (!inner || /^Import|^TSInterface/.test(inner.type) || isTypeOnly(inner)) return;
	const parts = inner.type === 'VariableDeclaration' ? inner.declarations : [inner];
	for (const part of parts) {
		const from = visitor.facts.nodes.length;
		if (statement.type === 'ExportDefaultDeclaration' && !inner.id) exportDefault(visitor, inner);
		else if (part.type === 'ExpressionStatement') assignExports(visitor, part);
		else visitor.run(part);
		const isRun = !repeated.has(part) && !repeated.has(statement) && !isFunction(part);
		if (isRun) visitor.facts.loading.push([from, visitor.facts.nodes.length]);
	}
}

/** @param {FlowVisitor} visitor @param {Node} expression */
function exportDefault(visitor, expression) {
	const root = makesValue(expression) ? addExport(visitor, 'default', expression, expression) : -1;
	const value = visitor.value(expression);
	if (value >= 0) visitor.facts.roots[root]?.values.push(value);
}

/** `exports.store = createStore()`, `module.exports = new Store()` @param {FlowVisitor} visitor @param {Node} statement */
function assignExports(visitor, { expression }) {
	const isMade = expression.type === 'AssignmentExpression' && makesValue(expression.right);
	const target = isMade ? dottedName(expression.left) : null;
	const [, isExport, name] = EXPORTS.exec(target ?? '') ?? [];
	const root = isExport ? addExport(visitor, name ?? '=', expression, expression.right) : -1;
	const value = visitor.value(expression, { isUsed: false });
	if (value >= 0) visitor.facts.roots[root]?.values.push(value);
}

const EXPORTS = /^(?:module\.)?(exports)(?:\.([\w$]+))?$/;

/** @param {FlowVisitor} visitor @param {string} name @param {Node} node @param {Node} value @returns {number} the root */
function addExport(visitor, name, node, value) {
	const isPerThread = visitor.effects.gems.isType(value);
	const root = visitor.root(localOfExport(name), node, { isPerThread });
	nameRoot(visitor, root, value);
	return root;
}
