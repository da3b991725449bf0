/** @import { Node } from '../../types.js' */
/** @import { Analysed, Capture, Fragment, LateFact, Local, NeededFor as Use, Unit } from '../../ir/module.js' */
/** @import { Reference, Variable } from '../../ast/scope.js' */
/** @import { RelatedPlace, UnitReporter } from '../../diagnostics/reporter.js' */
/** @import { Channels } from './channels.js' */
import {
	changesGlobal,
	globalChangedLater,
	moduleLookupByMain,
	packageCanDoMore,
	snapshotNeededWhileLoading,
	writesGlobal,
} from '../../diagnostics/codes.js';
import { isWithin, nodesOf } from '../../ast/tree.js';
import { effectSource } from '../../ir/effect-source.js';
import { isImportMeta } from '../../ir/global-effects.js';
import { packageAt } from '../../ir/imported-packages.js';
import { checkPlatformName } from '../../ir/platform-names.js';
import { isCode } from './contents.js';
import { isTouched, nameOfOwnGlobal, pathUsed } from './global-changes.js';
import { hiddenUses } from './hidden-globals.js';
import { ExportState, exportUse, nameOfExport, reportExport } from './exports.js';
import { classReference } from './local-moves.js';
import { isSent } from '../../ir/sent.js';
import { pragmaOf } from './pragmas.js';
import { actOf } from './repeatable.js';
import { inUnit, reportProblem, withoutOthers } from './problems.js';

/** @import { Act } from './repeatable.js' */

/**
 * What of a statement the unit needs: what it gives a variable or an export, or does to the global at `path`, of which the unit
 * uses `used`.
 *
 * @typedef {{ variable: Variable } | { key: string } | { path: string, used: string | null }} Wanted
 */

/** Why a fragment is in the slice: what asked for it, and who that was. @typedef {{ name: string, node: Node, by: Fragment | null }} Origin */

/** Links of a chain of uses that are told one by one. */
const LONGEST_CHAIN = 16;

/**
 * Everything that one unit needs of its module: the transitive closure of its references.
 *
 * The slice of Weiser, with top-level statements as its grain: what a unit reads, the statements
 * that define it and fill it, and what those read, now or when they are called.
 */
export class Closure {
	/**
	 * @param {Unit} unit
	 * @param {Analysed} analysed
	 * @param {Channels} channels
	 * @param {UnitReporter} reporter
	 */
	constructor(unit, analysed, channels, reporter) {
		this.unit = unit;
		this.analysed = analysed;
		this.channels = channels;
		this.reporter = reporter;
		/** @type {Map<Fragment, Origin>} */
		this.kept = new Map();
		/** @type {Map<Variable, Origin>} */
		this.needed = new Map();
		/** @type {Capture[]} */
		this.captures = [];
		/** @type {LateFact[]} */
		this.lateReads = [];
		/** @type {Set<string>} */
		this.globals = new Set();
		/** @type {Set<string | null>} */
		this.globalPaths = new Set();
		/** @type {Set<string>} globals that no thread has by itself, and whose values are read */
		this.ownGlobals = new Set();
		/** Packages of which something was told. @type {Set<string>} */
		this.told = new Set();
		/** @type {{ variable: Variable, origin: Origin }[]} */
		this.queue = [];
		this.exports = new ExportState(analysed, channels.isWorkerCode, channels);
		/** @type {Set<string>} */
		this.exportKeys = new Set();
		/** @type {Map<Origin, Use>} */
		this.firstUses = new Map();
	}

	/** @param {Reference[]} references of the unit @param {{ locals: Local[], references: Reference[] }} moved */
	run(references, moved) {
		for (const reference of [...references, ...moved.references]) this.need(reference, null);
		const asked = { name: this.unit.name, node: this.unit.node, by: null };
		for (const fragment of this.analysed.fragments)
			if (this.isKept(fragment)) this.repeat(fragment, asked, { key: '*' });
		this.needChangesOf(null, asked);
		this.needHidden(this.unit.node, null);
		const { isTopLevel, variable, name, node } = this.unit;
		if (isTopLevel && variable) this.visit(variable, { name, node, by: null });
		this.add([]);
	}

	/** Visit what is needed, and objects that workers make for what comes of arguments, where they do not make them already and nothing of them is sent. @param {Reference[]} references */
	add(references) {
		for (const reference of references) {
			const variable = /** @type {Variable} */ (reference.variable);
			const { channel, fragments } = this.channels.of(variable);
			if (channel === 'slice' && !fragments.some((one) => this.kept.has(one)))
				this.need(reference, null);
		}
		while (this.queue.length > 0)
			for (const { variable, origin } of this.queue.splice(0)) this.visit(variable, origin);
	}

	/** Asked for by a comment, or imported for effects that a link has found workers to need. @param {Fragment} fragment @returns {boolean} */
	isKept(fragment) {
		const source = effectSource(fragment);
		return (
			pragmaOf(fragment) === 'keep' ||
			(source !== null && this.channels.linked.repeats.includes(source))
		);
	}

	/** @param {Reference} reference @param {Fragment | null} by */
	need(reference, by) {
		const { variable, node, name } = reference;
		if (!variable) return this.needGlobal(reference, by);
		if (!variable.isTopLevel || variable === this.unit.variable || this.needed.has(variable))
			return;
		const origin = { name, node, by };
		this.needed.set(variable, origin);
		this.queue.push({ variable, origin });
		const decision = this.channels.of(variable);
		if (by && !isSent(decision.channel)) return;
		const isUnit = this.analysed.units.some((one) => one.variable === variable);
		const reason = isUnit
			? 'annotated too; called directly in the worker'
			: (reference.why ?? decision.reason);
		this.captures.push({ variable, name, channel: isUnit ? 'unit' : decision.channel, reason });
	}

	/** @param {Reference} reference @param {Fragment | null} by */
	needGlobal({ node, name }, by) {
		if (!by && !this.globals.has(name) && name !== 'arguments') {
			this.captures.push({ variable: null, name, channel: 'global', reason: 'global, used as is' });
		}
		const path = pathUsed(node, this.analysed.resolution.parents);
		if (!this.globalPaths.has(path)) this.needChangesOf(path, { name: path, node, by });
		this.globals.add(name);
		const own = nameOfOwnGlobal(path);
		const isTypeAlone = this.analysed.resolution.parents.get(node)?.operator === 'typeof';
		if (own !== null && !isTypeAlone) this.ownGlobals.add(own);
		const isCommonJs = this.analysed.moduleKind === 'commonjs';
		if (isCommonJs && (name === 'exports' || name === 'module')) this.needExports(node, by);
		if (!by) return; // the unit's own text has been checked
		const { parents } = this.analysed.resolution;
		const related = this.trace({ name, node, by });
		checkPlatformName(this.reporter, node, {
			unit: this.unit.name,
			root: by.node,
			parents,
			related,
		});
	}

	/** What the file does to a global while it loads. @param {string | null} used its path; null for what code uses without a name @param {Origin} origin */
	needChangesOf(used, origin) {
		this.globalPaths.add(used);
		for (const change of this.channels.globalChanges) {
			if (isTouched(change, used)) this.repeat(change.fragment, origin, { used, ...change });
		}
		const later = this.channels.globalChangesLater.find((change) => isTouched(change, used));
		if (!later) return;
		const place = { message: `\`${used}\` is used here`, place: origin.node };
		const related = used === null ? [] : [...this.trace(origin), place];
		const params = { unit: this.unit.name, name: later.path };
		globalChangedLater(this.reporter, later.node, params, related);
	}

	/** A statement that runs while the worker module loads. @param {Fragment} fragment @param {Origin} origin @param {Wanted} wanted */
	repeat(fragment, origin, wanted) {
		if (this.kept.has(fragment)) return;
		this.keep(fragment, origin, wanted);
		if (fragment.kind === 'import') return;
		// What crosses with a call is not there yet.
		for (const needs of this.analysed.effects.readsNow(fragment.node)) {
			if (this.channels.of(needs).channel !== 'snapshot') continue;
			const params = {
				unit: this.unit.name,
				statement: fragment.defines[0]?.name ?? 'a statement',
				name: needs.name,
			};
			snapshotNeededWhileLoading(this.reporter, fragment.node, params, this.trace(origin));
		}
	}

	/** What code uses of its thread without naming a global. @param {Node} node @param {Fragment | null} by null: the unit's own text */
	needHidden(node, by) {
		const { effects, moduleKind } = this.analysed;
		const unit = this.unit.name;
		const { globals, facts, writes } = hiddenUses(node, effects, moduleKind === 'commonjs');
		const named = [...globals, ...this.namesOfModule(node)];
		for (const { node, path } of named) {
			if (this.globalPaths.has(path)) continue;
			this.needChangesOf(path, { name: path, node, by });
		}
		const traceOf = (/** @type {string} */ name, /** @type {Node} */ node) =>
			by ? this.trace({ name, node, by }) : [];
		// Each unit answers for its own text.
		const isOfUnit = (/** @type {{ node: Node }} */ one) =>
			by !== null && this.analysed.units.some((unit) => isWithin(one.node, unit.node));
		for (const one of facts.filter((fact) => !isOfUnit(fact))) {
			const params = { unit, what: one.name };
			moduleLookupByMain(this.reporter, one.node, params, traceOf(one.name, one.node));
		}
		if (!by) return; // its writes have been checked
		for (const one of writes.filter((write) => !isOfUnit(write))) {
			const params = { unit, name: one.name };
			writesGlobal(this.reporter, one.node, params, traceOf(one.name, one.node));
		}
	}

	/** `import.meta.mode`, in the few files that change it. @param {Node} root @returns {{ node: Node, path: string }[]} */
	namesOfModule(root) {
		if (!this.channels.globalChangesLater.some(({ path }) => path.startsWith('import.meta')))
			return [];
		const { parents } = this.analysed.resolution;
		return nodesOf(root, ['MetaProperty'])
			.filter(isImportMeta)
			.map((node) => ({ node, path: pathUsed(node, parents) }));
	}

	/** `exports.helper()` needs what assigns `exports.helper`. @param {Node} node @param {Fragment | null} by */
	needExports(node, by) {
		const use = exportUse(node, this.analysed.resolution.parents);
		if (!use) return;
		const { key, how, bound } = use;
		const origin = { name: nameOfExport(key), node, by };
		// A statement that fills exports does not need what others put there.
		if (by && (how === 'write' || how === 'given')) {
			for (const one of this.exports.bindersOf(by, bound)) this.keep(one, origin, { key });
			return;
		}
		if (!by && (how === 'whole' || how === 'given')) {
			const reason = 'the exports of a worker module are others';
			const context = { unit: this.unit.name, key, used: node, trace: [] };
			return reportExport(this.reporter, { kind: 'unlike', node, reason }, context);
		}
		this.needExport(key, origin);
	}

	/** @param {string} key of an export, `*` for all @param {Origin} origin */
	needExport(key, origin) {
		const context = { unit: this.unit.name, key, used: origin.node, trace: this.trace(origin) };
		if (this.exportKeys.has(key)) return;
		this.exportKeys.add(key);
		const { problems, fragments } = this.exports.of(key);
		for (const problem of withoutOthers(problems, this.unit.node))
			reportExport(this.reporter, problem, context);
		for (const fragment of fragments) this.keep(fragment, origin, { key });
	}

	/** @param {Variable} variable @param {Origin} origin */
	visit(variable, origin) {
		const decision = this.channels.of(variable);
		for (const problem of decision.problems) {
			const trace = this.trace(origin);
			reportProblem(this.reporter, inUnit(problem, this.unit.node), {
				unit: this.unit.name,
				variable,
				used: origin.node,
				trace,
				parents: this.analysed.resolution.parents,
			});
		}
		for (const one of decision.classes) {
			const { node, by } = origin;
			const scope = one.scope;
			this.need({ node, role: 'read', scope, ...classReference(one, variable) }, by);
		}
		if (isSent(decision.channel)) return;
		const alias = this.exports.aliases.get(variable);
		if (alias !== undefined && alias !== '*') this.needExport(alias ?? '*', origin);
		for (const fragment of decision.fragments) this.repeat(fragment, origin, { variable });
	}

	/** @param {Fragment} fragment @param {Origin} origin @param {Wanted} wanted */
	keep(fragment, origin, wanted) {
		if (this.kept.has(fragment)) return;
		this.kept.set(fragment, origin);
		if (fragment.kind === 'import') return;
		const act = actOf(fragment, this.analysed, { forGlobal: 'path' in wanted });
		if (act) this.refuse(fragment, act, { origin, wanted });
		this.tellOfPackages(fragment);
		this.needHidden(fragment.node, fragment);
		for (const reference of fragment.references) this.need(reference, fragment);
		for (const reference of this.analysed.globals.get(fragment) ?? [])
			this.need(reference, fragment);
		const isDefinition = 'variable' in wanted && fragment.defines.includes(wanted.variable);
		if (!isDefinition) this.needParts(fragment);
	}

	/** What keeps a worker from repeating a call of a package. @param {Act} act @returns {RelatedPlace[]} */
	whyOfPackage({ node }) {
		const callee = node.callee ?? node.tag;
		const found = callee ? packageAt(callee, this.analysed.effects)?.found : undefined;
		if (!found || found.isTrusted) return [];
		const message = `\`${found.name}\` can ${found.can.join(', ')}; if each worker may repeat the call, name \`${found.name}\` in the option \`trust\``;
		return [{ message, place: node }];
	}

	/** Calls of packages that can do more than to compute. @param {Fragment} fragment that is kept */
	tellOfPackages(fragment) {
		const { effects, sites } = this.analysed;
		if (effects.packages.size === 0 || pragmaOf(fragment) !== null) return;
		for (const effect of sites.effects.get(fragment) ?? []) {
			if (effect.kind !== 'package') continue;
			const found = effects.packages.get(effect.package);
			if (!found || found.can.length === 0 || this.told.has(found.name)) continue;
			this.told.add(found.name);
			const [first, ...others] = found.can;
			const can = `can ${first}${others.length > 0 ? `, and ${others.length} more` : ''}`;
			const params = { callee: effect.text, name: found.name, can };
			packageCanDoMore(this.reporter, effect.node, params, this.trace(this.kept.get(fragment)));
		}
	}

	/**
	 * `const first = new Tree('a', root)` fills `root` with what it defines: what the file changes by the name `first`, it changes
	 * of `root`.
	 *
	 * @param {Fragment} fragment that is kept for what it does to another variable
	 */
	needParts(fragment) {
		const { effects, sites } = this.analysed;
		for (const variable of fragment.defines) {
			const { fills, later } = sites;
			const isChanged = fills.has(variable) || later.has(variable);
			const [declaration] = variable.declarations;
			if (!isChanged || !declaration || isCode(variable)) continue;
			if (effects.shared.objects.isPrimitive(variable)) continue;
			const { name, scope } = variable;
			this.need({ name, node: declaration.id, variable, scope, role: 'read' }, fragment);
		}
	}

	/**
	 * Say that a statement which is needed does more than a worker may do again.
	 *
	 * @param {Fragment} fragment
	 * @param {Act} act
	 * @param {{ origin: Origin, wanted: Wanted }} why
	 */
	refuse(fragment, act, { origin, wanted }) {
		const { node, text: callee } = act;
		const trace = this.trace(origin);
		const unit = this.unit.name;
		if ('path' in wanted) {
			const { used, path } = wanted;
			const place = { message: `\`${used}\` is used here`, place: origin.node };
			const related = used === null ? [] : [...trace, place];
			return changesGlobal(this.reporter, node, { unit, name: path, callee }, related);
		}
		const isDefinition =
			'variable' in wanted
				? fragment.defines.includes(wanted.variable)
				: fragment.node.expression?.type === 'AssignmentExpression';
		/** @type {{ kind: 'initialiser' | 'ambiguous', node: Node, callee: string }} */
		const problem = { kind: isDefinition ? 'initialiser' : 'ambiguous', node, callee };
		const context = { unit, used: origin.node, trace: [...trace, ...this.whyOfPackage(act)] };
		if ('variable' in wanted)
			reportProblem(this.reporter, problem, {
				...context,
				variable: wanted.variable,
				parents: this.analysed.resolution.parents,
			});
		else reportExport(this.reporter, problem, { ...context, key: wanted.key });
	}

	/**
	 * @param {Fragment} fragment that is kept
	 * @returns {Use[]} what it is kept for, and what that is used for, up to the unit itself; of a long chain the first
	 *   links and the last one, since whole chains for each statement of each unit would take cubic space
	 */
	usesOf(fragment) {
		/** @type {Use[]} */
		const uses = [];
		let origin = this.kept.get(fragment);
		while (origin && uses.length < LONGEST_CHAIN) {
			uses.push({ name: origin.name, node: origin.node });
			origin = origin.by ? this.kept.get(origin.by) : undefined;
		}
		if (origin) uses.push(this.firstUseBefore(origin));
		return uses;
	}

	/** Where the unit itself begins the chain that leads to a use. @param {Origin} origin @returns {Use} */
	firstUseBefore(origin) {
		/** @type {Origin[]} */
		const passed = [];
		let at = origin;
		let first = this.firstUses.get(at);
		while (!first) {
			passed.push(at);
			const next = at.by ? this.kept.get(at.by) : undefined;
			if (next) {
				at = next;
				first = this.firstUses.get(at);
			} else first = { name: at.name, node: at.node };
		}
		for (const one of passed) this.firstUses.set(one, first);
		return first;
	}

	/** The chain of uses from the unit to a place. @param {Origin | undefined} origin @returns {RelatedPlace[]} */
	trace(origin) {
		/** @type {RelatedPlace[]} */
		const places = [];
		for (
			let at = /** @type {Origin | undefined} */ (origin), count = 0;
			at && count < 10;
			count++
		) {
			if (at.by === null) break;
			const next = this.kept.get(at.by);
			if (!next || next.node === this.unit.node) break;
			places.unshift({ message: `\`${next.name}\` is used here`, place: next.node });
			at = next;
		}
		return places;
	}
}
