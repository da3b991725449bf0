/** @import { MentionFact, ModuleSummary } from '../ir/summary.js' */
/** @import { Change, HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { Found, Program } from './program.js' */
/** @import { PlacedCode } from './reach.js' */
import { isBuiltin } from 'node:module';
import { ONLY_ACTS } from '../knowledge/set-ups.js';
import { cellsOf } from './cells.js';
import { changeKey, changesOf } from './host-changes.js';
import { withImports } from './host-roots.js';
import { reach, targetsOf } from './reach.js';

/** What a file calls of an import. @typedef {Pick<MentionFact, 'import' | 'path'>} Called */

/**
 * `addFormat('even', isEven)`: a call at the top level of an annotated file that changes state of modules which its workers load,
 * and does nothing else. A worker that repeats it has the same state; the file alone does not show that.
 *
 * @param {Program} program
 * @param {{ module: ModuleSummary, changes: readonly Change[] }} found what the host changes, and a unit of the module would not see
 * @param {{ needs: Needs, changes: HostChanges }} context
 * @returns {boolean} whether the file has to be compiled again before anything can be said
 */
export function askForSetUps(program, { module, changes: found }, { needs, changes }) {
	const own = module.live.loading.mentions.filter(({ isDropped }) => isDropped);
	if (own.length === 0) return false;
	const missing = new Set(found.map(changeKey));
	let isNew = false;
	for (const mention of own) {
		const made = changesOfSetUp(program, module, mention, changes.loadedBy(module));
		const isNeeded = made?.some((one) => missing.has(changeKey(one))) ?? false;
		const line = made && isNeeded ? lineOf(program, module, { called: mention, made }) : null;
		if (line === null) continue;
		needs.setUp(module, line);
		isNew ||= !module.setUps.includes(line);
	}
	return isNew;
}

/**
 * The same for a file whose units wait for the answer: what their workers load is not known yet.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Called} called
 * @returns {string | null} as `readSetUps` reads it
 */
export function setUpCalled(program, module, called) {
	const fact = module.imports[called.import];
	const target = fact ? program.moduleOf(module, fact) : null;
	if (!target) return null;
	const made = changesOfSetUp(program, module, called, withImports(program, new Set([target])));
	return made && made.length > 0 ? lineOf(program, module, { called, made }) : null;
}

/**
 * `logger.info('start')`: a call that acts on the world, and changes nothing that a unit could read. What it changes all the same is
 * judged as it is in any other file.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Called & { name: string }} called `name`: how the file writes it
 * @returns {string | null} as `readSetUps` reads it; null where it may do more
 */
export function actCalled(program, module, { name, ...called }) {
	const found = targetsOf(program, module, /** @type {MentionFact} */ (called)).codes;
	const codes = found.length > 0 ? found : methodsCalled(program, module, called);
	if (codes.length === 0 || changesItself(program, module, called)) return null;
	const isClear = reach(program, codes).every((reached) => {
		const { code, module: home } = reached;
		const isSeen =
			code.acts.every((one) => one.isSure) &&
			code.mentions.every((one) => isOfProgram(program, home, one));
		const isQuiet = code.globals.length === 0 && (code.alters ?? []).length === 0;
		return isSeen && isQuiet && !code.defers && changesOf(program, reached).length === 0;
	});
	return isClear ? `${name} ${ONLY_ACTS}` : null;
}

/** @param {Program} program @param {ModuleSummary} module @param {Called} called @returns {PlacedCode[]} */
const methodsCalled = (program, module, { import: index, path }) =>
	program.ofImport(module, index, path).flatMap(methodsOf);

/** @param {Found} found @returns {PlacedCode[]} the method, where it is that of an instance which a variable of the module holds */
export function methodsOf(found) {
	if (found.kind !== 'other' || found.local === null || found.rest.length !== 1) return [];
	const { live } = found.module;
	const method = live.instances[found.local]?.[String(found.rest[0])];
	const code = method === undefined ? undefined : live.codes[method];
	return code ? [{ module: found.module, code }] : [];
}

/** A method that changes its instance. @param {Program} program @param {ModuleSummary} module @param {Called} called @returns {boolean} */
function changesItself(program, module, { import: index, path }) {
	const method = path.at(-1);
	if (method === undefined) return false;
	return cellsOf(program, module, index, path.slice(0, -1)).some(
		({ state, rest }) => state?.changers.includes([...rest, method].join('.')) === true,
	);
}

/** @param {Program} program @param {ModuleSummary} module @param {MentionFact} mention @returns {boolean} whether the text is seen of what it mentions, or the platform's */
function isOfProgram(program, module, mention) {
	const fact = /** @type {ModuleSummary['imports'][number]} */ (module.imports[mention.import]);
	return program.moduleOf(module, fact) !== null || isBuiltin(fact.specifier ?? '');
}

/**
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Called} called that it calls
 * @param {ReadonlySet<ModuleSummary>} loaded by its workers
 * @returns {Change[] | null} null where a call may do more than to change what workers load, or differs between threads
 */
function changesOfSetUp(program, module, called, loaded) {
	const { codes } = targetsOf(program, module, /** @type {MentionFact} */ (called));
	if (codes.length === 0 || codes.some(({ code }) => (code.alters ?? []).length > 0)) return null;
	/** @type {Change[]} */
	const all = [];
	for (const reached of reach(program, codes)) {
		const { module: home, code } = reached;
		const isClear =
			code.unit === null && !code.defers && code.acts.length + code.globals.length === 0;
		if (!isClear || !loaded.has(home)) return null;
		for (const one of changesOf(program, reached)) {
			const { module: where } = one.cell;
			if (!where || where.isAnnotated || !loaded.has(where)) return null;
			all.push(one);
		}
	}
	return all;
}

/**
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {{ called: Called, made: Change[] }} call
 * @returns {string | null} as `readSetUps` reads it; null where no variable of the file has the function
 */
function lineOf(program, module, { called, made }) {
	if (isInCycle(program, module)) return null;
	const isCalled = (/** @type {ModuleSummary['holders'][number]} */ one) =>
		one.import === called.import && one.path.every((name, at) => called.path[at] === name);
	const callee = module.holders.find(isCalled);
	if (!callee) return null;
	const homes = new Set(made.map(({ cell }) => cell.module));
	const holders = module.holders.filter((one) => {
		const fact = module.imports[one.import];
		const target = fact ? program.moduleOf(module, fact) : null;
		return target && [...withImports(program, new Set([target]))].some((each) => homes.has(each));
	});
	const name = [callee.name, ...called.path.slice(callee.path.length)].join('.');
	return `${name} ${[...new Set(holders.map((one) => one.name))].sort().join(',')}`;
}

/**
 * Modules that a module imports and that import it may call its functions before its own first statement has run.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @returns {boolean}
 */
function isInCycle(program, module) {
	const targets = module.imports
		.map((fact) => program.moduleOf(module, fact))
		.filter((one) => one !== null && one !== module);
	const imported = withImports(program, /** @type {Set<ModuleSummary>} */ (new Set(targets)));
	return imported.has(module);
}
