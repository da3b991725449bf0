/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { View } from './view.js' */
/** @import { ImportFact, PatternFact } from '../../../ir/summary.js' */
/** @import { Names } from '../../../ir/specifiers.js' */
/** @import { Variable } from '../../../ast/scope.js' */
import { isBuiltin } from 'node:module';
import { walk } from '../../../ast/babel.js';
import { isCall, isTypeOnly, isWrapper, unwrap } from '../../../ast/shapes.js';
import { specifierOf } from '../../../ir/specifiers.js';
import { isHandedRequire } from '../../../ir/local-requires.js';
import {
	constantValueOf,
	importOf,
	isImportCall,
	isInteropCall,
	isRequireFunction,
} from '../../../ir/values.js';
import { functionAround } from '../call-context.js';
import { spanOf } from './spans.js';

/**
 * Where a value of another module comes into this one: as a variable, or as an expression.
 *
 * @typedef {object} Root
 * @property {ImportFact} fact
 * @property {Node} node the specifier, the statement, or the expression whose value it is
 * @property {Variable | null} variable
 * @property {'variable' | 'expression' | 'promise' | 'none'} gives `promise`: what `import()` returns; `none`: nothing
 *   in this file has it
 */

/**
 * Whether a module may change an object that it imports, by what its text looks like. What belongs to the platform or another package is followed for
 * this alone: nothing of it is annotated.
 *
 * @param {string} name of the variable that has it
 * @param {string} source
 * @returns {boolean}
 */
export function mayChange(name, source) {
	const escaped = name.replaceAll('$', '\\$');
	const path = String.raw`(?<![\w$.])${escaped}(?:\s*\.\s*[\w$]+|\s*\[[^\]\n]*\])`;
	const changed = String.raw`${path}+\s*(?:=(?![=>])|[-+*/%&|^?]{1,3}=|\+\+|--)|delete\s+${path}`;
	const given = String.raw`\b(?:assign|definePropert(?:y|ies)|set|setPrototypeOf)\(\s*${escaped}\b`;
	return new RegExp(`${changed}|${given}`).test(source);
}

/** What is of no interest unless the program changes it. */
const PLATFORM = /^node:/;

/** Most files import by statements alone, and need not be walked through. */
const CALLS = /\bimport\s*[(/]|\brequire\b|\bcreateRequire\b/;

/**
 * Find every import of a module that runs: statements, `export … from`, `import()`, `require()`.
 *
 * @param {View} view
 * @returns {{ roots: Root[], patterns: PatternFact[] }} `roots`: statements first
 */
export function findImports(view) {
	const { program, parents } = view;
	/** @type {Root[]} */
	const roots = program.body.flatMap((/** @type {Node} */ one) => ofStatement(one, view));
	/** @type {PatternFact[]} */
	const patterns = [];
	if (!CALLS.test(view.discovered.source)) return { roots, patterns };
	const names = namesOf(view);
	walk(program, (node) => {
		const isRequired = isCall(node) && isRequire(node, view);
		if (!isRequired && !isImportCall(node)) return;
		const source = unwrap(node.source ?? node.arguments?.[0]);
		const text = specifierOf(source, names);
		const isPattern = text === null;
		const specifier = text ?? patternOf(source);
		if (isPattern) {
			if (!/^\.{1,2}\//.test(specifier)) return;
			patterns.push({ ...spanOf(node), pattern: specifier });
		}
		if (PLATFORM.test(specifier) && !isOfInterest(variableAround(node, parents), view)) return;
		const isLazy = !isRequired || functionAround(node, parents).fn !== null;
		const interop = isRequired ? interopAround(node, parents) : null;
		const how = !isRequired ? 'import' : interop ? 'interop' : 'require';
		const gives = isRequired ? 'expression' : 'promise';
		const isBare = isRequired && parents.get(node)?.type === 'ExpressionStatement';
		/** @type {ImportFact} */
		const fact = { ...spanOf(node), specifier, name: '*', how, isLazy, isBare, isPattern };
		roots.push({ fact, node: interop ?? node, variable: null, gives });
	});
	return { roots, patterns };
}

/** @param {View} view @returns {Names} */
function namesOf({ variableOf, parents }) {
	/** @template T @param {(variable: Variable) => T} ask @returns {(identifier: Node) => T | null} */
	const of = (ask) => (identifier) => {
		const variable = variableOf.get(identifier);
		return variable ? ask(variable) : null;
	};
	return {
		valueOf: of(constantValueOf),
		importOf: of((one) => importOf(one, parents)),
		isGlobal: (one) => !variableOf.get(one),
	};
}

/** @param {string | undefined} name of a variable that has the platform's module as a whole @param {View} view @returns {boolean} */
const isOfInterest = (name, { discovered }) =>
	name !== undefined && (discovered.units.length > 0 || mayChange(name, discovered.source));

/**
 * The modules of the platform that a module imports.
 *
 * @param {View} view
 * @returns {string[]} without the prefix `node:`
 */
export function findPlatformImports({ program, discovered }) {
	const found = new Set(
		[...discovered.source.matchAll(REQUIRED)].map(([, specifier]) => String(specifier)),
	);
	for (const { source } of program.body) if (source) found.add(source.value);
	return [...found].filter(isBuiltin).map((one) => one.replace(PLATFORM, ''));
}

/** `require('node:util')`, `import('util')` */
const REQUIRED = /\b(?:require|import)\s*\(\s*['"]([\w:/]+)['"]/g;

/** @param {Node} call @param {Parents} parents @returns {string | undefined} `os` of `const os = require('os')` */
function variableAround(call, parents) {
	const parent = parents.get(call);
	const at = parent && isInteropCall(parent) ? parents.get(parent) : parent;
	return at?.type === 'VariableDeclarator' ? at.id.name : undefined;
}

/** @param {Node} node @returns {string | null} */
function literalText(node) {
	if (node?.type === 'StringLiteral') return node.value;
	const isPlain = node?.type === 'TemplateLiteral' && node.expressions.length === 0;
	return isPlain ? node.quasis[0].value.cooked : null;
}

/** @param {Node} node @returns {string} its text, as far as it is known; `*` for each part that is not */
function patternOf(node) {
	const text = literalText(node);
	if (text !== null) return text;
	if (node?.type === 'TemplateLiteral')
		return node.quasis.map((/** @type {Node} */ { value }) => value.cooked).join('*');
	const isSum = node?.type === 'BinaryExpression' && node.operator === '+';
	return isSum ? patternOf(unwrap(node.left)) + patternOf(unwrap(node.right)) : '*';
}

/** @param {Node} call @param {View} view @returns {boolean} of the platform's `require`, or one that `createRequire` made */
function isRequire({ callee }, { variableOf, parents }) {
	if (callee.type !== 'Identifier') return false;
	const variable = variableOf.get(callee);
	if (!variable) return callee.name === 'require';
	return isRequireFunction(variable, parents) || isHandedRequire(variable, parents);
}

/** @param {Node} node @param {Parents} parents @returns {Node | null} `__importStar(node)` */
function interopAround(node, parents) {
	let child = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) {
		child = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return isInteropCall(parent) && parent.arguments[0] === child ? parent : null;
}

/** @param {Node} statement @param {View} view @returns {Root[]} */
function ofStatement(statement, view) {
	if (isTypeOnly(statement) || statement.exportKind === 'type') return [];
	if (statement.type === 'TSImportEqualsDeclaration') return ofImportEquals(statement, view);
	const specifier = statement.source?.value;
	if (specifier === undefined) return [];
	const isPlatform = PLATFORM.test(specifier);
	const { source } = view.discovered;
	/** @param {Node} node @param {string} name @param {Root['gives']} gives @returns {Root} */
	const root = (node, name, gives) => ({
		fact: { ...spanOf(node), specifier, name, how: 'import', isLazy: false },
		node,
		variable: gives === 'variable' ? (view.topLevel.get(node.local.name) ?? null) : null,
		gives,
	});
	const specifiers = (statement.specifiers ?? []).filter(
		(/** @type {Node} */ one) =>
			!isTypeOnly(one) &&
			one.exportKind !== 'type' &&
			(!isPlatform ||
				mayChange(one.local?.name ?? '', source) ||
				(one.type !== 'ImportSpecifier' && isOfInterest(one.local?.name, view))),
	);
	if (isPlatform && specifiers.length === 0) return [];
	if (statement.type === 'ImportDeclaration') {
		if (statement.specifiers.length === 0) {
			const bare = root(statement, '*', 'none');
			return [{ ...bare, fact: { ...bare.fact, isBare: true } }];
		}
		return specifiers.map((/** @type {Node} */ one) => root(one, importedName(one), 'variable'));
	}
	if (statement.type === 'ExportAllDeclaration') return [root(statement, '*', 'none')];
	return specifiers.map((/** @type {Node} */ one) =>
		root(one, one.type === 'ExportNamespaceSpecifier' ? '*' : nameOf(one.local), 'none'),
	);
}

/** @param {Node} statement `import x = require('x')` @param {View} view @returns {Root[]} */
function ofImportEquals(statement, { topLevel }) {
	const specifier = statement.moduleReference.expression?.value;
	if (specifier === undefined || PLATFORM.test(specifier)) return [];
	const variable = topLevel.get(statement.id.name) ?? null;
	/** @type {ImportFact} */
	const fact = { ...spanOf(statement), specifier, name: '*', how: 'require', isLazy: false };
	return [{ fact, node: statement, variable, gives: 'variable' }];
}

/** @param {Node} specifier @returns {string} */
function importedName(specifier) {
	if (specifier.type === 'ImportNamespaceSpecifier') return '*';
	return specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(specifier.imported);
}

/** @param {Node} node an identifier or a string @returns {string} */
export const nameOf = (node) => node.name ?? node.value;
