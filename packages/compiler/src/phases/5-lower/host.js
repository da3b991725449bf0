/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Planned, Unit, UnitPlan } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
/** @import { Names } from './names.js' */
import { changedAlone } from '../../ir/given-alone.js';
import { GEM_MODULE, HOST_MODULE, STATE_MODULE } from '@lapidary/runtime/abi';
import { WORKER_HASH, WORKER_NAME, WORKER_URL } from '../../ir/file-names.js';
import { accessToClass } from '../../ir/shadowing.js';
import { startWithDoc } from '../../ast/comments.js';
import { isWithin } from '../../ast/tree.js';
import { keepsBody } from '../../ir/host-code.js';
import { changesReceivers } from '../../ir/in-out.js';
import { arrange } from './arrange.js';
import { awaitEdits } from './awaits.js';
import { hasState, namesOfCaptures } from './checks.js';
import { classTable } from './class-table.js';
import { captureExpressions, getterEdits } from './captures.js';
import { lowerGemAccess } from './gem-access/index.js';
import { markEdits } from './marks.js';
import { helperHostEdits } from './helper.js';
import { keepImports } from './kept-imports.js';
import { handedQuery } from './location.js';
import { castResult, headEdits, isPlainGenerator } from './heads.js';
import { stubWithOriginal } from './original.js';
import { argumentsOf, stubParameters } from './parameters.js';
import { defaultClassEdits } from './default-class.js';
import { privateReaders } from './private-readers.js';
import { showState } from './shown-state.js';

/**
 * The changes that make the host module: a stub in place of each unit's body, `await` where the
 * call-site rules ask for it, accesses of GEMs in memory, and one line of declarations in front of the first statement.
 *
 * ```js
 * async function score(rows) { 'use cpu_bound'; return rows.map(norm); }
 * ```
 * becomes
 * ```js
 * async function score(rows) { return $lp_call($lp_score ??= $lp_unit("demo/score.js#score", …), [rows]); }
 * ```
 *
 * No line is added or taken away: a stack frame or breakpoint of the host keeps its line.
 *
 * @param {Planned} planned
 * @param {Names} names
 * @param {CompileOptions} options
 * @returns {Edit[]} do not overlap
 */
export function lowerHost(planned, names, options) {
	const access = lowerGemAccess(planned.gemAccess.host, planned, { names, isHost: true });
	const readers = privateReaders(planned, options.linked);
	const marks = markEdits(planned, names, options.linked ?? {});
	const edits = [
		header(planned, names, {
			access: readersHead(planned, readers, options) + access.head,
			marks: marks.names,
		}),
		...access.edits,
		...getterEdits(planned, names),
		...marks.opening,
		...awaitEdits(planned),
		...marks.closing,
		...helperHostEdits(planned, options),
		...keepImports(planned),
		...showState(planned, names, options.linked ?? {}),
		...readers,
		...defaultClassEdits(planned),
	];
	/** @type {Set<Edit>} */
	const framing = new Set();
	/** @param {Edit[]} made what holds though it is in a body that is gone */
	const frame = (...made) => {
		edits.push(...made);
		for (const one of made) framing.add(one);
	};
	for (const directive of planned.directives) {
		const isInStub = planned.plans.some(
			({ unit }) => !keepsText(unit, planned, options) && isWithin(directive.node, unit.node.body),
		);
		if (!isInStub && directive.mode !== 'no_cpu_bound') frame(blank(planned, directive.node));
	}
	for (const plan of planned.plans) {
		// A unit inside another unit's body is gone from the host with that body.
		const isInside = planned.plans.some(
			({ unit }) =>
				unit !== plan.unit && !keepsBody(unit) && isWithin(plan.unit.node, unit.node.body),
		);
		if (!isInside) frame(...stub(plan, planned, names, options));
	}
	const bodiesWithout = (/** @type {(unit: Unit) => boolean} */ isKept) =>
		planned.plans.flatMap(({ unit }) => (isKept(unit) ? [] : [unit.node.body]));
	const gone = bodiesWithout(keepsBody);
	// What runs here of a unit calls others, which run here, too.
	const marking = new Set([...marks.opening, ...marks.closing]);
	const unmarked = bodiesWithout((unit) => keepsText(unit, planned, options));
	return arrange(
		edits.filter((edit) => {
			const bodies = marking.has(edit) ? unmarked : gone;
			return framing.has(edit) || !bodies.some((body) => isWithin(edit, body));
		}),
	);
}

/**
 * A stub that can be verified has the body of its unit behind the call, as the source has it: LAPIDARY_MODE=verify runs that
 * too. So does a stub some of whose calls run where they are made. Nothing that the compiler decides depends on it.
 *
 * @param {Unit} unit
 * @param {Planned} planned
 * @param {CompileOptions} options
 * @returns {boolean}
 */
const keepsText = (unit, planned, { verify = false }) =>
	verify || keepsBody(unit) || runsHere(unit, planned);

/** @param {Unit} unit @param {Planned} planned @returns {boolean} */
const runsHere = (unit, { uses }) => uses.get(unit)?.runsHere === true;

/** @param {Planned} planned @param {Node} node @returns {Edit} takes a statement out and keeps its line */
function blank({ source }, node) {
	const line = source.lastIndexOf('\n', node.start - 1) + 1;
	const isAlone =
		source.slice(line, node.start).trim() === '' && /^[ \t]*(\r?\n|$)/.test(source.slice(node.end));
	const start = isAlone ? line : node.start;
	return { start, end: node.end, text: newlines(source.slice(start, node.end)) };
}

/** @param {string} text @returns {string} */
const newlines = (text) => text.replace(/[^\r\n]/g, '');

/** The host module of units has the runtime anyway. @param {Planned} planned @param {Edit[]} readers @param {CompileOptions} options @returns {string} what makes sure that it is there before classes show their members */
function readersHead({ plans, moduleKind }, readers, { linked }) {
	if (plans.length > 0 || readers.length === 0) return '';
	const isModule = moduleKind === 'module';
	// An import at the end counts as one at the beginning.
	if (isModule && (linked?.shown ?? []).length > 0) return '';
	return isModule ? `import "${STATE_MODULE}"; ` : `require("${STATE_MODULE}"); `;
}

/** @param {Planned} planned @param {Names} names @param {{ access: string, marks: string[] }} needed `access`: what accesses of GEMs need; `marks`: functions that mark calls @returns {Edit} */
function header(planned, names, { access, marks }) {
	const { file, moduleKind, language, plans, gemAccess } = planned;
	const type = language === 'js' ? '' : ': any';
	const units = plans.map(({ unit }) => `${names.ofUnit(unit)}${type}`).join(', ');
	const at = startWithDoc(file.program.body[0], planned.source);
	if (plans.length === 0) {
		const text = marks.length > 0 ? `${hostImport(planned, names, marks)}; ` : '';
		return { start: at, end: at, text: text + access };
	}
	const sends = plans.some(({ checks }) => checks && hasState(checks));
	const asks = plans.some(({ unready }) => unready.length > 0);
	const functions = [
		...new Set(plans.map((plan) => callFunction(plan, planned))),
		'unit',
		...marks,
		...(sends ? ['print'] : []),
		...(asks ? ['hasValue'] : []),
		...(plans.some(hasCopiedReceiver) && changesReceivers(planned) ? ['receiver'] : []),
	];
	// The host makes the memory of GEMs, before a thread asks for it.
	const { regions, copies, blocks } = gemAccess.worker;
	const isAsked = regions.length + copies.sites.length + blocks.length > 0;
	const isModule = moduleKind === 'module';
	const making = isModule ? `import "${GEM_MODULE}"; ` : `require("${GEM_MODULE}"); `;
	const gems = access || (isAsked ? making : '');
	const imported = hostImport(planned, names, functions);
	const text = isModule ? `${imported}; ${gems}var ${units}; ` : `${imported}, ${units}; ${gems}`;
	return { start: at, end: at, text };
}

/** @param {Planned} planned @param {Names} names @param {string[]} functions of the runtime @returns {string} */
const hostImport = ({ moduleKind }, names, functions) =>
	moduleKind === 'module'
		? `import { ${functions.map((name) => `${name} as ${names.of(name)}`).join(', ')} } from "${HOST_MODULE}"`
		: `var ${names.of('host')} = require("${HOST_MODULE}")`;

/** @param {UnitPlan} plan @returns {boolean} */
const hasCopiedReceiver = ({ receiver }) => receiver?.kind === 'data';

/** @param {UnitPlan} plan @param {Planned} planned @returns {'call' | 'callHereOrThere' | 'callWithCallback' | 'callOrRun' | 'generate'} */
function callFunction({ unit }, planned) {
	if (unit.isGenerator) return 'generate';
	if (unit.callback) return 'callWithCallback';
	if (runsHere(unit, planned) && !unit.isOptional) return 'callHereOrThere';
	return unit.isOptional ? 'callOrRun' : 'call';
}

/** @param {UnitPlan} plan @param {Planned} planned @param {Names} names @param {CompileOptions} options @returns {Edit[]} */
function stub(plan, planned, names, options) {
	const { unit } = plan;
	const { body } = unit.node;
	const { source } = planned;
	const call = callText(plan, planned, names, options);
	const parameters = stubParameters(plan, planned, names);
	const head = [...headEdits(unit, planned, options), ...parameters];
	const keyword = unit.isGenerator && !isPlainGenerator(unit, options) ? 'yield* ' : '';
	const result = castResult(unit.node, planned, keyword);
	if (keepsText(unit, planned, options)) {
		const around = { opening: result.opening + call, closing: result.closing };
		return [...stubWithOriginal(plan, planned, around), ...head];
	}
	if (body.type !== 'BlockStatement') {
		const text = `${call})${result.closing}${newlines(source.slice(body.start, body.end))}`;
		return [{ start: body.start, end: body.end, text }, ...head];
	}
	const kept = body.directives
		.filter(
			(/** @type {Node} */ one) =>
				one !== unit.directive.node && !/cpu_bound/.test(one.value.value),
		)
		.map((/** @type {Node} */ one) => `${source.slice(one.start, one.end).replace(/;$/, '')}; `)
		.join('');
	const inside = source.slice(body.start, body.end - 1);
	const ending = inside.includes('\n')
		? newlines(inside) + (/[ \t]*$/.exec(inside)?.[0] ?? '')
		: ' ';
	return [
		{
			start: body.start,
			end: body.end,
			text: `{ ${kept}return ${result.opening}${call})${result.closing};${ending}}`,
		},
		...head,
	];
}

/** @param {UnitPlan} plan @param {Planned} planned @param {Names} names @param {CompileOptions} options @returns {string} the call without its closing parenthesis */
function callText(plan, planned, names, options) {
	const { unit } = plan;
	const fn =
		planned.moduleKind === 'module'
			? (/** @type {string} */ name) => names.of(name)
			: (/** @type {string} */ name) => `${names.of('host')}.${name}`;
	const options_ = optionsText(
		plan,
		planned,
		options.verify ? changedAlone(unit, planned.effects) : [],
	);
	const classes = classesText(unit, planned, names);
	const settings = classes ? `, ${options_ ?? '{}'}, ${classes}` : options_ ? `, ${options_}` : '';
	const reference = `${names.ofUnit(unit)} ??= ${fn('unit')}(${JSON.stringify(unit.id)}, ${workerUrl(planned, names, options)}${settings})`;
	const captures = capturesText(plan, planned, names);
	const tail = captures ? `, ${captures}` : keepsText(unit, planned, options) ? ', undefined' : '';
	return `${fn(callFunction(plan, planned))}(${reference}, ${argumentsOf(plan, planned, names)}${tail}`;
}

/** @param {UnitPlan} plan @param {Planned} planned @param {Names} names @returns {string | null} null for a unit that has none */
function capturesText(plan, planned, names) {
	const list = captureExpressions(plan, planned, names).join(', ');
	const read = list === '' ? null : `[${list}]`;
	// A stub that is not async must not throw: what a capture throws becomes a rejection.
	const { unit } = plan;
	// Neither must a stub that may run its unit here compute what it then does not send.
	const isReadLater = plan.receiver !== null && changesReceivers(planned);
	const isAtOnce =
		unit.isAsync &&
		!unit.node.isDownlevel &&
		!unit.isOptional &&
		!readsAgain(plan) &&
		!isReadLater &&
		!runsHere(unit, planned);
	return read && !isAtOnce ? `() => ${read}` : read;
}

/** Functions of the host run while the unit does, and may change what it has read. @param {UnitPlan} plan @returns {boolean} */
const readsAgain = (plan) => lentPaths(plan).length > 0 && namesOfCaptures(plan).length > 0;

/** @param {UnitPlan} plan @returns {UnitPlan['unit']['functions'][number]['path'][]} of functions that stay on the host */
const lentPaths = ({ unit }) =>
	unit.functions.filter(({ use }) => use === null).map(({ path }) => path);

/** Whether nothing that a unit does could be seen outside of its thread: it may run twice. @param {Unit} unit @param {Planned['effects']} effects @returns {boolean} */
const mayRunAgain = (unit, effects) =>
	effects.summarise(unit.node).effects.every(({ kind }) => kind === 'fresh');

/** @param {UnitPlan} plan @param {Planned} planned @param {number[]} own indexes of arguments that no other code references, where calls are verified @returns {string | null} */
function optionsText(plan, { effects, uses }, own) {
	const { unit } = plan;
	const inOut = uses.get(unit)?.inOut;
	const inOutThis = plan.receiver?.isInOut || undefined;
	const { pool, priority, timeoutMs } = unit.directive.options;
	const paths = lentPaths(plan);
	const functions = paths.length > 0 ? paths : undefined;
	const captures = readsAgain(plan) ? namesOfCaptures(plan).map((one) => one ?? '') : undefined;
	const callback = unit.callback ?? undefined;
	// An `(err, …)` callback gets the errors; of other units only a promise can say when they have ended, and how.
	const promise = unit.callback === 'plain' || (unit.callback && unit.helper) ? true : undefined;
	// Of others, the function of the runtime says so.
	const isOther = unit.callback !== null || unit.isGenerator;
	const optional = unit.isOptional && isOther ? true : undefined;
	const again = unit.isOptional && !isOther && mayRunAgain(unit, effects) ? true : undefined;
	const aliased = plan.aliased ?? undefined;
	const here = uses.get(unit)?.isHandedOn || undefined;
	const parts = Object.entries({
		pool,
		priority,
		timeoutMs,
		callback,
		promise,
		optional,
		again,
		functions,
		captures,
		own: own.length > 0 ? own : undefined,
		inOut: inOut ?? undefined,
		inOutThis,
		aliased,
		here,
	})
		.filter(([, value]) => value !== undefined)
		.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
	return parts.length > 0 ? `{ ${parts.join(', ')} }` : null;
}

/** @param {Unit} unit @param {Planned} planned @param {Names} names @returns {string | null} */
function classesText(unit, planned, names) {
	const { classes, others, resolution } = planned;
	if (classes.length + others.length === 0) return null;
	/** @param {Variable} variable */
	const expressionFor = (variable) =>
		accessToClass(unit, variable, resolution).by === 'name'
			? variable.name
			: `${names.ofGetter(variable)}()`;
	return `() => (${classTable(planned, expressionFor)})`;
}

/** @param {Planned} planned @param {Names} names @param {CompileOptions} options @returns {string} an expression for the worker module's URL */
function workerUrl({ runsAs }, { urlClass, areQueriesRead }, { worker }) {
	if (typeof worker?.locate === 'function') return WORKER_URL;
	// With the hash, so that a loader that reads the source again sees whether it still is the one of the stub.
	const query = worker?.locate === 'query' ? `?cpu_bound=${WORKER_HASH}` : '';
	if (runsAs === 'commonjs') {
		const file = `require("url").pathToFileURL(__dirname + "/${WORKER_NAME}").href`;
		return query ? `${file} + "${query}"` : file;
	}
	const own = areQueriesRead ? handedQuery(worker) : '';
	return `new ${urlClass}("./${WORKER_NAME}${query}", import.meta.url).href${own}`;
}
