/** @import { Linked, Node } from '../../types.js' */
/** @import { Analysed, CallEffect, Channel, Effect, Fragment, Site } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Remembered } from '../../ir/remembered-arguments.js' */
/** @import { WorkerCode } from './worker-code.js' */
import { holdsFunction, isCall } from '../../ast/shapes.js';
import { isPrimitiveOfPlatform } from '../../ir/built-in-class.js';
import { countsUp } from '../../ir/counting.js';
import { isMemo } from '../../ir/memos.js';
import { holdsPrivateEntries } from '../../ir/private-entries.js';
import { holdsDeferred } from '../../ir/deferreds.js';
import { isRegExp } from '../../ir/regexp-state.js';
import { rememberedArgument } from '../../ir/remembered-arguments.js';
import { classOf, functionOf, hasPrototype, importOf } from '../../ir/values.js';
import { sitesOf } from './class-sites.js';
import { classesHeld, whyUncloneable } from './cloneable.js';
import { isOnlyCalled } from './code-uses.js';
import {
	holdsMutableData,
	holdsObjects,
	holdsSharedMemory,
	isCode,
	mayHoldObject,
	setsConstant,
} from './contents.js';
import { findGlobalChanges, findLaterGlobalChanges } from './global-changes.js';
import { countedBefore } from './counted-packages.js';
import { escapesOnHost, exportOfHolder } from './exported-holders.js';
import { decideImport } from './import-channel.js';
import { BY_REFERENCE, isSent } from '../../ir/sent.js';
import { pragmaOf } from './pragmas.js';
import { actOf } from './repeatable.js';

/**
 * Why a top-level variable cannot reach a worker with its meaning kept, or what its user should know.
 *
 * `changes`: those of all units, of which `node` is one.
 *
 * @typedef {{ kind: 'position' | 'exported' | 'resource', node: Node }
 *   | { kind: 'write', node: Node, changes?: Node[] }
 *   | { kind: 'cache', node: Node, counts?: boolean }
 *   | { kind: 'mutate', node: Node, read?: Node, made?: Node, copied?: Node, changes?: Node[] }
 *   | { kind: 'initialiser', node: Node, callee: string }
 *   | { kind: 'ambiguous', node: Node, callee: string }
 *   | { kind: 'imported', node: Node, source: string }
 *   | { kind: 'configured', node: Node, callee: string, source: string }
 *   | { kind: 'loading', node: Node, needs: Variable }
 *   | { kind: 'uncloneable', node: Node, what: string, changed: Node | undefined }
 *   | { kind: 'instance', node: Node, className: string, reason: string | null }} Problem
 */

/** @typedef {{ channel: Channel, reason: string, fragments: Fragment[], problems: Problem[], classes: Variable[] }} Decision `classes`: of the instances in a snapshot */

/** A call of something that is not seen, while a statement runs. @typedef {{ fragment: Fragment, call: CallEffect }} UnknownCall */

/**
 * Decides for each top-level variable how it reaches the worker. The answer does not depend on which
 * unit asks, only on which code runs in workers at all.
 */
export class Channels {
	/**
	 * @param {Analysed} analysed
	 * @param {WorkerCode} worker
	 * @param {Linked} linked
	 */
	constructor(analysed, worker, linked) {
		this.analysed = analysed;
		this.worker = worker;
		this.isWorkerCode = (/** @type {Node} */ node) => worker.has(node);
		this.linked = linked;
		/** @type {Map<Variable, Decision>} */
		this.decisions = new Map();
		/** @type {Map<Variable, Fragment[]>} */
		this.definitions = new Map();
		/** @type {Map<Variable, UnknownCall[]> | undefined} */
		this.unknownCalls = undefined;
		this.globalChanges = findGlobalChanges(analysed);
		this.globalChangesLater = findLaterGlobalChanges(analysed, this.isWorkerCode);
		this.repeated = analysed.fragments.filter((fragment) => pragmaOf(fragment) === 'reeval');
		for (const fragment of analysed.fragments) {
			for (const variable of fragment.defines) {
				this.definitions.set(variable, [...(this.definitions.get(variable) ?? []), fragment]);
			}
		}
	}

	/**
	 * @param {Variable} variable declared at the top level
	 * @returns {Decision}
	 */
	of(variable) {
		const known = this.decisions.get(variable);
		if (known) return known;
		const own = this.definitions.get(variable) ?? [];
		const fills = (this.analysed.sites.fills.get(variable) ?? []).filter((one) =>
			this.worker.needsFill(variable, one),
		);
		const repeated = this.repeatedFor(variable);
		const counted = [...own, ...fills].flatMap((one) => countedBefore(one, this.analysed));
		const fragments = [...new Set([...own, ...fills, ...repeated, ...counted])].sort(
			(a, b) => a.index - b.index,
		);
		/** @type {Decision} */
		const undecided = {
			channel: 'slice',
			reason: 'defined again in the worker module',
			fragments,
			problems: [],
			classes: [],
		};
		this.decisions.set(variable, undecided); // what a cycle sees
		const decision = this.decide(variable, own, fills, undecided);
		this.decisions.set(variable, decision);
		return decision;
	}

	/** @param {Variable} variable @returns {string[] | null} the data that worker code reads of it; null where the host changes nothing else */
	partsRead(variable) {
		const { sites } = this.analysed;
		if (this.worker.exportsRead.of(variable)) return this.worker.dataRead(variable);
		const isUnread =
			sitesOf(variable, this.analysed).some((one) => !this.worker.reads(variable, one)) ||
			(sites.fills.get(variable) ?? []).some((one) => !this.worker.needsFill(variable, one));
		return isUnread ? this.worker.dataRead(variable) : null;
	}

	/** Statements that a comment puts into the slice of what they hand on. @param {Variable} variable @returns {Fragment[]} */
	repeatedFor(variable) {
		return this.repeated.filter((fragment) =>
			(this.analysed.sites.effects.get(fragment) ?? []).some((one) => isGivenTo(variable, one)),
		);
	}

	/** @param {Variable} variable @param {Fragment[]} own @param {Fragment[]} fills @param {Decision} slice @returns {Decision} */
	decide(variable, own, fills, slice) {
		if (variable.kind === 'using') {
			const node = /** @type {Node} */ (variable.declarations[0]?.id);
			return { ...slice, problems: [{ kind: 'resource', node }] };
		}
		const from = importOf(variable, this.analysed.resolution.parents);
		if (from) return decideImport(variable, from.source, { channels: this, own, fills, slice });
		if (variable.isPerCall)
			return { ...slice, reason: 'each call that reads it assigns to it first' };
		const isRepeated = own.some((one) => pragmaOf(one) === 'reeval');
		if (!isRepeated && this.analysed.effects.gems.has(variable)) return this.gem(variable, slice);
		const byUse = this.decideByUse(variable, slice);
		if (byUse) return byUse;
		for (const fragment of own) {
			const decided = this.decideByDefinition(variable, fragment, slice);
			if (decided) return decided;
		}
		for (const fragment of fills) {
			const decided = this.decideByFill(variable, fragment, slice);
			if (decided) return decided;
		}
		return (
			this.decideByUnknownCalls(variable, own, slice) ??
			this.decideByDependence(variable, slice) ??
			this.decideByExport(variable, own, describeSlice(variable, slice, fills))
		);
	}

	/** Other modules may change what an exported object holds. @param {Variable} variable @param {Fragment[]} own @param {Decision} slice @returns {Decision} */
	decideByExport(variable, own, slice) {
		const isSafe = !holdsMutableData(variable) || own.some((one) => pragmaOf(one) === 'reeval');
		const node = this.exportOf(variable);
		if (isSafe || !node) return slice;
		return { ...slice, problems: [{ kind: 'exported', node }] };
	}

	/** @param {Variable} variable @returns {Node | undefined} the statement or specifier that exports it */
	exportOf(variable) {
		const own = this.definitions.get(variable) ?? [];
		const exported = own.find(({ statement }) => statement.type.startsWith('Export'));
		return (
			exported?.statement ??
			variable.references.find(({ role }) => role === 'export')?.node ??
			exportOfHolder(variable, this.analysed.effects)
		);
	}

	/** @param {Variable} variable that worker code needs @returns {Node[]} where it is exported, if other modules must not change it */
	exportedAs(variable) {
		const { channel, problems } = this.of(variable);
		const { effects, resolution } = this.analysed;
		const makes = classOf(variable) !== null || hasPrototype(variable, resolution.parents);
		const isClass = channel === 'slice' && makes;
		const bound = isClass ? effects.aliases.exportBindings : [];
		const place = bound.some((one) => one.variable === variable)
			? variable.declarations[0]?.id
			: null;
		const node = isClass ? (this.exportOf(variable) ?? place) : undefined;
		return node ? [node] : problems.flatMap((one) => (one.kind === 'exported' ? one.node : []));
	}

	/** Code that runs later, and changes it. @param {Variable} variable @param {Decision} slice @returns {Decision | null} */
	decideByUse(variable, slice) {
		const all = sitesOf(variable, this.analysed).filter((one) => this.worker.reads(variable, one));
		const sites = isCode(variable) ? all.filter((site) => !setsConstant(variable, site)) : all;
		const dependent = this.dependentInitialisation(variable);
		if (dependent) return { ...slice, problems: [{ kind: 'write', node: dependent }] };
		const asked = (this.definitions.get(variable) ?? []).map(pragmaOf);
		const isPerWorker = asked.includes('reeval') && !this.hostReadOf(variable);
		// `counts[key] = count` puts no object of `count` where `counts.list.push(…)` may find it.
		const isPrimitive = this.analysed.effects.shared.objects.isPrimitive(variable);
		// What sets `lastIndex` comes before what goes on from there: that alone tells whether it is state.
		const isPattern = isRegExp(variable);
		const isChange = (/** @type {Site} */ { kind, node }) => {
			if (kind === 'write' || isCode(variable)) return true;
			return isPattern ? isCall(node) : mayHoldObject(variable) && !isPrimitive;
		};
		const inWorker = isPerWorker
			? []
			: sites.filter((site) => site.fn && isChange(site) && this.isWorkerCode(site.node));
		const writes = inWorker.filter((site) => site.kind === 'write').map(({ node }) => node);
		const [write] = writes;
		if (write) return { ...slice, problems: [{ kind: 'write', node: write, changes: writes }] };
		const change = inWorker.find((site) => !site.isCached) ?? inWorker[0];
		if (change) {
			if (holdsSharedMemory(variable)) return this.snapshot(variable, 'shared memory', slice);
			const { node } = change;
			const read = change.isCached
				? undefined
				: (this.hostReadOf(variable) ?? this.hostReadOfOthers(variable, node));
			if (isPattern) return { ...slice, problems: [{ kind: 'position', node }] };
			const made = this.sharedIn(variable);
			const given = this.argumentIn(variable, inWorker);
			const copied = given?.isChanged ? given.node : undefined;
			const changes = inWorker.map((one) => one.node);
			/** @type {Problem} */
			const problem =
				read || made || copied
					? { kind: 'mutate', node, read, made, copied, changes }
					: { kind: 'cache', ...this.cacheIn(variable, inWorker, given?.node ?? node) };
			if (problem.kind === 'cache' && given) problem.counts = true;
			return { ...slice, reason: 'a cache of each worker', problems: [problem] };
		}
		if (asked.includes('reeval')) return null;
		if (this.isLinkedSnapshot(variable))
			return this.snapshot(variable, 'another file changes it', slice);
		if (isCode(variable) && !this.isMoreThanCalled(variable)) return null;
		const byHost = sites.find(
			(site) => !site.isCached && this.analysed.sites.isHostLive(site.node),
		);
		if (byHost) return this.snapshot(variable, describeSite(byHost), slice, byHost.node);
		if (escapesOnHost(variable, this)) {
			return this.snapshot(variable, 'code that cannot be seen has it, and may change it', slice);
		}
		const through = this.changedThrough(variable);
		return through
			? this.snapshot(variable, `\`${through.name}\` may hold parts of it, and changes`, slice)
			: null;
	}

	/** What calls remember of their arguments is of copies. @param {Variable} variable @param {Site[]} sites of worker code that change it @returns {Remembered | null} */
	argumentIn(variable, sites) {
		const { effects, units } = this.analysed;
		const changes = sites.filter(
			({ node, isCached }) => !isCached && !isMemo(variable, node, effects),
		);
		const nodes = changes.map(({ node }) => node);
		return nodes.length === 0 ? null : rememberedArgument(nodes, units, effects);
	}

	/** @param {Variable} variable @param {Site[]} sites of worker code that change it @param {Node} first @returns {{ node: Node, counts: boolean }} */
	cacheIn(variable, sites, first) {
		const { effects, resolution } = this.analysed;
		// The entries are those of instances, which calls may have made for themselves.
		const counting = holdsPrivateEntries(variable, resolution.parents)
			? undefined
			: sites.find((one) => !one.isCached && countsUp(one.node, effects));
		return { node: counting?.node ?? first, counts: counting !== undefined };
	}

	/** `rules ??= build(config)`, where another file changes `config`: a worker would keep what its first call made. @param {Variable} variable @returns {Node | undefined} */
	dependentInitialisation({ initialisation }) {
		return initialisation?.regions.find((region) =>
			[...this.analysed.effects.readsNow(region)].some((one) => this.isLinkedSnapshot(one)),
		);
	}

	/**
	 * `byId = new Map(rows.map((row) => [row.id, row]))` shares its elements with `rows`: where running
	 * host code changes one, it changes the other.
	 *
	 * @param {Variable} variable
	 * @returns {Variable | undefined}
	 */
	changedThrough(variable) {
		if (!holdsObjects(variable)) return undefined;
		const { effects, sites } = this.analysed;
		for (const [other, fragments] of this.definitions) {
			if (other === variable || !mayHoldObject(other)) continue;
			const isMadeFrom = fragments.some(
				(one) => one.kind === 'variable' && effects.readsOnHost(one.node).has(variable),
			);
			const changes = isMadeFrom ? (sites.later.get(other) ?? []) : [];
			const isChanged = changes.some(
				(one) =>
					one.kind === 'mutate' &&
					!one.isCached &&
					!this.isWorkerCode(one.node) &&
					sites.isHostLive(one.node),
			);
			if (isChanged) return other;
		}
		return undefined;
	}

	/** @param {Variable} variable @returns {Node | undefined} what shared memory, or which GEM, is made for its value: a worker would have another one */
	sharedIn(variable) {
		return (this.definitions.get(variable) ?? [])
			.flatMap((one) => this.analysed.sites.effects.get(one) ?? [])
			.find(({ kind }) => kind === 'shared')?.node;
	}

	/** Worker code looks at properties of a function, or makes instances. @param {Variable} variable @returns {boolean} */
	isMoreThanCalled(variable) {
		if (classOf(variable)) return true;
		const { parents } = this.analysed.resolution;
		// The search for the code of workers comes last: of most functions, no use asks for it.
		return variable.references.some(
			({ node, role }) =>
				role !== 'export' && !isOnlyCalled(node, parents) && this.isWorkerCode(node),
		);
	}

	/** @param {Variable} variable @returns {Node | undefined} where code that stays on the host looks at it */
	hostReadOf(variable) {
		const { sites } = this.analysed;
		const own = this.definitions.get(variable) ?? [];
		const exported = own.find(({ statement }) => statement.type.startsWith('Export'));
		if (exported) return exported.statement;
		const fills = sites.fills.get(variable) ?? [];
		return variable.references.find(({ node, role }) => {
			if (role === 'export') return true;
			if (this.isWorkerCode(node) || !sites.isHostLive(node)) return false;
			return !fills.some((one) => one.node.start <= node.start && node.end <= one.node.end);
		})?.node;
	}

	/**
	 * What `increment` of `const { increment, value } = counter()` changes, the host reads by `value`.
	 *
	 * @param {Variable} variable
	 * @param {Node} change a place that changes it
	 * @returns {Node | undefined} where the host looks at another variable that the place changes, too
	 */
	hostReadOfOthers(variable, change) {
		const { later } = this.analysed.sites;
		for (const [other, list] of later) {
			const isIt = other !== variable && list.some(({ node }) => node === change);
			const read = isIt && other.isTopLevel ? this.hostReadOf(other) : undefined;
			if (read) return read;
		}
		return undefined;
	}

	/** @param {Variable} variable @param {Fragment} fragment @param {Decision} slice @returns {Decision | null} */
	decideByDefinition(variable, fragment, slice) {
		const pragma = pragmaOf(fragment);
		if (pragma === 'snapshot') return this.snapshot(variable, 'asked for by a comment', slice);
		if (pragma === 'reeval') return null;
		const effects = this.analysed.sites.effects.get(fragment) ?? [];
		const dispatch = effects.find(({ kind }) => kind === 'dispatch');
		if (dispatch) return this.snapshot(variable, describeResult(dispatch), slice);
		for (const effect of effects) {
			if (effect.kind === 'fresh')
				return this.snapshot(
					variable,
					`\`${effect.text}\` gives another value in each thread`,
					slice,
				);
			if (effect.kind === 'shared') return this.snapshot(variable, 'shared memory', slice);
		}
		if (holdsDeferred(variable, this.analysed.resolution))
			return this.snapshot(variable, 'other code settles the promise', slice);
		return actOf(fragment, this.analysed) ? slice : null;
	}

	/** @param {Variable} variable @param {Fragment} fragment @param {Decision} slice @returns {Decision | null} */
	decideByFill(variable, fragment, slice) {
		if (pragmaOf(fragment) === 'reeval') return null;
		const effects = this.analysed.sites.effects.get(fragment) ?? [];
		const dispatch = effects.find(({ kind }) => kind === 'dispatch');
		if (dispatch) return this.snapshot(variable, describeResult(dispatch), slice);
		for (const effect of effects) {
			if (effect.kind === 'fresh' || effect.kind === 'shared') {
				return this.snapshot(
					variable,
					`filled with \`${effect.text}\`, which differs from thread to thread`,
					slice,
				);
			}
		}
		return actOf(fragment, this.analysed) ? slice : null;
	}

	/**
	 * An object that is handed to unknown code may be changed by it, and so may a class or a function: `mix(Row)`. The value
	 * of an object at the call is right in any case, where it can be cloned.
	 *
	 * @param {Variable} variable @param {Fragment[]} own @param {Decision} slice @returns {Decision | null}
	 */
	decideByUnknownCalls(variable, own, slice) {
		const mayChange = isCode(variable) ? this.isMoreThanCalled(variable) : mayHoldObject(variable);
		if (!mayChange || isPrimitiveOfPlatform(variable, this.analysed.effects.aliases)) return null;
		this.unknownCalls ??= this.findUnknownCalls();
		for (const { fragment, call } of this.unknownCalls.get(variable) ?? []) {
			if (own.includes(fragment) || pragmaOf(fragment) === 'reeval') continue;
			const { node, text } = call;
			// A function that is handed on with it may end up in it, and could not be cloned.
			const takesCode = (node.arguments ?? []).some(holdsFunction);
			if (holdsMutableData(variable) && !takesCode) {
				return this.snapshot(variable, `\`${text}\` may have changed it`, slice);
			}
			return { ...slice, problems: [{ kind: 'ambiguous', node, callee: text }] };
		}
		return null;
	}

	/** @returns {Map<Variable, UnknownCall[]>} by what is handed to them: of each statement, the first */
	findUnknownCalls() {
		/** @type {Map<Variable, UnknownCall[]>} */
		const found = new Map();
		for (const [fragment, effects] of this.analysed.sites.effects) {
			for (const call of effects) {
				if (call.kind !== 'call') continue;
				for (const variable of [...call.receivers, ...call.args]) {
					const known = found.get(variable);
					if (!known) found.set(variable, [{ fragment, call }]);
					else if (known.at(-1)?.fragment !== fragment) known.push({ fragment, call });
				}
			}
		}
		return found;
	}

	/** A value that is made from a snapshot is one too. @param {Variable} variable @param {Decision} slice @returns {Decision | null} */
	decideByDependence(variable, slice) {
		for (const fragment of slice.fragments) {
			if (fragment.kind === 'function') continue;
			for (const needs of this.analysed.effects.readsNow(fragment.node)) {
				if (needs === variable || !isSent(this.of(needs).channel)) continue;
				const isValue =
					variable.kind === 'const' || variable.kind === 'let' || variable.kind === 'var';
				if (isValue && !isCode(variable))
					return this.snapshot(variable, `made from \`${needs.name}\``, slice);
				return { ...slice, problems: [{ kind: 'loading', node: fragment.node, needs }] };
			}
		}
		return null;
	}

	/** @param {Variable} variable that holds a GEM @param {Decision} slice @returns {Decision} */
	gem(variable, slice) {
		const changes = sitesOf(variable, this.analysed)
			.filter(({ kind, node }) => kind === 'write' && this.isWorkerCode(node))
			.map(({ node }) => node);
		/** @type {Problem[]} */
		const problems = changes.slice(0, 1).map((node) => ({ kind: 'write', node, changes }));
		return { ...slice, channel: 'gem', reason: BY_REFERENCE, fragments: [], problems };
	}

	/** @param {Variable} variable @returns {boolean} whether a link has found that its value, or a part of it, has to cross with each call */
	isLinkedSnapshot(variable) {
		const { snapshots } = this.linked;
		return (
			variable.isTopLevel &&
			(snapshots.includes(variable.name) || this.partsSent(variable).length > 0)
		);
	}

	/** @param {Variable} variable @returns {string[]} the properties that cross; empty where it crosses as a whole */
	partsSent({ name }) {
		const { snapshots } = this.linked;
		if (snapshots.includes(name)) return [];
		return snapshots.flatMap((one) =>
			one.startsWith(`${name}.`) ? [one.slice(name.length + 1)] : [],
		);
	}

	/** @param {Variable} variable @param {string} why @param {Decision} slice @param {Node} [changed] where the host changes it @returns {Decision} */
	snapshot(variable, why, slice, changed) {
		const reason = `cloned at each call: ${why}`;
		const place = /** @type {Node} */ (variable.declarations[0]?.id);
		const what = whyUncloneable(variable, this.analysed.effects);
		/** @type {Problem[]} */
		const problems = !what
			? []
			: 'className' in what
				? [{ kind: 'instance', node: place, ...what }]
				: [{ kind: 'uncloneable', node: place, what: what.what, changed }];
		const classes = what ? [] : classesHeld(variable, this.analysed.effects);
		return { ...slice, channel: 'snapshot', reason, fragments: [], problems, classes };
	}
}

/** @param {Variable} variable @param {Decision} slice @param {Fragment[]} fills @returns {Decision} */
function describeSlice(variable, slice, fills) {
	const what = functionOf(variable) ? 'function' : classOf(variable) ? 'class' : variable.kind;
	const filled = fills.length > 0 ? ', with the statements that fill it' : '';
	return {
		...slice,
		reason: `${what} of this module, defined again in the worker module${filled}`,
	};
}

/** @param {Effect} effect a call of a unit @returns {string} */
const describeResult = (effect) =>
	`a call of \`${'text' in effect ? effect.text : ''}\` takes part in it, which the host makes once`;

/** @param {Site} site @returns {string} */
function describeSite({ kind, fn }) {
	if (!fn) return 'the file changes it between calls, while it loads';
	const name = fn.id?.name ?? fn.key?.name;
	const by = name ? `\`${name}\`` : 'the host';
	return kind === 'write'
		? `${by} assigns to it while the program runs`
		: `${by} changes it while the program runs`;
}

/** @param {Variable} variable @param {Effect} effect @returns {boolean} */
const isGivenTo = (variable, effect) =>
	effect.kind === 'call' && (effect.receivers.includes(variable) || effect.args.includes(variable));
