/** @import { KnownClasses } from '../protocol/classes.js' */
/** @import { Notes } from '../protocol/notes.js' */
/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { Meters } from '../protocol/atomics.js' */
/** @import { Invocation, Outcome } from './invoke.js' */
/** @import { BatchedCall, BatchTask, BehindTask, GeneratorTask, OneTask, Slot, Task, UnitName } from '../types.js' */
import { types } from 'node:util';
import {
	ARRIVED,
	BATCH,
	BEHIND,
	GENERATE,
	INIT,
	MODULE_FAILED,
	ONE,
	POSTED,
	RETURNED,
	RUN_US,
	THREW,
	UNKNOWN_CLASS,
	VALUE,
	WAY,
	wayOf,
} from '../protocol/messages.js';
import { isLapidaryError } from '../errors/lapidary-error.js';
import { isArray, JSON, OwnMap } from '../primordials.js';
import { fromBytes } from '../protocol/bytes.js';
import { ReceivedParts } from '../protocol/in-out/index.js';
import { loadModules, needsModules } from '../protocol/gem-modules.js';
import { lateIn, loadLate } from '../protocol/late-classes.js';
import { NO_CLASSES } from '../protocol/classes.js';
import { Refusal } from '../protocol/refusal.js';
import { registry } from '../protocol/registry.js';
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

/** The task that came last, as long as it is not over at once; per thread. @type {{ reply: Promise<unknown> | undefined }} */
const latest = { reply: undefined };

/**
 * Do what the host asks for; piscina calls it as messages arrive. A task that was sent ahead waits for the one before.
 *
 * @param {Task} task
 * @returns {unknown} the reply: what a lone call returned, when that is a primitive; else undefined, after all results
 *   have been posted
 */
export function runTask(task) {
	if (registry.meters) registry.meters[ARRIVED]++; // plain: the host reads it once the thread is dead
	const reply = task[0] === BEHIND ? runBehind(latest.reply, task) : begin(task);
	latest.reply = types.isPromise(reply) ? reply : undefined;
	return reply;
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

/** @param {Task} task @returns {unknown} the reply */
function begin(task) {
	followZone();
	switch (task[0]) {
		case ONE:
			return runOne(task);
		case BATCH:
			return runBatch(task);
		case GENERATE:
			return loadAndOpen(task);
		case INIT:
			registry.results = task[1];
			task[1].on('message', onHostMessage);
			task[1].unref(); // the host says how long this thread lives
			registry.meters = task[2];
			registry.stop = task[3];
			taskRun.words = task[3];
			openBridge(task[4]);
			slots.push(...task[5]);
			registry.rest = task[6];
			watchLeftBehind();
			adoptEnvironment(task[7]);
			return undefined;
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
	if (isArray(module)) return reply(module, NO_CLASSES);
	const { classes } = module;
	const values = /** @type {BatchedCall} */ ([args, captures, notes]);
	if (!callback) return reply(await runCall(unit.id, module, values), classes);
	const borrower = new CallBorrower(classes);
	const call = readCall(unit.id, values, borrower);
	if (isArray(call)) return reply(call, classes);
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
	if (isArray(module)) return reply(module, NO_CLASSES);
	const borrower = new CallBorrower(module.classes);
	const call = readCall(unit.id, [args, captures, notes], borrower);
	if (isArray(call)) return reply(call, module.classes);
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
	if (borrower && isInOut) borrower.parts = new ReceivedParts(call.args, borrower);
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
 * @param {Outcome} outcome of the only call
 * @param {KnownClasses} classes of the worker module
 * @returns {unknown} what piscina sends back
 */
function reply(outcome, classes) {
	if (hasPendingOutput()) return flushOutput().then(() => reply(outcome, classes));
	const meters = /** @type {Meters} */ (registry.meters);
	meters[RUN_US] = outcome[2]; // plain: the reply follows, and orders them
	const value = outcome[3];
	const { id, args } = takeCurrent();
	compareBuiltIns();
	const isPlain = !takeTold() && outcome[0] === RETURNED && outcome[5] === undefined;
	const way = isPlain ? wayOf(value) : POSTED;
	if (way === POSTED) {
		const posted = post(outcome, classes);
		watchLateChanges(id, args, outcome);
		return types.isPromise(posted) ? posted.then(() => undefined) : undefined;
	}
	watchLateChanges(id, args, outcome);
	if (typeof value === 'number') meters[VALUE] = value;
	meters[WAY] = way;
	return value;
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
async function runBatch([, name, words, results, calls], first = 0) {
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
