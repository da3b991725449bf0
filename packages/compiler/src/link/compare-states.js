/** @import { ModuleSummary } from '../ir/summary.js' */
/** @import { Label } from './heap/values.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { GLOBAL_ROOT } from '../knowledge/globals.js';
import { withImports } from './host-roots.js';

/**
 * State of other modules that a unit reads, and of which no change is seen. That no text shows a change proves nothing: objects go
 * through promises, generators, listeners, collections and descriptors, and a module may make another value of the environment when a
 * worker loads it later. So the module shows what its variable holds, in each thread, and the two are compared when the unit runs.
 *
 * @param {Program} program
 * @param {readonly { module: ModuleSummary, own: ModuleSummary, unit: string, reads: readonly { label: Label, path: readonly string[] }[] }[]} readers `own`: the worker module; `unit`: its id; `reads`: of roots,
 *   without those of which something was said, and without caches, which each thread fills for itself
 * @param {{ needs: Needs, isLate: (label: Label) => boolean, insideOf: ReturnType<typeof closedOverBelow> }} context `isLate`: each thread gives the root its value at the first use
 */
export function compareStates(program, readers, { needs, isLate, insideOf }) {
	const nameOf = namesBelow(program);
	const madeGlobals = globalsMade(program);
	for (const { module, own, unit, reads } of readers) {
		for (const { label, path } of reads) {
			const { module: home, index, local: rootName } = label;
			if (rootName.startsWith(GLOBAL_ROOT)) {
				const global = rootName.slice(GLOBAL_ROOT.length);
				if (!madeGlobals.has(rootName)) continue;
				needs.compareGlobal(
					{ module, unit },
					{ global, isLate: isLate(label), inside: insideOf(module) },
				);
				continue;
			}
			if (home === own) continue;
			// Variables of one pattern have one label.
			const roots = home.flow.roots.filter((root) => root.label === index);
			for (const { local, isCode, isPerThread } of roots) {
				const shown = shownAs(home, local);
				// Who calls a function or makes an instance has no look at the properties that programs give it.
				const isCalled =
					isCode &&
					(!isOwnProperty(path[0]) || comparesItself(program, module, { home, locals: roots }));
				const isOfInstances = path[0] === 'prototype' && (isCode || makesInstances(home, index));
				if ((isCalled && !isOfInstances) || isPerThread || shown === null) continue;
				const name = nameOf(home);
				const inside = insideOf(home);
				// What instances inherit, and not the static properties: units that make instances need not look at these.
				const compared = isOfInstances ? `${shown}.prototype` : shown;
				const state = { home, local: compared, name, isLate: isLate(label), inside };
				needs.compare({ module, unit }, state);
			}
		}
	}
}

/** @param {Program} program @returns {Set<string>} names of roots: globals to which some module assigns */
const globalsMade = ({ modules }) =>
	new Set(
		[...modules.values()].flatMap(({ flow }) => {
			if (!flow.roots.some(({ isGlobal }) => isGlobal)) return [];
			return flow.nodes.flatMap((one) => {
				const root = one.op === 'assign' ? flow.roots[one.of] : undefined;
				return root?.isGlobal ? [root.local] : [];
			});
		}),
	);

/** @param {ModuleSummary} home @param {number} index of a root @returns {boolean} whether it holds a class: `exports.Shape = class {}` */
const makesInstances = ({ flow }, index) =>
	flow.roots.some(
		({ label, values }) =>
			label === index && values.some((one) => /^(class|fn)$/.test(flow.nodes[one]?.op ?? '')),
	);

/** A file compares the classes that its units use themselves, unless TypeScript leaves the import out. @param {Program} program @param {ModuleSummary} module @param {{ home: ModuleSummary, locals: readonly { local: string }[] }} of @returns {boolean} */
const comparesItself = (program, module, { home, locals }) =>
	!/\.[cm]?tsx?$/.test(module.filename) &&
	module.live.codes.some(
		({ unit, mentions }) =>
			unit !== null &&
			mentions.some((one) => {
				const fact = module.imports[one.import];
				if (fact === undefined || program.moduleOf(module, fact) !== home) return false;
				// What another function of the file gives leads to the class, too, and its prototype alone.
				const found = program.ofImport(module, one.import, one.path);
				return found.every(
					(each) => !('local' in each) || locals.some(({ local }) => local === each.local),
				);
			}),
	);

/** @param {string | undefined} name of a property that is read of a function or class @returns {boolean} a program may have put it there */
const isOwnProperty = (name) =>
	name !== undefined && !/^(~|prototype$|name$|length$|\[\]$)/.test(name);

/** @param {ModuleSummary} home @param {string} local @returns {string | null} how the module itself reads it: `limits`, `exports.limits`; null for `export default {}` */
export function shownAs({ moduleKind }, local) {
	const [, name] = /^\*(.+)\*$/.exec(local) ?? [];
	if (!name) return local;
	if (moduleKind !== 'commonjs') return null;
	return name === '=' ? 'exports' : `exports.${name}`;
}

/** @param {Program} program @returns {(home: ModuleSummary) => string[]} names of variables that closures may read which the module holds: its own, and those of what it imports */
export function closedOverBelow(program) {
	/** @type {Map<ModuleSummary, string[]>} */
	const known = new Map();
	return (home) => {
		const before = known.get(home);
		if (before) return before;
		const loaded = withImports(program, new Set([home]));
		const names = [...new Set([...loaded].flatMap(({ flow }) => flow.closedOver))];
		known.set(home, names);
		return names;
	};
}

/** @param {Program} program @returns {(home: ModuleSummary) => string} the path of a module from the folder that all of them are in */
export function namesBelow({ modules }) {
	const paths = [...modules.keys()].map((one) => one.split(/[\\/]/));
	const [first = [], ...others] = paths;
	let common = 0;
	while (common < first.length - 1 && others.every((one) => one[common] === first[common]))
		common++;
	return ({ filename }) => filename.split(/[\\/]/).slice(common).join('/');
}
