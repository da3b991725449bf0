/** @import { Planned, SharedClass, SharedObject, UnitPlan } from '../../ir/module.js' */
/** @import { EffectAnalysis } from '../../ir/effect-analysis.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Node } from '../../types.js' */
/** @import { Channels } from './channels.js' */
import { isBuiltin } from 'node:module';
import { ERROR_ONLY, LATE, NAMED, OBJECT_ITSELF, SHOWN_ITSELF, WHOLE } from '@lapidary/runtime/abi';
import { isMember, propertyName } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { holdsSymbol, mayBeThere } from '../../ir/may-be-there.js';
import { isHandedOn, Observed, OBSERVING } from '../../ir/observed.js';
import { leavingOf } from '../../ir/result-flow/leaving.js';
import { listLevels } from '../../ir/result-flow/levels.js';
import { resultsOf } from '../../ir/unit-results.js';
import { classOf, constantValueOf, functionOf, importOf } from '../../ir/values.js';

/**
 * What host and worker module have both made and code can tell apart from a copy, with data from the other side:
 *
 * ```js
 * const NONE = Object.freeze({});
 * async function f(x) { 'use cpu_bound'; return x === NONE; }
 * ```
 *
 * Such an object crosses by its name: the runtime puts the other side's own in its place. Only what the text compares, looks up or
 * hands back is named, since every message of the module is then searched for it.
 *
 * @param {Pick<Planned, 'effects' | 'resolution' | 'plans'>} planned
 * @param {{ channels: Channels, needed: Set<Variable>, exported: ReadonlySet<string>, classes: SharedClass[] }} context `needed`: what the worker module has;
 *   `classes` have names already; `exported`: exports that the worker module makes as the host does
 * @returns {{ classes: SharedClass[], exports: SharedObject[] }}
 */
export function findIdentities(
	{ effects, resolution, plans },
	{ channels, needed, exported, classes },
) {
	const shared = new Set([...needed].filter((variable) => isOnBothSides(variable, channels)));
	const all = new Set([...shared, ...madeBeside(plans, needed, channels)]);
	if (all.size + exported.size === 0) return { classes: [], exports: [] };
	const observed = new Observed(effects, shared, (variable) => isSeenElsewhere(variable, channels));
	for (const node of nodesOf(resolution.program.node, OBSERVING)) observed.look(node);
	for (const { unit } of plans) observed.lookAtResults(unit.node);
	const seenElsewhere = new Set(
		[...shared].filter(
			(variable) => mayBeThere(variable, '0', effects) && isSeenElsewhere(variable, channels),
		),
	);
	for (const { variable, levels } of leavingOf(plans, effects, seenElsewhere, true))
		for (const level of listLevels(levels)) observed.addReturned(variable, level);
	observed.followParameters();
	observed.followMade(all);
	for (const variable of shared)
		if (holdsSymbol(constantValueOf(variable), OWN_SYMBOL)) observed.lookAtKeys(variable);
	const ofVariables = [...new Set([...observed.levels.keys(), ...observed.returned.keys()])]
		.filter((variable) => shared.has(variable) || observed.made.has(variable))
		.flatMap((variable) => {
			const isKnown = classes.some((one) => one.variable === variable && isClassFor(one));
			const isThere = (/** @type {string} */ level) =>
				!(isKnown && level === '0') && observed.isThere(variable, level);
			const seen = [...(observed.levels.get(variable) ?? [])].filter(isThere);
			// Each thread gives a variable that is assigned later a value of its own, when it first needs that.
			const returned = variable.isReassigned
				? []
				: [...(observed.returned.get(variable) ?? [])].filter(isThere);
			const parts = seen.includes('0') && isSharedPart(variable, shared, effects) ? PARTS : [];
			const all = [...new Set([...seen, ...returned, ...parts.filter(isThere)])];
			if (all.length === 0) return [];
			return [{ variable, key: keyOf(variable, all), hostKey: keyOf(variable, seen) }];
		});
	const ofExports = observed.followExports().filter(({ name }) => exported.has(name));
	return { classes: ofVariables, exports: ofExports.map(exportOf) };
}

/** @param {ReturnType<Observed['followExports']>[number]} found @returns {SharedObject} */
function exportOf({ name, levels, returned }) {
	const path = { name: `exports.${name}` };
	const key = keyOf(path, [...new Set([...levels, ...returned])]);
	return { key, hostKey: keyOf(path, levels), value: `module.${path.name}` };
}

/**
 * `const KM = Unit.define('km')`: a statement that workers run for what it puts somewhere, and no code of theirs reads the variable.
 *
 * @param {readonly UnitPlan[]} plans
 * @param {Set<Variable>} needed
 * @param {Channels} channels
 * @returns {Variable[]}
 */
const madeBeside = (plans, needed, channels) =>
	plans
		.flatMap(({ slice }) => slice.flatMap(({ fragment }) => fragment.defines))
		.filter(
			(variable) =>
				!needed.has(variable) &&
				constantValueOf(variable) !== null &&
				!functionOf(variable) &&
				!classOf(variable) &&
				channels.of(variable).channel === 'slice' &&
				isOnBothSides(variable, channels),
		);

/** `Symbol('meta')`: what `Symbol.for` gives, every thread has. */
const OWN_SYMBOL = /^Symbol$/;

/** Of what an object holds, and of what these hold: as deep as copies of an object are spread. */
const PARTS = ['1', '2'];

/**
 * `const copy = { ...base }`: a result with both has `base` by its name, and its parts once more within a copy of `copy`. They have
 * names then, too, and stay the same objects.
 *
 * @param {Variable} variable
 * @param {ReadonlySet<Variable>} shared those that the worker module makes as the host does
 * @param {EffectAnalysis} effects
 * @returns {boolean}
 */
const isSharedPart = (variable, shared, effects) =>
	[...shared].some((one) => {
		const node = one === variable || functionOf(one) ? undefined : one.references[0]?.node;
		return (
			node !== undefined &&
			PARTS.some((_, at) => effects.shared.of(node, Array(at + 1).fill(null)).has(variable))
		);
	});

/** @param {readonly UnitPlan[]} plans @param {EffectAnalysis} effects @returns {boolean} */
const mayReturnObjects = (plans, effects) =>
	plans.some(
		({ unit }) =>
			unit.isGenerator || resultsOf(unit, effects).some((one) => effects.shared.objects.may(one)),
	);

/**
 * Tables name objects of other files by the names that the link has for these.
 *
 * @param {readonly string[]} lines as `Linked` has them
 * @param {readonly UnitPlan[]} plans
 * @param {EffectAnalysis} effects
 * @returns {SharedObject[]}
 */
export function identitiesOfOthers(lines, plans, effects) {
	const mayReturn = mayReturnObjects(plans, effects);
	/** Several files may tell one object, and know different parts of it. @type {Map<string, { levels: string, returned: string, load?: string | undefined }>} */
	const byName = new Map();
	for (const line of lines) {
		const [levels = '', returned = '', local, file, load] = line.split('\0');
		const name = [local, file].join(' ');
		const known = byName.get(name) ?? { levels: '', returned: '' };
		byName.set(name, {
			levels: known.levels + levels,
			returned: known.returned + returned,
			load: known.load ?? load,
		});
	}
	return [...byName].flatMap(([name, { levels, returned, load }]) => {
		const all = mayReturn ? levels + returned : levels;
		if (all === '') return [];
		const [key, hostKey] = [all, levels].map(
			(one) => `${SHOWN_ITSELF + textOf([...new Set(one)])} ${name}`,
		);
		return [{ key: String(key), hostKey: String(hostKey), ...(load ? { load } : {}) }];
	});
}

/** Not for what is only named as classes are, and is an object if it is none (`NONE`). @param {SharedClass} known @returns {boolean} */
const isClassFor = ({ key }) => ![NAMED, ERROR_ONLY, LATE].some((prefix) => key.startsWith(prefix));

/** @param {{ name: string }} variable @param {string[]} levels @returns {string} */
const keyOf = ({ name }, levels) => `${OBJECT_ITSELF}${textOf(levels)} ${name}`;

/** Deeper than the analysis of values looks, each level may have objects when this one has. */
const LAST_LEVEL = 4;

/** @param {string[]} levels @returns {string} as keys of the table have them: `*` for an object with all that is in it */
const textOf = (levels) =>
	levels.some((one) => Number(one) >= LAST_LEVEL) ? WHOLE : [...levels].sort().join('');

/** @param {Variable} variable @param {Channels} channels @returns {boolean} and it stays there what it was */
function isOnBothSides(variable, channels) {
	const { channel, problems } = channels.of(variable);
	if (channel !== 'slice' && channel !== 'import') return false;
	if (variable.isPerCall) return false;
	const from = importOf(variable, channels.analysed.resolution.parents);
	if (from && isBuiltin(from.source)) return false; // has a name of the platform's
	// Scratch space of each worker holds something else in each.
	const changes = channels.analysed.sites.later.get(variable) ?? [];
	if (changes.some(({ node }) => channels.isWorkerCode(node))) return false;
	return problems.every(({ kind }) => kind === 'exported');
}

/** A result that code of the host may compare or change, here or in other modules, or that no clone could bring. @param {Variable} variable @param {Channels} channels @returns {boolean} */
function isSeenElsewhere(variable, channels) {
	const { resolution, sites } = channels.analysed;
	if (channels.exportOf(variable) || functionOf(variable)) return true;
	if (importOf(variable, resolution.parents) || holdsSymbol(constantValueOf(variable))) return true;
	return variable.references.some(
		({ node }) =>
			(isHandedOn(node, resolution.parents) ||
				(sites.runsLater(node) && !isSize(resolution.parents.get(node)))) &&
			sites.isHostLive(node),
	);
}

/** @param {Node | undefined} node @returns {boolean} `rows.length`, which is the same of a copy */
const isSize = (node) =>
	node !== undefined && isMember(node) && /^(length|size)$/.test(propertyName(node) ?? '');
