/** @import { Node } from '../../types.js' */
/** @import { CallEffect, Effect, Fragment, Site } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Channels, Decision, Problem } from './channels.js' */
import { isBuiltin } from 'node:module';
import { chainRoot, dottedName, isMember, propertyName, unwrap } from '../../ast/shapes.js';
import { isDropped } from '../../ast/dropped.js';
import { isSent } from '../../ir/sent.js';
import { importOf } from '../../ir/values.js';
import { differingImport } from '../../knowledge/calls.js';
import { pragmaOf } from './pragmas.js';
import { actOf } from './repeatable.js';

/**
 * What a worker gets of something that another module exports: it imports it again, and has a module
 * of its own. What this file changes of it must then be repeated there, or be refused.
 *
 * @param {Variable} variable
 * @param {string} source that it is imported from
 * @param {{ channels: Channels, own: Fragment[], fills: Fragment[], slice: Decision }} context
 * @returns {Decision}
 */
export function decideImport(variable, source, { channels, own, fills, slice }) {
	if (own.some((one) => pragmaOf(one) === 'snapshot'))
		return channels.snapshot(variable, 'asked for by a comment', slice);
	if (channels.isLinkedSnapshot(variable) && !channels.analysed.effects.gems.has(variable))
		return linkedSnapshot(variable, channels, slice);
	const decision = {
		...slice,
		channel: /** @type {const} */ ('import'),
		reason: `imported again from '${source}'`,
	};
	if (channels.analysed.effects.gems.has(variable)) return channels.gem(variable, slice);
	const problem =
		laterChange(variable, source, channels) ??
		fillThatCannotBeRepeated(variable, source, { channels, fills }) ??
		configuringCall(variable, source, channels);
	const from = importOf(variable, channels.analysed.resolution.parents);
	const differing = from && from.name !== '*' ? differingImport(from.source, [from.name]) : null;
	const isOfWorker = problem?.kind === 'mutate' || problem?.kind === 'cache';
	if (differing && !isOfWorker)
		return channels.snapshot(variable, `\`${differing}\` is not the same in each thread`, slice);
	return problem ? { ...decision, problems: [problem] } : decision;
}

/**
 * What other files change. A worker that changes it, too, would change its copy alone.
 *
 * @param {Variable} variable @param {Channels} channels @param {Decision} slice
 * @returns {Decision}
 */
function linkedSnapshot(variable, channels, slice) {
	const decision = channels.snapshot(variable, 'another file changes it', slice);
	const inWorker = laterChanges(variable, channels).find(({ node }) => channels.isWorkerCode(node));
	const declared = /** @type {Node} */ (variable.declarations[0]?.id);
	if (inWorker)
		return { ...decision, problems: [{ kind: 'mutate', node: inWorker.node, read: declared }] };
	const parts = channels.partsSent(variable);
	const whole = parts.length === 0 ? null : usedAsWhole(variable, parts, channels);
	if (!whole) return decision;
	const what = 'an object that holds functions';
	return {
		...decision,
		problems: [{ kind: 'uncloneable', node: whole, what, changed: undefined }],
	};
}

/** @param {Variable} variable @param {string[]} parts that cross @param {Channels} channels @returns {Node | undefined} where worker code uses more of it */
function usedAsWhole({ references }, parts, { isWorkerCode, analysed }) {
	const { parents } = analysed.resolution;
	return references.find(({ node }) => {
		const parent = parents.get(node);
		const name = parent && isMember(parent) && parent.object === node ? propertyName(parent) : null;
		return isWorkerCode(node) && !(name !== null && parts.includes(name));
	})?.node;
}

/** @param {Variable} variable @param {Channels} channels @returns {Site[]} */
function laterChanges(variable, channels) {
	const { sites } = channels.analysed;
	return [
		...(sites.later.get(variable) ?? []),
		// Another value for the other name leaves the import as it is.
		...partsOf(variable, channels)
			.flatMap((one) => sites.later.get(one) ?? [])
			.filter(({ kind }) => kind === 'mutate'),
	];
}

/**
 * What code that runs later changes of it, or of a part that another variable names.
 *
 * @param {Variable} variable @param {string} source @param {Channels} channels
 * @returns {Problem | null}
 */
function laterChange(variable, source, channels) {
	const { sites } = channels.analysed;
	const changes = laterChanges(variable, channels);
	const inWorker = changes.find(({ node }) => channels.isWorkerCode(node));
	if (inWorker) {
		const read = channels.hostReadOf(variable);
		return read
			? { kind: 'mutate', node: inWorker.node, read }
			: { kind: 'cache', node: inWorker.node };
	}
	const byHost = changes.find(({ node }) => sites.isHostLive(node));
	return byHost ? { kind: 'imported', node: byHost.node, source } : null;
}

/** `const { limits } = config`, `const limits = config.limits`. @param {Variable} variable @param {Channels} channels @returns {Variable[]} */
function partsOf(variable, { definitions }) {
	return [...definitions].flatMap(([other, fragments]) => {
		const isPart = fragments.some(({ kind, node }) => {
			const value = kind === 'variable' ? unwrap(node.init ?? null) : null;
			const root = value && dottedName(value) !== null ? chainRoot(value) : null;
			return root?.type === 'Identifier' && other.scope.lookup(root.name) === variable;
		});
		return isPart && other !== variable ? [other] : [];
	});
}

/**
 * @param {Variable} variable
 * @param {string} source
 * @param {{ channels: Channels, fills: Fragment[] }} context `fills`: statements of the top level that change it
 * @returns {Problem | null}
 */
function fillThatCannotBeRepeated(variable, source, { channels, fills }) {
	for (const fragment of fills) {
		if (pragmaOf(fragment) === 'reeval') continue;
		for (const effect of channels.analysed.sites.effects.get(fragment) ?? []) {
			const { kind, node } = effect;
			if (kind === 'fresh' || kind === 'shared' || kind === 'dispatch')
				return { kind: 'imported', node, source };
		}
		if (actOf(fragment, channels.analysed)) return null; // what keeps it refuses it
		for (const needs of channels.analysed.effects.readsNow(fragment.node)) {
			if (needs !== variable && isSent(channels.of(needs).channel))
				return { kind: 'loading', node: fragment.node, needs };
		}
	}
	return null;
}

/**
 * `dayjs.extend(utc);`, `extendWithOpenApi(z);`: a call at the top level that is made for what it does. Where its value
 * is used, it is taken to compute one.
 *
 * @param {Variable} variable @param {string} source @param {Channels} channels
 * @returns {Problem | null}
 */
function configuringCall(variable, source, channels) {
	if (isBuiltin(source)) return null;
	const { sites, resolution } = channels.analysed;
	const isObject = channels.isMoreThanCalled(variable);
	for (const [fragment, effects] of sites.effects) {
		if (pragmaOf(fragment) === 'reeval') continue;
		const call = effects.find(
			(effect) =>
				isGivenTo(variable, effect, isObject) && isDropped(effect.node, resolution.parents),
		);
		if (call) {
			const { node, text } = /** @type {CallEffect} */ (call);
			return { kind: 'configured', node, callee: text, source };
		}
	}
	return null;
}

/** @param {Variable} variable @param {Effect} effect @param {boolean} isObject whether a worker uses more of it than its value when it is called @returns {boolean} */
const isGivenTo = (variable, effect, isObject) =>
	effect.kind === 'call' &&
	(effect.receivers.includes(variable) || (isObject && effect.args.includes(variable)));
