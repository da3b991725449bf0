/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed, Effect, Fragment } from '../../ir/module.js' */
/** @import { RelatedPlace, Reporter } from '../../diagnostics/reporter.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Channels } from './channels.js' */
import {
	dottedName,
	holdsFunction,
	isCall,
	isFunction,
	isMember,
	unwrap,
} from '../../ast/shapes.js';
import * as report from '../../diagnostics/codes.js';
import { isWithin } from '../../ast/tree.js';
import { exportValuesOf } from '../../ir/export-values.js';
import { isMutatorMethod } from '../../knowledge/methods.js';
import { isSent } from '../../ir/sent.js';
import { assignsExport, changesExports, isExportPath } from './export-paths.js';
import { handedExports } from './handed-exports.js';
import { pragmaOf } from './pragmas.js';
import { markOrSend, sendOrMark } from './problems.js';
import { actOf } from './repeatable.js';

/**
 * Why what a unit reads of its module's exports cannot be made again in a worker.
 *
 * @typedef {{ kind: 'write' | 'exported' | 'unlike', node: Node, reason?: string }
 *   | { kind: 'initialiser' | 'ambiguous', node: Node, callee: string }} ExportProblem
 */

/** @typedef {{ fragments: Fragment[], problems: ExportProblem[] }} ExportDecision */

/** A change of an export: `key` is its name, `*` when that does not show. @typedef {{ key: string, effect: Effect }} Change */

/**
 * The exports of a CommonJS module, as its units see them: an object of the worker module's own, filled by
 * the statements that fill the source's.
 */
export class ExportState {
	/** @param {Analysed} analysed @param {(node: Node) => boolean} isWorkerCode @param {Channels} channels */
	constructor(analysed, isWorkerCode, channels) {
		this.analysed = analysed;
		this.isWorkerCode = isWorkerCode;
		this.channels = channels;
		/** Other names of the exports, or of one of them: its key, `*` for all; null for parts of them. @type {Map<Variable, string | null>} */
		this.aliases = new Map();
		/** Statements that assign exports. @type {{ fragment: Fragment, paths: string[] }[] | undefined} */
		this.binders = undefined;
		for (const { kind, node, defines } of analysed.fragments) {
			if (analysed.moduleKind !== 'commonjs') break;
			if (kind !== 'variable' || !isExports(node.init)) continue;
			const key = node.id.type === 'Identifier' ? keyOf(dottedName(targetOf(node.init))) : null;
			for (const variable of defines) this.aliases.set(variable, key);
		}
		if (analysed.moduleKind !== 'commonjs') return;
		this.addAssigned();
		for (const variable of handedExports(analysed)) this.aliases.set(variable, '*');
	}

	/** `exports.Mode = Mode = {}`, wherever it stands at the top level. */
	addAssigned() {
		const { fragments, sites, effects } = this.analysed;
		for (const effect of fragments.flatMap((one) => sites.effects.get(one) ?? [])) {
			if (!assignsExport(effect) || effect.via.length > 0) continue;
			const value = unwrap(effect.node.right);
			if (value.type !== 'AssignmentExpression' || value.left.type !== 'Identifier') continue;
			const variable = effects.aliases.variableOf(value.left);
			if (variable) this.aliases.set(variable, keyOf(dottedName(targetOf(effect.node))));
		}
	}

	/** @param {string} key an export's name, `*` for all of them @returns {ExportDecision} */
	of(key) {
		const { fragments, sites } = this.analysed;
		/** @type {Fragment[]} */
		const kept = [];
		/** @type {ExportProblem[]} */
		const problems = [];
		for (const fragment of fragments) {
			const effects = sites.effects.get(fragment) ?? [];
			const isDefinition = effects.some((effect) => concerns(this.changeOf(effect), key));
			if (!isDefinition) continue;
			// `__exportStar(require('./lib.cjs'), exports)`
			const isOfAll = effects.every((effect) => this.changeOf(effect)?.key !== key);
			const mayStay = isOfAll || actOf(fragment, this.analysed) !== null;
			if (mayStay && this.isSetAfterwards(fragment, key)) continue;
			kept.push(fragment);
			if (pragmaOf(fragment) !== 'reeval') problems.push(...this.judge(fragment, effects, key));
		}
		const later = this.changesLater(key);
		const rest = later.length > 0 ? problems.filter(({ kind }) => kind !== 'exported') : problems;
		return { fragments: kept, problems: [...later, ...rest] };
	}

	/** @param {Fragment[]} kept what workers run @returns {string[]} exports that workers make as the host does, unless other files change these */
	madeBy(kept) {
		return exportValuesOf(this.analysed.effects).flatMap(({ name, value }) => {
			const isKept = kept.some((one) => isWithin(value, one.node));
			return isKept && this.of(name).problems.every(({ kind }) => kind === 'exported') ? name : [];
		});
	}

	/** @param {Effect} effect @returns {Change | null} */
	changeOf(effect) {
		if ('variable' in effect) {
			const key = this.aliases.get(effect.variable);
			if (key === undefined) return null;
			return { key: key === '*' ? keyOfTarget(effect.node) : (key ?? '*'), effect };
		}
		if (effect.kind === 'call') {
			const given = (effect.node.arguments ?? []).find(isExports);
			return given ? { key: keyOf(dottedName(given)), effect } : null;
		}
		return changesExports(effect)
			? { key: keyOfChange(/** @type {any} */ (effect)), effect }
			: null;
	}

	/** Whether a worker that repeats a statement gets the same exports. @param {Fragment} fragment @param {Effect[]} effects @param {string} key @returns {ExportProblem[]} */
	judge(fragment, effects, key) {
		/** @type {ExportProblem[]} */
		const problems = [];
		const isAssignment = fragment.node.expression?.type === 'AssignmentExpression';
		for (const effect of effects) {
			if (effect.kind !== 'fresh' && effect.kind !== 'shared') continue;
			const reason = `\`${effect.text}\` differs from thread to thread`;
			problems.push({ kind: 'unlike', node: effect.node, reason });
		}
		for (const needs of this.analysed.effects.readsNow(fragment.node)) {
			if (!isSent(this.channels.of(needs).channel)) continue;
			const reason = `it is made from \`${needs.name}\`, whose value differs from call to call`;
			problems.push({ kind: 'unlike', node: fragment.node, reason });
		}
		const value = isAssignment ? unwrap(fragment.node.expression.right) : null;
		if (key !== '*' && problems.length === 0 && isMutableData(value))
			problems.push({ kind: 'exported', node: fragment.node });
		return problems;
	}

	/** A plain assignment of the export, further down, decides what it is. @param {Fragment} fragment @param {string} key @returns {boolean} */
	isSetAfterwards(fragment, key) {
		const bound = this.boundBy(fragment);
		return this.analysed.fragments.some(({ index, node }) => {
			if (index <= fragment.index || node.expression?.type !== 'AssignmentExpression') return false;
			const { left } = node.expression;
			if (!isExports(left) || keyOf(dottedName(left)) !== key) return false;
			return !bound.some((path) => isWithinPath(/** @type {string} */ (dottedName(left)), path));
		});
	}

	/**
	 * `module.exports = lib` in front of `module.exports.size = 3`, which changes `lib` for that reason.
	 *
	 * @param {Fragment} fragment that changes what lies at a path, or hands it on
	 * @param {string} path
	 * @returns {Fragment[]} what has bound the path, or what it lies in
	 */
	bindersOf({ index }, path) {
		this.binders ??= this.analysed.fragments.flatMap((fragment) => {
			const paths = this.boundBy(fragment);
			return paths.length > 0 ? [{ fragment, paths }] : [];
		});
		return this.binders.flatMap(({ fragment, paths }) => {
			const isBinder = paths.some((one) => one === path || isWithinPath(path, one));
			return fragment.index < index && isBinder ? [fragment] : [];
		});
	}

	/** @param {Fragment} fragment @returns {string[]} the paths in the exports that it assigns */
	boundBy(fragment) {
		const effects = this.analysed.sites.effects.get(fragment) ?? [];
		return effects.flatMap((effect) =>
			assignsExport(effect) ? (dottedName(effect.node.left) ?? []) : [],
		);
	}

	/** Code that runs when the module has loaded. @param {string} key @returns {ExportProblem[]} */
	changesLater(key) {
		const { effects, sites, file } = this.analysed;
		/** @type {ExportProblem[]} */
		const problems = [];
		for (const effect of effects.anywhere(file.program)) {
			const { node } = effect;
			const fn = effect.via.length === 0 ? sites.runsIn(node) : null;
			if (!fn || !concerns(this.changeOf(effect), key)) continue;
			if (this.isWorkerCode(node)) problems.push({ kind: 'write', node });
			else if (sites.isHostLive(node)) {
				const name = fn.id?.name ?? fn.key?.name;
				const by = name ? `\`${name}\`` : 'the host';
				problems.push({ kind: 'unlike', node, reason: `${by} changes it while the program runs` });
			}
		}
		return problems;
	}
}

/** @param {string} path @param {string} outer @returns {boolean} */
const isWithinPath = (path, outer) => path.startsWith(`${outer}.`);

/** @param {Change | null} change @param {string} key @returns {boolean} */
const concerns = (change, key) =>
	change !== null && (change.key === key || change.key === '*' || key === '*');

/** @param {Node | null | undefined} node @returns {boolean} the exports, or one of them; `a = exports = { … }` gives them too */
function isExports(node) {
	const inner = unwrap(node);
	if (inner?.type === 'AssignmentExpression')
		return isExports(inner.left) || isExports(inner.right);
	return Boolean(inner) && isExportPath(dottedName(inner));
}

/** @param {Node} node an expression that gives exports @returns {Node} `exports.a` of `exports.a = {}` */
function targetOf(node) {
	const inner = /** @type {Node} */ (unwrap(node));
	if (inner.type !== 'AssignmentExpression') return inner;
	return isExports(inner.left) ? inner.left : targetOf(inner.right);
}

/** @param {string | null} path `exports.a.b`, `module.exports.a` @returns {string} `a`; `*` for all of them */
const keyOf = (path) => /^(?:module\.)?exports\.([^.]+)/.exec(path ?? '')?.[1] ?? '*';

/**
 * What a use of `exports` or `module` is about: `key` is the name of the export, `*` for all of them.
 * `how`: `write` when it is assigned, `given` for the whole object as an argument, `whole` for its other uses as a value.
 * `bound`: the path that leads to the object which an assignment changes, or which is handed on.
 *
 * @param {Node} node the identifier
 * @param {Parents} parents
 * @returns {{ key: string, how: 'read' | 'write' | 'given' | 'whole', bound: string } | null} null for other properties of `module`
 */
export function exportUse(node, parents) {
	let path = node;
	let parent = /** @type {Node} */ (parents.get(path));
	while (isMember(parent) && parent.object === path && dottedName(parent) !== null) {
		path = parent;
		parent = /** @type {Node} */ (parents.get(path));
	}
	const name = dottedName(path);
	if (!isExportPath(name)) return null;
	const key = keyOf(name);
	const bound = /** @type {string} */ (name);
	if (isTarget(path, parent))
		return { key, how: 'write', bound: bound.split('.').slice(0, -1).join('.') };
	// `exports.rows.push(row)`
	if (isCall(parent) && parent.callee === path && isMutatorMethod(bound.split('.').at(-1) ?? '')) {
		const changed = bound.split('.').slice(0, -1).join('.');
		return { key: keyOf(changed), how: 'write', bound: changed };
	}
	// `exports[key] = …`
	if (isMember(parent) && parent.object === path && isTarget(parent, parents.get(parent)))
		return { key, how: 'write', bound };
	// `exports = module.exports`
	if (parent.type === 'AssignmentExpression' && key === '*' && isExports(parent.left))
		return { key, how: 'write', bound };
	if (parent.type === 'UnaryExpression' && parent.operator === 'typeof' && key === '*') return null;
	if (key !== '*' || isMember(parent)) return { key, how: 'read', bound };
	return { key, how: (parent.arguments ?? []).includes(path) ? 'given' : 'whole', bound };
}

/** @param {Node} node @param {Node | undefined} parent @returns {boolean} it is assigned, or deleted */
const isTarget = (node, parent) =>
	(parent?.type === 'AssignmentExpression' && parent.left === node && parent.operator === '=') ||
	(parent?.type === 'UnaryExpression' && parent.operator === 'delete');

/**
 * @param {Fragment[]} fragments
 * @param {Analysed} analysed
 * @returns {boolean} one of them gives the exports another name, or hands them on: code could list all of them
 */
export function seesExports(fragments, { effects, globals, moduleKind, resolution }) {
	if (moduleKind !== 'commonjs') return false;
	const bindings = effects.aliases.exportBindings.filter(({ path }) => path.length === 0);
	const names = new Set(bindings.map(({ variable }) => variable));
	return fragments.some((fragment) => {
		if (fragment.defines.some((one) => names.has(one))) return true;
		const roots = (globals.get(fragment) ?? []).filter((one) =>
			/^(exports|module)$/.test(one.name),
		);
		return roots.some(({ node }) =>
			/^(given|whole)$/.test(exportUse(node, resolution.parents)?.how ?? ''),
		);
	});
}

/** @param {Effect & { text: string }} effect @returns {string} */
function keyOfChange({ node, text }) {
	const definition = isCall(node) ? dottedName(node.callee) : null;
	const name = node.arguments?.[1];
	// TypeScript and Babel define what they re-export as getters.
	if (definition === 'Object.defineProperty' && keyOf(text) === '*')
		return name?.type === 'StringLiteral' ? name.value : '*';
	return keyOf(text);
}

/** @param {string} key @returns {string} */
export const nameOfExport = (key) => (key === '*' ? 'module.exports' : `exports.${key}`);

/** @param {Node} node a change of an alias of exports @returns {string} */
function keyOfTarget(node) {
	const target = unwrap(node.type === 'AssignmentExpression' ? node.left : node.argument);
	const path = target && isMember(target) ? dottedName(target) : null;
	return path?.split('.')[1] ?? '*';
}

/** @param {Node | null | undefined} value @returns {boolean} */
const isMutableData = (value) =>
	/^(Object|Array)Expression$/.test(value?.type ?? '') &&
	!isFunction(value) &&
	!holdsFunction(/** @type {Node} */ (value));

/**
 * @param {Reporter} reporter LP2003, LP2005, LP2015, LP2018, LP3003
 * @param {ExportProblem} problem
 * @param {{ unit: string, key: string, used: Node, trace: RelatedPlace[] }} context
 */
export function reportExport(reporter, problem, { unit, key, used, trace }) {
	const name = nameOfExport(key);
	const params = { unit, name };
	const toUse = [...trace, { message: `\`${name}\` is used here`, place: used }];
	const { node } = problem;
	switch (problem.kind) {
		case 'write':
			return report.writesCapture(reporter, node, params, trace);
		case 'exported':
			return report.exportedState(reporter, node, params, toUse);
		case 'initialiser':
		case 'ambiguous': {
			const withCallee = { ...params, callee: problem.callee };
			return problem.kind === 'initialiser'
				? report.unknownInitialiser(
						reporter,
						node,
						{ ...withCallee, remedy: sendOrMark(name) },
						toUse,
					)
				: report.ambiguousEffect(
						reporter,
						node,
						{ ...withCallee, remedy: markOrSend(name) },
						toUse,
					);
		}
		default: {
			const reason = problem.reason ?? '';
			return report.exportDiffers(reporter, node, { ...params, reason }, toUse);
		}
	}
}
