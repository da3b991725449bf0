/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { Notes } from '../protocol/notes.js' */
/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { Meters } from '../protocol/atomics.js' */
/** @import { Invocation, Outcome } from './invoke.js' */
/** @import { BatchedCall, BatchTask, BehindTask, GeneratorTask, InitTask, OneTask, Slot, Task, UnitName } from '../types.js' */
import { types } from 'node:util';
import {
	ARRIVED,
	ASK,
	BATCH,
	BEHIND,
	GENERATE,
	MODULE_FAILED,
	ONE,
	POSTED,
	REPLIED,
	RETURNED,
	ROW,
	TASK_FAILED,
	THREW,
	UNKNOWN_CLASS,
	wayOf,
} from '../protocol/messages.js';
import { isLapidaryError } from '../errors/lapidary-error.js';
import { reasonOf } from '../errors/record.js';
import { isArray, JSON, OwnMap, pop } from '../primordials.js';
import { fromBytes } from '../protocol/bytes.js';
import { ReceivedParts } from '../protocol/in-out/index.js';
import { loadModules, needsModules } from '../protocol/gem-modules.js';
import { lateIn, loadLate } from '../protocol/late-classes.js';
import { NO_CLASSES } from '../protocol/classes.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
import { canCross } from '../protocol/scan.js';
import { takeTold } from '../protocol/check-report.js';
import { tryBeginStep } from '../protocol/steps.js';
import { markDone, markWritten, tryStart, writeResult } from '../protocol/state.js';
import { loadedModule, loadModule } from '../protocol/units.js';
import { unpack } from '../protocol/unpack.js';
import { CallBorrower, openBridge } from './bridge.js';
import { runWithCallback } from './callback.js';
import { compareBuiltIns, expectBuiltIns } from './built-ins.js';
import { adoptEnvironment, followZone, forgetWrites } from './environment.js';
import { onHostMessage, openGenerator } from './generators.js';
import { invoke } from './invoke.js';
import { watchLateChanges } from './late-changes.js';
import { beginWork, endWork, loadWatched, watchLeftBehind } from './left-behind.js';
import { taskRun } from './running.js';
import { flushOutput, hasPendingOutput } from '../protocol/output.js';
import { post } from './result.js';

/**
 * A unit as this thread knows it.
 *
 * @typedef {object} KnownUnit
 * @property {string} url of its worker module
 * @property {string} id
 * @property {LoadedModule | undefined} module undefined until it has been evaluated
 */

/** @type {Map<number, KnownUnit>} by the host's number; per thread, like the registry */
const known = new OwnMap();

/** Where words and results of calls are that were sent behind others; per thread. @type {Slot[]} */
const slots = [];

/** The arguments of the call whose result has not been posted. Per thread. @type {{ id: string, args: unknown[] }} */
const current = { id: '', args: [] };

/**
 * The task that came last, as long as it is not over at once, and the number of the one that was over last; per thread.
 *
 * @type {{ end: Promise<unknown> | undefined, over: number }}
 */
const latest = { end: undefined, over: 0 };

/** What `begin` gives for a task whose end the host has heard of by its result. */
const TOLD = Symbol('told');

/**
 * The first task, which piscina gives the thread.
 *
 * @param {InitTask} task
 */
export function runTask([, port, meters, stop, bridge, givenSlots, rest, process]) {
	registry.results = port;
	registry.meters = meters;
	registry.stop = stop;
	taskRun.words = stop;
	openBridge(bridge);
	slots.push(...givenSlots);
	registry.rest = rest;
	watchLeftBehind();
	adoptEnvironment(process);
	port.on('message', onMessage);
	port.unref(); // the host says how long this thread lives
}

/** @param {any} message of the host */
function onMessage(message) {
	if (message[0] >= ONE) takeTask(message);
	else if (message[0] === ASK) tellWhetherOver(message[1]);
	else onHostMessage(message);
}

/**
 * Do what the host asks for. A task that was sent ahead waits for the one before.
 *
 * @param {Exclude<Task, InitTask>} task
 */
function takeTask(task) {
	const number = ++/** @type {Meters} */ (registry.meters)[ARRIVED]; // plain: the host reads it once the thread is dead
	try {
		const end = task[0] === BEHIND ? runBehind(latest.end, task) : begin(task);
		latest.end = types.isPromise(end) ? end : undefined;
		if (latest.end) void tellLater(latest.end, number);
		else tellEnd(end, number);
	} catch (failure) {
		tellFailure(failure, number);
	}
}

/** @param {Promise<unknown>} end @param {number} number of the task */
async function tellLater(end, number) {
	try {
		tellEnd(await end, number);
	} catch (failure) {
		tellFailure(failure, number);
	}
}

/** @param {unknown} end @param {number} number of the task */
function tellEnd(end, number) {
	latest.over = number;
	if (end !== TOLD) registry.results?.postMessage([REPLIED, number]);
}

/** @param {unknown} failure @param {number} number of the task */
function tellFailure(failure, number) {
	latest.over = number;
	const value = canCross(failure, NO_CLASSES) ? failure : new Error(reasonOf(failure));
	registry.results?.postMessage([TASK_FAILED, number, value]);
}

/** @param {number} number of a task whose end the host may have missed: it could not read a message */
function tellWhetherOver(number) {
	if (latest.over >= number) registry.results?.postMessage([REPLIED, number]);
}

/**
 * @param {Promise<unknown> | undefined} before what the thread has to do first
 * @param {BehindTask} task
 * @returns {Promise<undefined>}
 */
async function runBehind(before, [, name, args, captures, notes, slot]) {
	if (before) await Promise.allSettled([before]);
	// The event loop turns between two tasks, however many there are: timers that one has left, late callbacks, steps of generators.
	await new Promise((resolve) => void setImmediate(resolve));
	followZone();
	const { words, results } = slots[slot];
	return runBatch([BATCH, name, words, results, [[args, captures, notes]]], slot + 1);
}

/** @param {Exclude<Task, InitTask>} task @returns {unknown} TOLD, or a promise of that, or of its end */
function begin(task) {
	followZone();
	switch (task[0]) {
		case ONE:
			return runOne(task);
		case BATCH:
			return runBatch(task);
		case GENERATE:
			return loadAndOpen(task);
		default:
			throw new TypeError(`unknown task ${JSON.stringify(task)}`);
	}
}

/**
 * @param {UnitName} name
 * @returns {KnownUnit}
 */
function resolve(name) {
	const isNumber = typeof name === 'number';
	if (!isNumber && name[3]) expectBuiltIns(name[2], name[3]);
	const unit = known.get(isNumber ? name : name[0]);
	if (unit) return unit;
	const [key, url, id] = /** @type {[number, string, string]} */ (name);
	/** @type {KnownUnit} */
	const learnt = { url, id, module: loadedModule(url) };
	known.set(key, learnt);
	return learnt;
}

/** @param {LoadedModule} module @param {Notes | undefined} notes of values @returns {boolean} whether they can be read at once */
const isReadyFor = (module, notes) => !needsModules(notes) && lateIn(module, notes).length === 0;

/**
 * @param {OneTask} task
 * @returns {unknown}
 */
function runOne(task) {
	const unit = resolve(task[1]);
	if (!unit.module || task[5] || !isReadyFor(unit.module, task[4])) return loadAndRun(unit, task);
	const { classes } = unit.module;
	const outcome = runCall(unit.id, unit.module, [task[2], task[3], task[4]]);
	return types.isPromise(outcome)
		? outcome.then((settled) => reply(settled, classes))
		: reply(outcome, classes);
}

/**
 * @param {KnownUnit} unit
 * @param {OneTask} task
 * @returns {Promise<unknown>}
 */
async function loadAndRun(unit, [, , args, captures, notes, callback]) {
	const module = await tryLoad(unit, notes);
	if (isArray(module)) return callback ? post(module, NO_CLASSES) : reply(module, NO_CLASSES);
	const { classes } = module;
	const values = /** @type {BatchedCall} */ ([args, captures, notes]);
	if (!callback) return reply(await runCall(unit.id, module, values), classes);
	const borrower = new CallBorrower(classes);
	const call = readCall(unit.id, values, borrower);
	if (isArray(call)) return post(call, classes);
	return runWithCallback(module, call, callback, borrower);
}

/**
 * @param {GeneratorTask} task
 * @returns {Promise<unknown>}
 */
async function loadAndOpen([, name, args, captures, notes, id, words]) {
	// Before the module is loaded: what hangs or dies there has begun, and is ended or lost.
	if (!tryBeginStep(words, 1)) return undefined;
	const unit = resolve(name);
	const isReady = unit.module && isReadyFor(unit.module, notes);
	const module = isReady ? /** @type {LoadedModule} */ (unit.module) : await tryLoad(unit, notes);
	if (isArray(module)) return post(module, NO_CLASSES);
	const borrower = new CallBorrower(module.classes);
	const call = readCall(unit.id, [args, captures, notes], borrower);
	if (isArray(call)) return post(call, module.classes);
	return openGenerator(call, { module, id, words, borrower });
}

/**
 * @param {KnownUnit} unit
 * @param {Notes | undefined} notes of the values of its call
 * @returns {Promise<LoadedModule | Outcome>}
 */
async function tryLoad(unit, notes) {
	beginWork();
	try {
		unit.module = await loadWatched(() => loadModule(unit.url));
		forgetWrites();
		if (needsModules(notes)) await loadModules(/** @type {Notes} */ (notes));
		await loadLate(unit.module, notes);
		return unit.module;
	} catch (thrown) {
		return [MODULE_FAILED, 0, 0, thrown];
	} finally {
		endWork();
	}
}

/**
 * @param {string} id
 * @param {LoadedModule} module
 * @param {BatchedCall} values
 * @returns {Outcome | Promise<Outcome>}
 */
function runCall(id, module, values) {
	// Reading large values is part of what the call takes here, and of what batches are sized by.
	const startMs = performance.now();
	const isInOut = module.inOut.has(id);
	const borrower = values[2] || isInOut ? new CallBorrower(module.classes) : undefined;
	const call = readCall(id, values, borrower);
	if (isArray(call)) return call;
	if (borrower && isInOut)
		borrower.parts = new ReceivedParts(pop(call.args) ?? [[], [], []], borrower);
	current.id = id;
	current.args = call.args;
	const outcome = invoke(module, call, startMs);
	if (!borrower?.isUsed) return outcome;
	borrower.started();
	if (types.isPromise(outcome)) return outcome.then((settled) => borrower.finish(settled));
	return borrower.finish(outcome);
}

/**
 * @param {string} id
 * @param {BatchedCall} values
 * @param {CallBorrower | undefined} borrower undefined when there are no notes
 * @returns {Invocation | Outcome} a result when the values cannot be made again here
 */
function readCall(id, [args, captures, notes], borrower) {
	/** @type {Invocation} */
	const call = isArray(args) ? { id, args, captures } : { id, ...fromBytes(args) };
	registry.borrower = borrower;
	if (!notes || !borrower) return call;
	try {
		return unpack(call, notes, borrower.classes, borrower);
	} catch (refusal) {
		if (isLapidaryError(refusal)) return [THREW, 0, 0, refusal]; // of a GEM that cannot be had here
		if (!(refusal instanceof Refusal)) throw refusal;
		const { path, reason } = refusal;
		return [UNKNOWN_CLASS, 0, 0, { path, reason }];
	}
}

/** @returns {{ id: string, args: unknown[] }} what has run, which is not held on to any longer */
function takeCurrent() {
	const taken = { ...current };
	current.args = [];
	return taken;
}

/**
 * @param {Outcome} outcome of the only call, which has no callback
 * @param {KnownClasses} classes of the worker module
 * @returns {symbol | Promise<symbol>} TOLD
 */
function reply(outcome, classes) {
	if (hasPendingOutput()) return flushOutput().then(() => reply(outcome, classes));
	const { id, args } = takeCurrent();
	const posted = post(outcome, classes);
	watchLateChanges(id, args, outcome);
	return types.isPromise(posted) ? posted.then(() => TOLD) : TOLD;
}

/**
 * Run the calls of a batch one after the other.
 *
 * A call is marked before it runs and its result is posted or written before the next one begins, so that whenever the
 * thread dies the host knows which call was running, which are done and which may run elsewhere (protocol/state.js).
 *
 * @param {BatchTask} task
 * @param {number} [first] number of its first call, for results that are posted
 * @returns {Promise<undefined>}
 */
async function runBatch([, name, ownWords, ownResults, calls], first = 0) {
	const words = ownWords ?? slots[ROW].words;
	const results = ownResults ?? slots[ROW].results;
	const unit = resolve(name);
	for (let index = 0; index < calls.length; index++) {
		if (!tryStart(words, index)) continue;
		// Loaded once the first call is marked: a module that ends its thread fails that call, and
		// is not sent from thread to thread for ever.
		const notes = calls[index][2];
		const isReady = unit.module && isReadyFor(unit.module, notes);
		const module = isReady ? /** @type {LoadedModule} */ (unit.module) : await tryLoad(unit, notes);
		let outcome = isArray(module) ? module : runCall(unit.id, module, calls[index]);
		if (types.isPromise(outcome)) outcome = await outcome;
		outcome[1] = first + index;
		const { id, args } = takeCurrent();
		if (hasPendingOutput()) await flushOutput();
		compareBuiltIns();
		const isPlain = !takeTold() && outcome[0] === RETURNED && outcome[5] === undefined;
		const way = isPlain ? wayOf(outcome[3]) : POSTED;
		if (way === POSTED) {
			const posted = post(outcome, unit.module?.classes ?? NO_CLASSES);
			if (types.isPromise(posted)) await posted;
			markDone(words, index);
		} else {
			writeResult(results, index, outcome[2], outcome[3]);
			markWritten(words, index, way);
		}
		watchLateChanges(id, args, outcome);
	}
	return undefined;
}
