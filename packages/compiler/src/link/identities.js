/** @import { IdentityFact, ImportFact, ModuleSummary, RequiredIdentityFact } from '../ir/summary.js' */
/** @import { HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Found, Program } from './program.js' */
import path from 'node:path';
import { namesBelow, shownAs } from './compare-states.js';
import { loadedLater, withImports } from './host-roots.js';

/** An object of a module; `load`: the specifier by which that is required for it; `rest`: where in the variable it lies. @typedef {{ home: ModuleSummary, fact: IdentityFact, load?: string | undefined, rest?: readonly string[] }} Identity */

/**
 * Code of files that workers load compares what it gets with objects of its own: `x === EUR`, `known.has(x)`. Whoever calls the unit
 * gives it such an object, of which a worker has one too. So the file shows the variable in each thread, and the object crosses by its name.
 * Not so what the host or a unit changes: each thread may have other objects there. Of an
 * instance that its methods may change, that holds for what lies deep.
 *
 * @param {Program} program
 * @param {{ needs: Needs, changes: HostChanges }} context
 */
export function carryIdentities(program, { needs, changes }) {
	const nameOf = namesBelow(program);
	for (const module of program.modules.values()) {
		if (!module.units.some(({ isLowered }) => isLowered)) continue;
		/** @param {Identity} identity @returns {Identity[]} without what may be another object in each thread */
		const unchanged = ({ home, fact, load, rest = [] }) => {
			const all = [...changes.in(home.filename, module), ...changes.byUnits(home.filename)];
			const own = all.filter(
				({ cell }) => cell.state?.local === fact.state && meet(cell.rest, rest),
			);
			if (own.some(({ isSure }) => isSure)) return [];
			const isDeep = /[2-9]/.test(fact.levels + fact.returned);
			const isDeepKept = own.every(({ cell }) => cell.state?.isCode);
			const [levels, returned] = [fact.levels, fact.returned].map((one) =>
				isDeepKept
					? one
					: one.replace(/\d/g, (level) => (Number(level) < rest.length + 2 ? level : '')),
			);
			// What the text names says all of its levels; of what a path leads to, it does not know which there are.
			if (isDeep && !isDeepKept && load === undefined) return [];
			return levels || returned ? [{ home, fact: { ...fact, levels, returned }, load }] : [];
		};
		const own = [...changes.loadedBy(module)].flatMap((home) =>
			home === module ? [] : home.live.identities.map((fact) => ({ home, fact })),
		);
		for (const one of [...own, ...requiredBy(program, module, changes)].flatMap(unchanged))
			needs.identify(module, { ...one, name: nameOf(one.home) });
	}
}

/**
 * `held === require('./kinds').NONE`: the file that has the object names it. Where that is the file of the units, which a cycle leads
 * back to, workers load that as well. The side to which it crosses may not have loaded the file yet, and does so then: on the other side, the
 * code that has it has done so.
 *
 * @param {Program} program
 * @param {ModuleSummary} module annotated
 * @param {HostChanges} changes
 * @returns {Identity[]}
 */
function requiredBy(program, module, changes) {
	if (module.moduleKind !== 'commonjs') return []; // a message does not wait for `import()`
	const loaded = loadedLater(program, changes.loadedBy(module));
	const early = withImports(program, new Set([module]));
	return [...new Set([module, ...loaded])].flatMap((reader) =>
		reader.live.required.flatMap((fact) => {
			const { specifier, isLazy } = /** @type {ImportFact} */ (reader.imports[fact.import]);
			if (early.has(reader) && !isLazy) return []; // goes by the name of a variable
			const load = from(module, reader, String(specifier));
			return program
				.ofImport(reader, fact.import, fact.path)
				.flatMap((found) => objectOf(found, fact))
				.flatMap((one) => (loaded.has(one.home) ? { ...one, load } : []));
		}),
	);
}

/** @param {ModuleSummary} module @param {ModuleSummary} reader @param {string} specifier of the reader's @returns {string} one of the same file for the module */
function from({ filename }, reader, specifier) {
	if (!specifier.startsWith('.')) return specifier;
	const folder = path.relative(path.dirname(filename), path.dirname(reader.filename));
	const joined = path.posix.join(folder.split(path.sep).join('/'), specifier);
	return joined.startsWith('.') ? joined : `./${joined}`;
}

/** The level from which on all that lies deeper counts. */
const DEEPEST = 4;

/** @param {Found} found @param {RequiredIdentityFact} fact @returns {Identity[]} */
function objectOf(found, { levels, returned }) {
	if (!('local' in found) || typeof found.local !== 'string') return [];
	const local = shownAs(found.module, found.local);
	if (local === null) return [];
	const deep = 'rest' in found ? found.rest.length : 0;
	const below = (/** @type {string} */ all) =>
		[...all].map((level) => Math.min(Number(level) + deep, DEEPEST)).join('');
	const fact = { local, state: found.local, levels: below(levels), returned: below(returned) };
	return [{ home: found.module, fact, ...('rest' in found ? { rest: found.rest } : {}) }];
}

/** @param {readonly string[]} one @param {readonly string[]} other paths @returns {boolean} the longer one leads into what lies at the other */
const meet = (one, other) => one.every((name, at) => at >= other.length || name === other[at]);
