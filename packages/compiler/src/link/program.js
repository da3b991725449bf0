/** @import { CodeFact, ExportLink, ImportFact, ModuleSummary, ValueFact } from '../ir/summary.js' */
/** @import { Reached } from './reach.js' */

/**
 * Finds the module that a specifier leads to.
 *
 * @callback Resolve
 * @param {string} specifier
 * @param {string} from the file name of the module that has it
 * @param {'import' | 'require'} kind which conditions of a package hold
 * @returns {string | null} the file name of a module; null when it is none of those that are linked
 */

/**
 * What a path of names leads to. `object` is one whose properties are known, `other` a value that a variable
 * holds, or part of it: `rest` is the path within it, and `isPart` says that `code` is that of a part, such as a method, and not of the whole.
 *
 * @typedef {{ kind: 'unit' | 'function', module: ModuleSummary, index: number, local?: string }
 *   | { kind: 'namespace', module: ModuleSummary }
 *   | { kind: 'object', module: ModuleSummary, local: string | null, value: Extract<ValueFact, { kind: 'object' }> }
 *   | { kind: 'other', module: ModuleSummary, local: string | null, code?: number, rest: string[], isPart?: boolean }} Found
 */

/** @typedef {{ kind: 'unit' | 'function', module: ModuleSummary, index: number }} Callable */

/** In a path of names, as a summary has it: what a call gives. */
export const CALLED = '()';

/** `module.exports = exports.default` leads from each path to a longer one. */
const LONGEST_PATH = 12;

/**
 * The files that a specifier with unknown parts may lead to: `./lang-*.js`.
 *
 * @param {string} specifier relative
 * @param {string} from the file that has it
 * @returns {RegExp}
 */
export function filesLike(specifier, from) {
	const parts = from.split(/[\\/]/).slice(0, -1);
	for (const part of specifier.split('/')) {
		if (part === '..') parts.pop();
		else if (part !== '.') parts.push(part);
	}
	const escaped = parts.map((one) =>
		one.replaceAll(/[$()*+.?[\\\]^{|}]/g, (found) =>
			found === '*' ? String.raw`[^\\/]*` : `\\${found}`,
		),
	);
	return new RegExp(String.raw`^${escaped.join(String.raw`[\\/]`)}$`);
}

/** Follows names from module to module: through exports, re-exports, namespaces, and what interop makes of them. */
export class Program {
	/** @param {readonly ModuleSummary[]} summaries @param {Resolve} resolve */
	constructor(summaries, resolve) {
		this.resolve = resolve;
		this.modules = new Map(summaries.map((one) => [one.filename, one]));
		/** @type {Map<string, ModuleSummary | null>} */
		this.resolved = new Map();
		/** What code runs: many searches go the same ways. @type {Map<CodeFact, Reached[]>} */
		this.runs = new Map();
	}

	/** @param {ModuleSummary} from @param {ImportFact} fact @returns {ModuleSummary | null} null outside the program */
	moduleOf(from, { specifier, how }) {
		if (specifier === null) return from;
		const kind = how === 'import' ? 'import' : 'require';
		const key = `${kind}\0${specifier}\0${from.filename}`;
		const known = this.resolved.get(key);
		if (known !== undefined) return known;
		const filename = this.resolve(specifier, from.filename, kind);
		const found = (filename !== null && this.modules.get(filename)) || null;
		this.resolved.set(key, found);
		return found;
	}

	/**
	 * What an import of a module, or a property of it, may be. More than one where tools disagree on what a
	 * default import of CommonJS is.
	 *
	 * @param {ModuleSummary} module
	 * @param {number} index of the import
	 * @param {readonly string[]} path
	 * @param {Set<string>} [seen] keeps a circle of re-exports from being followed for ever
	 * @returns {Found[]} none for what is outside the program
	 */
	ofImport(module, index, path, seen = new Set()) {
		const fact = /** @type {ImportFact} */ (module.imports[index]);
		const names = fact.name === '*' ? path : [fact.name, ...path];
		return this.modulesOf(module, fact).flatMap((one) => this.lookUp(one, names, fact.how, seen));
	}

	/** @param {ModuleSummary} from @param {ImportFact} fact @returns {ModuleSummary[]} more than one where the specifier is put together when it runs */
	modulesOf(from, fact) {
		const target = fact.isPattern ? null : this.moduleOf(from, fact);
		if (!fact.isPattern || fact.specifier === null) return target ? [target] : [];
		const pattern = filesLike(fact.specifier, from.filename);
		return [...this.modules.values()].filter(({ filename }) => pattern.test(filename));
	}

	/**
	 * @param {ModuleSummary} module
	 * @param {readonly string[]} names
	 * @param {ImportFact['how']} how
	 * @param {Set<string>} seen
	 * @returns {Found[]}
	 */
	lookUp(module, names, how, seen) {
		const key = [module.filename, how, ...names].join('\0');
		if (seen.has(key) || names.length > LONGEST_PATH) return [];
		seen.add(key);
		const [first, ...rest] = names;
		/** @param {string} name @param {readonly string[]} path */
		const exported = (name, path) =>
			module.exports
				.filter((one) => one.name === name)
				.flatMap((/** @type {ExportLink} */ { value }) => this.ofValue(module, value, path, seen));
		if (first === undefined) {
			const whole = how === 'import' ? [] : exported('=', []);
			return whole.length > 0 ? whole : [{ kind: 'namespace', module }];
		}
		const isCommonJs =
			module.moduleKind === 'commonjs' || module.exports.some(({ name }) => name === '=');
		// Node and bundlers take `module.exports` for the default, Babel and TypeScript what it calls `default`.
		const asDefault =
			first === 'default' && how !== 'require' && isCommonJs
				? this.lookUp(module, rest, 'require', seen)
				: [];
		const found = [...exported(first, rest), ...exported('=', names), ...asDefault];
		return found.length > 0 || first === 'default' ? found : exported('*', names);
	}

	/**
	 * @param {ModuleSummary} module
	 * @param {ValueFact} value
	 * @param {readonly string[]} path
	 * @param {Set<string>} seen
	 * @returns {Found[]}
	 */
	ofValue(module, value, path, seen) {
		const [first, ...rest] = path;
		switch (value.kind) {
			case 'unit':
				return first === undefined
					? [{ kind: 'unit', module, index: value.unit, local: value.local }]
					: [];
			case 'function':
				if (first === CALLED) return this.ofCall(module, value, rest, seen);
				return first === undefined
					? [{ kind: 'function', module, index: value.function, local: value.local }]
					: [];
			case 'import':
				return this.ofImport(module, value.import, [...value.path, ...path], seen);
			case 'other':
				if (first === CALLED) return this.ofCall(module, value, rest, seen);
				return value.local === null && value.code === undefined
					? []
					: [{ ...value, module, rest: [...path] }];
			case 'object': {
				if (first === undefined) return [{ kind: 'object', module, local: value.local, value }];
				const own = Object.hasOwn(value.properties, first) ? value.properties[first] : undefined;
				// A method is a part of what the variable holds.
				const isPart = own?.kind === 'other' && own.local === null && rest[0] !== CALLED;
				if (isPart && value.local !== null)
					return [{ ...own, module, local: value.local, rest: [...path], isPart: true }];
				if (own) return [...this.ofValue(module, own, rest, seen), ...placeOf(module, value, path)];
				const spread = value.spreads.flatMap((one) => this.ofValue(module, one, path, seen));
				// A class has inherited methods, and properties of its own that hide inherited ones.
				const known = value.code === undefined ? spread : spread.filter(isMethod);
				if (known.length > 0 || value.local === null) return known;
				return [{ kind: 'other', module, local: value.local, rest: [...path] }];
			}
		}
	}

	/** What a call of a value gives. @param {ModuleSummary} module @param {Extract<ValueFact, { kind: 'function' | 'other' }>} value @param {readonly string[]} path @param {Set<string>} seen @returns {Found[]} */
	ofCall(module, value, path, seen) {
		const code =
			value.kind === 'function'
				? module.live.codes.find((one) => one.function === value.function)
				: module.live.codes[value.code ?? -1];
		const whole = code?.gives ? this.ofValue(module, code.gives, path, seen) : [];
		const parts = code?.parts ?? [];
		return [
			...whole,
			...parts.map((local) => ({ kind: /** @type {const} */ ('other'), module, local, rest: [] })),
		];
	}

	/**
	 * The functions that are within reach of whoever has a value: it is one, or a namespace or object with some in it.
	 *
	 * @param {Found} found
	 * @param {Set<ModuleSummary | ValueFact>} [seen]
	 * @returns {Callable[]}
	 */
	functionsIn(found, seen = new Set()) {
		switch (found.kind) {
			case 'unit':
			case 'function':
				return [{ kind: found.kind, module: found.module, index: found.index }];
			case 'other':
				return [];
			case 'namespace':
				return this.functionsOf(
					found.module,
					found.module.exports.map(({ value }) => value),
					seen.has(found.module) ? null : seen.add(found.module),
				);
			case 'object': {
				const { properties, spreads } = found.value;
				const values = [...Object.values(properties), ...spreads];
				const next = seen.has(found.value) ? null : seen.add(found.value);
				return this.functionsOf(found.module, values, next);
			}
		}
	}

	/** @param {ModuleSummary} module @param {ValueFact[]} values @param {Set<ModuleSummary | ValueFact> | null} seen null: they were followed before @returns {Callable[]} */
	functionsOf(module, values, seen) {
		if (!seen) return [];
		return values
			.flatMap((value) => this.ofValue(module, value, [], new Set()))
			.flatMap((one) => this.functionsIn(one, seen));
	}
}

/**
 * The property of an object is a place of its own, which may get another value than the variable has that it began with.
 *
 * @param {ModuleSummary} module
 * @param {Extract<ValueFact, { kind: 'object' }>} value
 * @param {readonly string[]} path
 * @returns {Found[]}
 */
function placeOf(module, { local }, path) {
	if (local === null || path.includes(CALLED)) return [];
	// All that a CommonJS module exports is told apart by its names.
	if (local === '*=*' && !module.live.states.some((one) => one.local === local)) return [];
	return [{ kind: 'other', module, local, rest: [...path] }];
}

/** @param {Found} found @returns {boolean} */
const isMethod = (found) =>
	found.kind === 'function' ||
	found.kind === 'unit' ||
	('code' in found && found.code !== undefined);
