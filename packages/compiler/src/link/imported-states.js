/** @import { MentionFact, ModuleSummary, OwnStateFact, Span } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { Access, PlacedCode, Reached } from './reach.js' */
/** @import { Resolve } from './program.js' */
import { importedState } from '../diagnostics/codes.js';
import { hostRoots } from './host-roots.js';
import { placeOf, titleOf } from './places.js';
import { Program } from './program.js';
import { reach, targetsOf } from './reach.js';

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
	const units = unitsOf(program);
	const isAnyOfWorkers = changesByWorkers(program, units);
	const byHost = reach(program, hostRoots(program))
		.flatMap(changesOf)
		.filter((one) => !isAnyOfWorkers(one));
	if (byHost.length === 0) return;
	for (const unit of units) judgeUnit(program, unit, { byHost, reporter });
}

/**
 * The modules whose state units read, and that have functions which only the host may call to change it: who imports them
 * has to be linked too.
 *
 * @param {readonly ModuleSummary[]} summaries of annotated modules, and of those that their workers load
 * @param {Resolve} resolve
 * @returns {string[]} file names
 */
export function statefulModules(summaries, resolve) {
	const program = new Program(summaries, resolve);
	const units = unitsOf(program);
	const isAnyOfWorkers = changesByWorkers(program, units);
	const read = new Set(
		units.flatMap(({ module: home, code }) =>
			code.mentions
				.flatMap((mention) => readsBehind(program, home, mention))
				.filter(({ module }) => module !== home)
				.map(keyOfState),
		),
	);
	return summaries
		.filter((module) =>
			module.live.codes
				.flatMap((code) => changesOf({ module, code, by: null }))
				.some((one) => read.has(keyOfState(one)) && !isAnyOfWorkers(one)),
		)
		.map(({ filename }) => filename);
}

/** @param {Program} program @returns {PlacedCode[]} */
function unitsOf(program) {
	return [...program.modules.values()].flatMap((module) =>
		module.live.codes
			.filter(({ unit }) => unit !== null && module.units[unit]?.isLowered === true)
			.map((code) => ({ module, code })),
	);
}

/** @param {Program} program @param {PlacedCode[]} units @returns {(change: Access) => boolean} whether workers run the code that makes a change */
function changesByWorkers(program, units) {
	const keys = new Set(reach(program, units).flatMap(changesOf).map(keyOfChange));
	return (change) => keys.has(keyOfChange(change));
}

/**
 * @param {Program} program
 * @param {PlacedCode} unit
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
			const state = /** @type {OwnStateFact} */ (read.module.live.states[read.site.state]);
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
	const state = /** @type {OwnStateFact} */ (module.live.states[site.state]);
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
