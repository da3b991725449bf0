/** @import { ModuleSummary, OwnStateFact } from '../ir/summary.js' */
/** @import { Found, Program } from './program.js' */

/**
 * What a path of names is part of: a variable of a module, or the value of an export. `rest` is the path within it. Without a
 * module it is of another package, or of the platform; `isWhole`: all that the module exports.
 *
 * @typedef {{ key: string, home: string, module: ModuleSummary | null, state: OwnStateFact | null, name: string, rest: string[], isWhole: boolean }} Cell
 */

/**
 * The cells that an import, or a property of it, leads to.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {number} index of the import
 * @param {readonly string[]} path
 * @returns {Cell[]} more than one where tools disagree on what an import is; none for the module's own exports
 */
export function cellsOf(program, module, index, path) {
	const fact = /** @type {ModuleSummary['imports'][number]} */ (module.imports[index]);
	if (program.modulesOf(module, fact).length === 0)
		return fact.specifier === null ? [] : [outside(fact, path)];
	for (let length = path.length; length >= 0; length--) {
		const found = program.ofImport(module, index, path.slice(0, length));
		if (found.length > 0) return found.map((one) => cellOf(one, path.slice(length)));
	}
	return [];
}

/** @param {ModuleSummary} module @param {string} local @param {string[]} rest @returns {Cell} */
export function ownCell(module, local, rest) {
	const state = module.live.states.find((one) => one.local === local) ?? null;
	const name = local.startsWith('*') ? titleOfExport(local) : local;
	const home = module.filename;
	return { key: `${local}\0${home}`, home, module, state, name, rest, isWhole: false };
}

/** @param {string} local `*default*` @returns {string} */
function titleOfExport(local) {
	const name = local.slice(1, -1);
	return name === '=' ? 'module.exports' : name;
}

/** @param {Found} found @param {string[]} more the names that nothing is known of @returns {Cell} */
function cellOf(found, more) {
	const { module } = found;
	const home = module.filename;
	if (found.kind === 'namespace') {
		// `exports.box = make()` is no variable.
		const [name, ...rest] = more;
		const local = `*${name}*`;
		if (module.live.states.some((one) => one.local === local)) return ownCell(module, local, rest);
		const key = `*\0${home}`;
		return { key, home, module, state: null, name: 'exports', rest: more, isWhole: true };
	}
	const rest = found.kind === 'other' ? [...found.rest, ...more] : more;
	return ownCell(module, found.local ?? `${found.kind} ${nameOf(found)}`, rest);
}

/** @param {Found} found @returns {string | number} */
const nameOf = (found) => ('index' in found ? found.index : '');

/** `os.EXTRA` is the same by each way to import `os`. @param {ModuleSummary['imports'][number]} fact @param {readonly string[]} path @returns {Cell} */
function outside({ specifier, name }, path) {
	const home = String(specifier).replace(/^node:/, '');
	const rest = [name, ...path].filter((one) => one !== '*' && one !== 'default');
	return { key: `\0${home}`, home, module: null, state: null, name: home, rest, isWhole: false };
}

/**
 * @param {Cell} read
 * @param {Cell} changed
 * @returns {boolean} whether who reads the one may see what is changed in the other
 */
export function overlaps(read, changed) {
	if (read.home !== changed.home) return false;
	if (read.isWhole || changed.isWhole) return true;
	if (changed.state && read.state?.holds.includes(changed.state.local)) return true;
	if (read.key !== changed.key) return false;
	const length = Math.min(read.rest.length, changed.rest.length);
	for (let at = 0; at < length; at++) if (read.rest[at] !== changed.rest[at]) return false;
	// Who calls a function has no look at its properties. A class has instances and heirs that do.
	const isOnlyCalled = read.state?.obstacle === 'a function' && read.rest.length === 0;
	return !isOnlyCalled || changed.rest.length === 0;
}
