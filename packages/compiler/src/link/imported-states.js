/** @import { LinkReporter } from './link-reporter.js' */
/** @import { MentionFact, ModuleSummary, OwnStateFact, Span } from '../ir/summary.js' */
/** @import { RelatedPlace, Reporter } from '../diagnostics/reporter.js' */
/** @import { Cell } from './cells.js' */
/** @import { Change, HostChanges } from './host-changes.js' */
/** @import { Needs } from './needs.js' */
/** @import { PlacedCode } from './reach.js' */
/** @import { Resolve } from './program.js' */
import { changedImport, importedState } from '../diagnostics/codes.js';
import { cellsOf, overlaps, ownCell } from './cells.js';
import { withGivenCode } from './code-given.js';
import { changesOfTouch } from './host-changes.js';
import { loadedByWorkers, withImports } from './host-roots.js';
import { placeOf, titleOf } from './places.js';
import { Program } from './program.js';
import { mentionsOf, reach, targetsOf } from './reach.js';
import { askForSetUps } from './set-ups.js';

/**
 * What a unit reads of the state of a module: its own file does (`isDirect`), or code of other modules that it runs.
 *
 * @typedef {{ cell: Cell, isDirect: boolean, module: ModuleSummary, span: Span, path: readonly string[], mention: MentionFact, before: ModuleSummary | null }} Read
 *   `mention`: by which the file of the unit comes to it; `before`: the module that reads it while it loads
 */

/**
 * Judge what units read of the state of other modules. A worker has its own instance of each module that it imports: what the host
 * changes in its one, the unit does not see. Where the unit itself reads a value that can cross, it crosses with the call; where it
 * cannot, or other code reads it, the unit is refused.
 *
 * What workers change themselves, by the same code, is no news to them: caches, and values that are made at first use.
 *
 * @param {Program} program
 * @param {{ reporter: LinkReporter, needs: Needs, changes: HostChanges }} context reports LP2022 and LP2031
 * @returns {Set<string>} keys of the units and states of which something was said
 */
export function judgeImportedStates(program, { reporter, needs, changes }) {
	/** @type {Set<string>} */
	const told = new Set();
	for (const { module, code } of unitsOf(program)) {
		const unit = /** @type {ModuleSummary['units'][number]} */ (module.units[Number(code.unit)]);
		// What is refused may be right once the value of an import crosses.
		const view = unit.isLowered ? reporter.ofUnit(module, unit) : null;
		/** @type {Set<string>} */
		const judged = new Set();
		for (const read of readsOf(program, module, code, changes)) {
			const { cell, before } = read;
			if (cell.state?.isPerThread) continue;
			const key = `${read.isDirect} ${before?.filename} ${cell.key} ${cell.rest.join('.')}`;
			if (judged.has(key)) continue;
			judged.add(key);
			const found = changes
				.in(cell.home, module, before)
				.filter((one) => concerns(read, one) && !isWithinFile(one, read, module));
			if (found.length === 0) {
				if (unit.isCalledAtLoad && read.isDirect) sendFilled(program, module, read, needs);
				continue;
			}
			judgeRead(
				program,
				{ module, unit, read, changes: read.isDirect ? withGivenCode(program, found) : found },
				{ reporter: view, needs, hostChanges: changes },
			);
			for (const one of [cell, ...found.map((change) => change.cell)])
				told.add(keyOf(unit.id, one));
		}
	}
	return told;
}

/**
 * @param {Program} program
 * @param {ModuleSummary} module annotated
 * @param {MentionFact} mention of a class
 * @param {HostChanges} changes
 * @returns {boolean} whether its methods read what the host changes, and a worker would not see
 */
export function readsChanged(program, module, mention, changes) {
	return readsBehind(program, module, [mention], false).some(
		(read) =>
			!read.cell.state?.isPerThread &&
			changes.in(read.cell.home, module).some((one) => concerns(read, one)),
	);
}

/** @param {string} unit its id @param {Pick<Cell, 'key'>} cell @returns {string} */
export const keyOf = (unit, { key }) => `${unit}\0${key}`;

/**
 * What a unit reads of other modules: itself, by their code, and in the statements that its worker repeats or runs when it loads
 * modules. The latter matters only where the host had changed it by then.
 *
 * @param {Program} program
 * @param {ModuleSummary} home
 * @param {PlacedCode['code']} code of the unit
 * @param {Pick<HostChanges, 'loadedBy'>} changes
 * @returns {Read[]}
 */
export function readsOf(program, home, code, changes) {
	/** @param {ModuleSummary} module of which any import may lead to it @returns {Read[]} */
	const atLoad = (module) => {
		const mention = importOf(program, home, module);
		const { mentions, reads } = module.live.initial;
		return [...readsBehind(program, module, mentions, false), ...ownReads(module, reads, null)].map(
			(read) => ({ ...read, mention, before: module }),
		);
	};
	const ofHome = home.live.initial.mentions.flatMap((one) =>
		readsBehind(program, home, [one], true).map((read) => ({ ...read, before: home })),
	);
	const loaded = [...changes.loadedBy(home)];
	const own = code.reads.filter(({ state }) => isShared(home, home.live.states[state]?.local));
	return [
		...ownReads(home, own, null).map((read) => ({ ...read, isDirect: true })),
		...mentionsOf(program, { module: home, code }).flatMap((mention) =>
			readsBehind(program, home, [mention], true),
		),
		...ofHome,
		...loaded.flatMap(atLoad),
	];
}

/** @param {ModuleSummary} module @param {string | undefined} local @returns {boolean} a closure of the module changes what it gives */
const isShared = ({ live: { states } }, local) =>
	local !== undefined &&
	states.some(({ closures }) => Object.values(closures).some((locals) => locals.includes(local)));

/** @param {Program} program @param {ModuleSummary} home @param {ModuleSummary} module @returns {MentionFact} the import of a file that leads to another one */
function importOf(program, home, module) {
	const facts = home.imports.map((fact, index) => ({ fact, index }));
	const found =
		facts.find(({ fact }) => program.moduleOf(home, fact) === module) ??
		facts.find(({ fact }) => {
			const target = program.moduleOf(home, fact);
			return target !== null && withImports(program, new Set([target])).has(module);
		});
	const { fact, index } = /** @type {typeof facts[number]} */ (found ?? facts[0]);
	return { import: index, path: [], start: fact.start, end: fact.end };
}

/**
 * The modules whose state units read, and that somebody may change: who imports them has to be linked too.
 *
 * @param {readonly ModuleSummary[]} summaries of annotated modules, and of those that their workers load
 * @param {Resolve} resolve
 * @returns {{ data: string[], code: string[] }} file names; `code`: those of which only functions and classes matter
 */
export function statefulModules(summaries, resolve) {
	const program = new Program(summaries, resolve);
	/** @type {Set<string>} */
	const data = new Set();
	/** @type {Set<string>} */
	const code = new Set();
	const order = { loadedBy: (/** @type {ModuleSummary} */ one) => loadedByWorkers(program, one) };
	for (const { module: home, code: unit } of unitsOf(program)) {
		const late = home.lateClasses.flatMap((one) => readsBehind(program, home, [one], false));
		for (const { cell } of [...readsOf(program, home, unit, order), ...late]) {
			if (!cell.module || cell.state?.isPerThread) continue;
			if (cell.module === home && !isShared(home, cell.state?.local)) continue;
			const isCode = cell.isWhole || !cell.state || (cell.state.isCode && !cell.state.isOwn);
			(isCode ? code : data).add(cell.home);
		}
	}
	return { data: [...data], code: [...code].filter((one) => !data.has(one)) };
}

/** @param {Program} program @returns {PlacedCode[]} */
export function unitsOf(program) {
	return [...program.modules.values()].flatMap((module) =>
		module.live.codes
			.filter(({ unit }) => {
				const one = unit === null ? null : module.units[unit];
				return one && (one.isLowered || !one.isOptional);
			})
			.map((code) => ({ module, code })),
	);
}

/**
 * What happens within one file is the compiler's business. Who else calls its closures a link alone sees, and that a module of a cycle
 * reads the file's state in the instance that the worker has loaded.
 *
 * @param {Change} change
 * @param {Read} read
 * @param {ModuleSummary} module
 * @returns {boolean}
 */
function isWithinFile(change, { cell, isDirect, mention }, module) {
	if (cell.home !== module.filename) return false;
	// `exports.format(row)` in a unit runs the function of the worker module.
	const isOwn = isDirect || module.imports[mention.import]?.specifier === null;
	return isOwn && !(change.isHidden && change.module !== module);
}

/** @param {Read} read @param {Change} change @returns {boolean} whether the one may see what the other does */
function concerns({ cell, isDirect, path }, change) {
	if (!overlaps(cell, change.cell)) return false;
	// Both threads write to a logger, each to its own.
	if (change.isHidden && path.length > 0 && path.at(-1) === change.method) return false;
	if (change.isSure) return true;
	const { state } = cell;
	// What gets data may change it; its value at the call is right in any case.
	if (change.kind === 'given') return isDirect && state !== null && state.isData && !state.obstacle;
	// Both threads write to a logger, each to its own.
	return (
		change.cell.state?.changers.includes([...change.cell.rest, change.method].join('.')) === true &&
		path.at(-1) !== change.method
	);
}

/**
 * A file that calls its unit while it loads may change what it imports before and after that. Workers that repeat all of it would be
 * ahead; the value at the call is right each time.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Read} read
 * @param {Needs} needs
 */
function sendFilled(program, module, read, needs) {
	const fills = module.live.fills
		.flatMap((one) => changesOfTouch(program, module, one, null))
		.filter((one) => concerns(read, one));
	if (fills.length === 0 || obstacleTo(read.cell, fills) !== null) return;
	needs.snapshots(module, variablesSent(program, module, read.mention) ?? []);
}

/**
 * @param {Program} program
 * @param {{ module: ModuleSummary, unit: ModuleSummary['units'][number], read: Read, changes: Change[] }} found
 * @param {{ reporter: Reporter | null, needs: Needs, hostChanges: HostChanges }} context `reporter`: null for a unit of which only the needs matter
 */
function judgeRead(program, { module, unit, read, changes }, { reporter, needs, hostChanges }) {
	const { cell, mention } = read;
	const obstacle = read.isDirect ? obstacleTo(cell, changes) : 'what other code reads';
	const isOwn = cell.home === module.filename && cell.state !== null;
	const sent =
		obstacle !== null
			? null
			: isOwn
				? [String(cell.state?.local)]
				: variablesSent(program, module, mention);
	if (sent && sent.length > 0) return needs.snapshots(module, sent);
	if (askForSetUps(program, { module, changes }, { needs, changes: hostChanges })) return;
	if (!reporter) return;
	const params = {
		name: cell.name,
		module: cell.module ? titleOf(cell.module) : `\`${cell.home}\``,
		unit: unit.name,
	};
	const what = 'the unit would not see that the host empties or resets it';
	const related = relatedPlaces(read, changes);
	const place = placeOf(module, mention);
	// Whoever empties a cache of the host leaves those of the workers as right as they were.
	if (changes.every(({ isReset }) => isReset) && !read.isDirect)
		return importedState(reporter, place, { ...params, what }, related);
	const why = !read.isDirect
		? 'which code of another module reads in the worker'
		: obstacle !== null
			? `which cannot cross: it is ${obstacle}`
			: sent
				? 'which is imported inside a function'
				: 'which cannot cross without the functions beside it';
	changedImport(reporter, place, { ...params, why }, related);
}

/** @param {Cell} cell @param {Change[]} changes @returns {string | null} why its value cannot cross with a call */
function obstacleTo(cell, changes) {
	// `config.json` holds data.
	if (!cell.module) return /\.json$/.test(cell.home) ? null : 'a part of another package';
	if (cell.isWhole) {
		const { moduleKind, live } = cell.module;
		const isData = moduleKind === 'commonjs' && live.states.every((one) => !one.obstacle);
		return isData ? null : 'a module';
	}
	if (!cell.state) return 'no plain data';
	if (changes.some(({ putsCode }) => putsCode))
		return cell.state.isCode ? cell.state.obstacle : 'an object that gets functions or instances';
	return cell.rest.length > 0 && cell.state.parts.length > 0 && !cell.state.isCode
		? obstacleOfPart(cell)
		: cell.state.obstacle;
}

/** @param {Cell} cell of which a property is read @returns {string | null} */
function obstacleOfPart({ state, rest }) {
	return state?.parts.includes(String(rest[0])) ? null : (state?.obstacle ?? null);
}

/**
 * The variables of the file that bring a value with each call, or the properties of them: `config` as a whole where that can
 * cross, `config.level` and whatever else the file reads of it where it cannot.
 *
 * @param {Program} program
 * @param {ModuleSummary} module
 * @param {Pick<MentionFact, 'import' | 'path'>} mention
 * @returns {string[] | null} null when it can not; empty when no variable has it
 */
export function variablesSent(program, module, { import: index, path }) {
	const holders = module.holders.filter(
		(one) =>
			one.import === index && one.path.every((name, at) => at >= path.length || path[at] === name),
	);
	/** @type {string[]} */
	const sent = [];
	for (const { name, path: own } of holders) {
		const cells = cellsOf(program, module, index, own);
		// Of exports that an object literal lists, the variable has one property, whatever the others are.
		const canCross = cells.every((cell) => obstacleTo(cell, []) === null);
		// The exports of a module in a circle of imports are no plain object until it has loaded.
		const parts =
			canCross && !cells.some(({ isWhole }) => isWhole)
				? null
				: partsUsed(program, module, { import: index, path: own });
		if (parts) sent.push(...parts.map((part) => `${name}.${part}`));
		else if (canCross) sent.push(name);
		else return null;
	}
	return sent;
}

/** @param {Program} program @param {ModuleSummary} module @param {{ import: number, path: string[] }} holder @returns {string[] | null} the properties that its worker code reads, if each can cross */
function partsUsed(program, { ...module }, { import: index, path: own }) {
	const codes = module.live.codes.filter(({ unit }) => unit !== null);
	const mentions = [...codes.flatMap((one) => one.mentions), ...module.live.initial.mentions];
	/** @type {Set<string>} */
	const parts = new Set();
	for (const { import: other, path } of mentions) {
		if (other !== index || !own.every((name, at) => path[at] === name)) continue;
		const part = path[own.length];
		if (part === undefined) return null;
		const cells = cellsOf(program, module, index, [...own, part]);
		if (cells.some((cell) => obstacleTo(cell, []) !== null)) return null;
		parts.add(part);
	}
	return [...parts].sort();
}

/** @param {Read} read @param {Change[]} changes @returns {RelatedPlace[]} */
function relatedPlaces({ cell, isDirect, module, span }, changes) {
	/** @type {Map<string, RelatedPlace>} */
	const places = new Map();
	/** @param {string} message @param {ModuleSummary} at @param {Span} where */
	const add = (message, at, where) => {
		const place = placeOf(at, where);
		const key = `${place.filename} ${place.start.line}:${place.start.column}`;
		if (!places.has(key)) places.set(key, { message, place });
	};
	if (cell.module && cell.state) add(`\`${cell.name}\` is declared here`, cell.module, cell.state);
	if (!isDirect) add('the worker reads it here', module, span);
	for (const change of changes.slice(0, MOST_PLACES)) {
		const message = change.isSure ? 'the host changes it here' : 'the host may change it here';
		add(message, change.module, change.span);
		if (change.by) add('the host comes to that from here', change.by.module, change.by.span);
	}
	return [...places.values()];
}

/** More say nothing new. */
const MOST_PLACES = 4;

/**
 * The states that are read because of mentions.
 *
 * @param {Program} program
 * @param {ModuleSummary} home
 * @param {readonly MentionFact[]} mentions
 * @param {boolean} isDirect whether they stand in the file of the unit
 * @returns {Read[]} with the first mention
 */
function readsBehind(program, home, mentions, isDirect) {
	const [mention] = mentions;
	if (!mention) return [];
	/** @param {ModuleSummary} module @param {MentionFact} one @param {boolean} isOwn @returns {Read[]} */
	const ofMention = (module, one, isOwn) =>
		cellsOf(program, module, one.import, one.path).map((cell) => ({
			...{ cell, isDirect: isOwn, module, span: one, path: one.path, mention, before: null },
		}));
	const targets = mentions.flatMap((one) => targetsOf(program, home, one).codes);
	return [
		...mentions.flatMap((one) => ofMention(home, one, isDirect)),
		...reach(program, targets).flatMap(({ module, code }) => [
			...ownReads(module, code.reads, mention),
			...[...mentionsOf(program, { module, code }), ...(code.sent ?? [])].flatMap((one) =>
				ofMention(module, one, false),
			),
		]),
	];
}

/** @param {ModuleSummary} module @param {ModuleSummary['live']['initial']['reads']} reads @param {MentionFact | null} mention @returns {Read[]} */
function ownReads(module, reads, mention) {
	return reads.map((span) => {
		const state = /** @type {OwnStateFact} */ (module.live.states[span.state]);
		const path = span.path ?? [];
		const cell = ownCell(module, state.local, path);
		const by = mention ?? { import: 0, path: [], start: span.start, end: span.end };
		return { cell, isDirect: false, module, span, path, mention: by, before: null };
	});
}
