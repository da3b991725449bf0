/** @import { ChangeFact, CodeFact, MentionFact, ModuleSummary, SiteFact, Span, ValueFact } from '../ir/summary.js' */
/** @import { Found, Program } from './program.js' */

import { CALLED } from './program.js';

/** Code of a module. @typedef {{ module: ModuleSummary, code: CodeFact }} PlacedCode */

/** `by`: the mention by which it was first reached; null for what a search begins at. @typedef {PlacedCode & { by: { module: ModuleSummary, span: Span } | null }} Reached */

/** A state of a module that a piece of code reads or changes. @typedef {{ module: ModuleSummary, site: SiteFact, by: Reached['by'] }} Access */

/**
 * All code that runs because other code does.
 *
 * @param {Program} program
 * @param {(PlacedCode & { by?: Reached['by'] })[]} from
 * @returns {Reached[]} with what it began at
 */
export function reach(program, from) {
	/** @type {Map<CodeFact, Reached>} */
	const reached = new Map();
	const queue = from.map((one) => ({ by: null, ...one }));
	// grows while it is walked
	for (const one of queue) {
		if (reached.has(one.code)) continue;
		reached.set(one.code, one);
		queue.push(...runBy(program, one));
	}
	return [...reached.values()];
}

/** @param {Program} program @param {PlacedCode} placed @returns {Reached[]} what it runs itself */
function runBy(program, { module, code }) {
	const known = program.runs.get(code);
	if (known) return known;
	const found = [
		...mentionsOf(program, { module, code }).flatMap((mention) =>
			targetsOf(program, module, mention)
				.codes.filter((next) => isRunBy(code, next.code))
				.map((next) => ({ ...next, by: { module, span: mention } })),
		),
		...code.touches.flatMap((touch) =>
			settersOf(program, module, touch).map((next) => ({ ...next, by: { module, span: touch } })),
		),
	];
	program.runs.set(code, found);
	return found;
}

/**
 * What a piece of code mentions of imports, and of the modules that calls of them give: `(await load()).get()`.
 *
 * @param {Program} program
 * @param {PlacedCode} placed
 * @returns {MentionFact[]}
 */
export function mentionsOf(program, { module, code }) {
	if (!code.results) return code.mentions;
	const found = code.results.filter((one) => givesModule(program, module, one));
	return found.length > 0 ? [...code.mentions, ...found] : code.mentions;
}

/** @param {Program} program @param {ModuleSummary} module @param {MentionFact} mention of a part of what a call gives @returns {boolean} */
function givesModule(program, module, { import: index, path }) {
	const called = program.ofImport(module, index, path.slice(0, path.indexOf(CALLED)));
	return called
		.flatMap((one) => codesOf(program, one))
		.some(({ code }) => code.gives?.kind === 'import');
}

/** The host has the stubs of units. Code that a worker runs calls them themselves, and counts as a worker's for that. @param {CodeFact} caller @param {CodeFact} callee @returns {boolean} */
const isRunBy = (caller, callee) => callee.unit === null || caller.unit !== null;

/** `theme.level = 3` runs the accessor `level`. @param {Program} program @param {ModuleSummary} module @param {ChangeFact} touch @returns {PlacedCode[]} */
function settersOf(program, module, { import: index, path, member, kind }) {
	if (kind !== 'change' || member === null) return [];
	return program.ofImport(module, index, path).flatMap((found) => {
		const name = `set ${member}`;
		const isThere = found.kind === 'object' && Object.hasOwn(found.value.properties, name);
		const setter = isThere ? found.value.properties[name] : undefined;
		return setter
			? program.ofValue(found.module, setter, [], new Set()).flatMap((one) => codesOf(program, one))
			: [];
	});
}

/**
 * What a mention of an import is of. `lib` as a whole tells nothing of which part of it is meant.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {MentionFact} mention
 * @returns {{ codes: PlacedCode[], states: Access[] }}
 */
export function targetsOf(program, module, mention) {
	/** @type {Found[]} */
	let found = [];
	// `setLevel.call(null, 3)` is a use of `setLevel`.
	for (let { length } = mention.path; length >= 0 && found.length === 0; length--)
		found = program.ofImport(module, mention.import, mention.path.slice(0, length));
	return {
		codes: found.flatMap((one) =>
			one.kind === 'namespace' && mention.isOpen
				? allCodes(program, one.module)
				: codesOf(program, one),
		),
		states: found.flatMap((one) => statesOf(one, mention)),
	};
}

/** @param {Program} program @param {ModuleSummary} module of which any export may be called @returns {PlacedCode[]} */
const allCodes = (program, module) =>
	module.exports
		.flatMap(({ value }) => program.ofValue(module, value, [], new Set()))
		.flatMap((one) => codesOf(program, one));

/** @param {Program} program @param {Found} found @param {Set<ValueFact>} [seen] @returns {PlacedCode[]} */
export function codesOf(program, found, seen = new Set()) {
	const { module } = found;
	const { codes } = module.live;
	/** @param {CodeFact | undefined} code */
	const only = (code) => (code ? [{ module, code }] : []);
	switch (found.kind) {
		case 'namespace':
			return [];
		case 'unit':
			return only(codes.find(({ unit }) => unit === found.index));
		case 'function':
			return only(codes.find((one) => one.function === found.index));
		case 'other':
			return found.code === undefined ? [] : only(codes[found.code]);
		case 'object': {
			const { value } = found;
			if (value.code !== undefined) return only(codes[value.code]);
			if (seen.has(value)) return [];
			seen.add(value);
			return [...Object.values(value.properties), ...value.spreads]
				.flatMap((one) => program.ofValue(module, one, [], new Set()))
				.flatMap((one) => codesOf(program, one, seen));
		}
	}
}

/** `import { level } from './levels.js'`, where `level` is a variable that changes. @param {Found} found @param {Span} span @returns {Access[]} */
function statesOf(found, { start, end }) {
	if (found.kind !== 'other' && found.kind !== 'object') return [];
	const { module, local } = found;
	return module.live.states.flatMap((one, state) =>
		local !== null && one.local === local
			? [{ module, site: { start, end, state }, by: null }]
			: [],
	);
}
