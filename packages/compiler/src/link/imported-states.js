/** @import { CodeFact, ImportFact, MentionFact, ModuleSummary, SiteFact, Span, ValueFact } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { Found, Program } from './program.js' */
import { importedState } from '../diagnostics/codes.js';
import { placeOf, titleOf } from './places.js';

/** A span, and the module that it is in. @typedef {{ module: ModuleSummary, span: Span }} Placed */

/** Code, and the mention by which it was first reached: null for what is where a search began. @typedef {{ module: ModuleSummary, code: CodeFact, by: Placed | null }} Reached */

/** A state of a module that a piece of code reads or changes. @typedef {{ module: ModuleSummary, site: SiteFact, by: Placed | null }} Access */

/**
 * Judge what units read of the state of other modules. A worker has its own instance of each module that it imports: what the host
 * changes in its one while the program runs, the unit does not see.
 *
 * What workers change themselves, by the same code, is no news to them: caches, and values that are made at first use.
 *
 * @param {Program} program
 * @param {Reporter} reporter LP2022
 */
export function judgeImportedStates(program, reporter) {
	const modules = [...program.modules.values()];
	const units = modules.flatMap((module) =>
		module.live.codes
			.filter(({ unit }) => unit !== null && module.units[unit]?.isLowered === true)
			.map((code) => ({ module, code })),
	);
	const hasState = modules.some(({ live }) => live.states.length > 0);
	if (!hasState || units.length === 0) return;
	const inWorkers = reach(program, units);
	const ofWorkers = new Set(inWorkers.flatMap(changesOf).map(keyOfChange));
	const byHost = reach(program, hostRoots(program))
		.flatMap(changesOf)
		.filter((one) => !ofWorkers.has(keyOfChange(one)));
	if (byHost.length === 0) return;
	for (const unit of units) judgeUnit(program, unit, { byHost, reporter });
}

/**
 * @param {Program} program
 * @param {{ module: ModuleSummary, code: CodeFact }} unit
 * @param {{ byHost: Access[], reporter: Reporter }} context
 */
function judgeUnit(program, { module: home, code }, { byHost, reporter }) {
	/** @type {Set<string>} */
	const judged = new Set();
	for (const mention of code.mentions) {
		for (const read of readsBehind(program, home, mention)) {
			const key = keyOfState(read);
			const changes = byHost.filter((one) => keyOfState(one) === key);
			// What happens within one file is the compiler's business.
			if (read.module === home || changes.length === 0 || judged.has(key)) continue;
			judged.add(key);
			const state = /** @type {import('../ir/summary.js').OwnStateFact} */ (
				read.module.live.states[read.site.state]
			);
			const params = {
				name: state.local,
				module: titleOf(read.module),
				unit: String(home.units[Number(code.unit)]?.name),
			};
			importedState(reporter, placeOf(home, mention), params, relatedPlaces(read, changes));
		}
	}
}

/** @param {Access} read @param {Access[]} changes @returns {RelatedPlace[]} */
function relatedPlaces({ module, site }, changes) {
	const state = /** @type {import('../ir/summary.js').OwnStateFact} */ (
		module.live.states[site.state]
	);
	const name = `\`${state.local}\``;
	/** @type {Map<string, RelatedPlace>} */
	const places = new Map();
	/** @param {string} message @param {ModuleSummary} of @param {Span} span */
	const add = (message, of, span) => {
		const { line, column } = span.start;
		const key = [message, of.filename, line, column].join('\0');
		places.set(key, { message, place: placeOf(of, span) });
	};
	add(`${name} is declared here`, module, state);
	add(`${name} is read here`, module, site);
	for (const change of changes) add(`${name} is changed here`, module, change.site);
	for (const { by } of changes) if (by) add('the host comes to that from here', by.module, by.span);
	return [...places.values()];
}

/** @param {Program} program @param {ModuleSummary} home @param {MentionFact} mention of a unit @returns {Access[]} the states that are read because of it */
function readsBehind(program, home, mention) {
	const { codes, states } = targetsOf(program, home, mention);
	const behind = reach(program, codes);
	return [
		...states,
		...behind.flatMap(({ module, code, by }) => code.reads.map((site) => ({ module, site, by }))),
		...behind.flatMap(({ module, code }) =>
			code.mentions.flatMap((one) => targetsOf(program, module, one).states),
		),
	];
}

/** @param {Reached} reached @returns {Access[]} */
const changesOf = ({ module, code, by }) => code.changes.map((site) => ({ module, site, by }));

/** @param {Access} access @returns {string} */
const keyOfState = ({ module, site }) => `${site.state} ${module.filename}`;

/** @param {Access} access @returns {string} */
const keyOfChange = (access) =>
	`${access.site.start.line}:${access.site.start.column} ${keyOfState(access)}`;

/**
 * All code that runs because other code does.
 *
 * @param {Program} program
 * @param {{ module: ModuleSummary, code: CodeFact, by?: Placed | null }[]} from
 * @returns {Reached[]} with what it began at
 */
function reach(program, from) {
	/** @type {Map<CodeFact, Reached>} */
	const reached = new Map();
	const queue = from.map((one) => ({ by: null, ...one }));
	// grows while it is walked
	for (const one of queue) {
		if (reached.has(one.code)) continue;
		reached.set(one.code, one);
		for (const mention of one.code.mentions) {
			const by = { module: one.module, span: mention };
			for (const next of targetsOf(program, one.module, mention).codes)
				if (isRunBy(one.code, next.code)) queue.push({ ...next, by });
		}
	}
	return [...reached.values()];
}

/** The host has the stubs of units. Code that a worker runs calls them themselves, and counts as a worker's for that. @param {CodeFact} caller @param {CodeFact} callee @returns {boolean} */
const isRunBy = (caller, callee) => callee.unit === null || caller.unit !== null;

/**
 * What a mention of an import is of. `lib` as a whole tells nothing of which part of it is meant.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {MentionFact} mention
 * @returns {{ codes: { module: ModuleSummary, code: CodeFact }[], states: Access[] }}
 */
function targetsOf(program, module, mention) {
	/** @type {Found[]} */
	let found = [];
	// `setLevel.call(null, 3)` is a use of `setLevel`.
	for (let { length } = mention.path; length >= 0 && found.length === 0; length--)
		found = program.ofImport(module, mention.import, mention.path.slice(0, length));
	return {
		codes: found.flatMap((one) => codesOf(program, one)),
		states: found.flatMap((one) => statesOf(one, mention)),
	};
}

/** @param {Program} program @param {Found} found @param {Set<ValueFact>} [seen] @returns {{ module: ModuleSummary, code: CodeFact }[]} */
function codesOf(program, found, seen = new Set()) {
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

/**
 * What the host surely starts: modules that no worker loads, and what only code outside of the program can call.
 *
 * @param {Program} program
 * @returns {{ module: ModuleSummary, code: CodeFact }[]}
 */
function hostRoots(program) {
	const { imported, loaded } = importsOf(program);
	return [...program.modules.values()].flatMap((module) => {
		const { loading } = module.live;
		const load = { unit: null, function: null, reads: [], changes: [], mentions: loading };
		const entries = module.exports
			.flatMap(({ value }) => program.ofValue(module, value, [], new Set()))
			.flatMap((one) => codesOf(program, one))
			.filter(({ code }) => code.unit === null);
		return [
			...(loaded.has(module) ? [] : [{ module, code: load }]),
			...(imported.has(module) ? [] : entries),
		];
	});
}

/** @param {Program} program @returns {{ imported: Set<ModuleSummary>, loaded: Set<ModuleSummary> }} `loaded`: by workers, before their units run */
function importsOf(program) {
	/** @type {Set<ModuleSummary>} */
	const imported = new Set();
	/** @type {Set<ModuleSummary>} */
	const loaded = new Set();
	for (const module of program.modules.values()) {
		for (const [index, fact] of module.imports.entries()) {
			const target = program.moduleOf(module, fact);
			if (!target || target === module) continue;
			imported.add(target);
			if (module.sliceImports.includes(index)) loaded.add(target);
		}
	}
	// a Set grows while it is walked
	for (const module of loaded) {
		for (const fact of module.imports) {
			const target = fact.isLazy
				? null
				: program.moduleOf(module, /** @type {ImportFact} */ (fact));
			if (target) loaded.add(target);
		}
	}
	return { imported, loaded };
}
