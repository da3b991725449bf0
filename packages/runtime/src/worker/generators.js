/** @import { Notes } from '../protocol/notes.js' */
/** @import { Body } from '../protocol/generator-step.js' */
/** @import { Run } from '../protocol/registry.js' */
/** @import { LoadedModule } from '../protocol/units.js' */
/** @import { SharedWords } from '../protocol/atomics.js' */
/** @import { CallBorrower } from './bridge.js' */
/** @import { Invocation, Outcome } from './invoke.js' */
import { lateIn, loadLate } from '../protocol/late-classes.js';
import { isArray, OwnMap, Reflect } from '../primordials.js';
import { closeBody, isSettled, settleStep } from '../protocol/generator-step.js';
import {
	ANSWERED,
	DROP,
	LIVES,
	METHODS,
	PROBE,
	REST,
	RETURNED,
	THREW,
	UNKNOWN_CLASS,
	UNKNOWN_UNIT,
	UNREAD,
	YIELDED,
} from '../protocol/messages.js';
import { Refusal } from '../protocol/refusal.js';
import { onlyOrigins } from '../protocol/origins.js';
import { registry } from '../protocol/registry.js';
import { STEP_ASKED_WORD, tryBeginStep } from '../protocol/steps.js';
import { findUnit } from '../protocol/units.js';
import { discard, unpack } from '../protocol/unpack.js';
import { flushOutput, hasPendingOutput } from '../protocol/output.js';
import { tellRest } from './left-behind.js';
import { post } from './result.js';
import { enter, forget, leave, suspend, taskRun } from './running.js';

/**
 * Generators that are open in this thread, by id; per thread, like the registry.
 *
 * @type {Map<number, Opened>}
 *
 * @typedef {object} Opened
 * @property {number} id
 * @property {Body} body
 * @property {Run} run of its steps, but for the first
 * @property {LoadedModule} module
 * @property {CallBorrower} borrower
 * @property {number} answered number of the step that was answered last
 */
const opened = new OwnMap();

/**
 * @typedef {object} Opening
 * @property {LoadedModule} module
 * @property {number} id
 * @property {SharedWords} words of the generator
 * @property {CallBorrower} borrower
 */

/**
 * Make a generator and run it up to its first `yield`: its first step, which has been begun.
 *
 * @param {Invocation} call
 * @param {Opening} opening
 * @returns {Promise<undefined>} resolves when the result has been posted
 */
export async function openGenerator(call, { module, id, words, borrower }) {
	const startMs = performance.now();
	taskRun.unit = call.id;
	const body = makeBody(module, call, startMs);
	if (isArray(body)) {
		await answer(body, undefined, module);
		borrower.end();
		return undefined;
	}
	const run = { words, index: STEP_ASKED_WORD, unit: call.id };
	const generator = { id, body, run, module, borrower, answered: 0 };
	opened.set(id, generator);
	const running = runStep(generator, 'next', undefined, taskRun);
	borrower.started();
	await answer(await running, generator, module);
	generator.answered = 1;
	return undefined;
}

/**
 * @param {LoadedModule} module
 * @param {Invocation} call
 * @param {number} startMs
 * @returns {Body | Outcome}
 */
function makeBody(module, { id, args, captures }, startMs) {
	enter(taskRun);
	try {
		const unit = findUnit(module, id, captures);
		return unit ? Reflect.apply(unit, undefined, args) : [UNKNOWN_UNIT, 0, 0];
	} catch (thrown) {
		return [THREW, 0, microsecondsSince(startMs), thrown];
	} finally {
		leave();
	}
}

/**
 * Take a message of the host about a generator of this thread.
 *
 * @param {unknown[]} message
 */
export function onHostMessage(message) {
	const [kind, id, number] = /** @type {[number, number, number]} */ (message);
	const generator = opened.get(id);
	switch (kind) {
		case PROBE:
			registry.results?.postMessage([LIVES]);
			break;
		case UNREAD:
			if (!generator || generator.answered === number) {
				registry.results?.postMessage([ANSWERED, id, number, generator !== undefined]);
			}
			break;
		case REST:
			if (registry.rest) tellRest(registry.rest);
			break;
		case DROP:
			if (generator) end(generator);
			break;
		default:
			if (generator) void step(generator, /** @type {any} */ (message));
			else refuseStep(/** @type {any} */ (message));
	}
}

/** @typedef {[kind: number, id: number, number: number, method: number, value: unknown, notes: Notes | undefined]} StepMessage */

/** @param {StepMessage} message for a generator that is over */
function refuseStep([, id, number, method, value, notes]) {
	discard({ [METHODS[method]]: value }, notes);
	registry.results?.postMessage([ANSWERED, id, number, false]);
}

/**
 * @param {Opened} generator
 * @param {StepMessage} message
 */
async function step(generator, [, id, number, method, value, notes]) {
	const { module, run, body, borrower } = generator;
	const name = METHODS[method];
	if (!tryBeginStep(run.words, number)) return discard({ [name]: value }, notes);
	let outcome;
	if (lateIn(module, notes).length > 0) await loadLate(module, notes);
	try {
		const given = notes
			? unpack({ [name]: value }, notes, module.classes, onlyOrigins(borrower))[name]
			: value;
		outcome = await runStep(generator, name, given, run);
	} catch (refusal) {
		if (!(refusal instanceof Refusal)) throw refusal;
		outcome = /** @type {Outcome} */ ([UNKNOWN_CLASS, 0, 0, { ...refusal }]);
		closeBody(body);
	}
	outcome[1] = -id;
	await answer(outcome, generator, module);
	generator.answered = number;
}

/**
 * @param {Opened} generator
 * @param {'next' | 'return' | 'throw'} method
 * @param {unknown} value
 * @param {Run} run
 * @returns {Outcome | Promise<Outcome>}
 */
function runStep({ body }, method, value, run) {
	const startMs = performance.now();
	enter(run);
	try {
		const made = body[method](value);
		return isSettled(made) ? toOutcome(made, startMs) : waitForStep(body, made, { run, startMs });
	} catch (thrown) {
		return [THREW, 0, microsecondsSince(startMs), thrown];
	} finally {
		leave();
	}
}

/**
 * @param {Body} body
 * @param {IteratorResult<unknown> | Promise<IteratorResult<unknown>>} made
 * @param {{ run: Run, startMs: number }} running
 * @returns {Promise<Outcome>}
 */
async function waitForStep(body, made, { run, startMs }) {
	suspend(run);
	try {
		return toOutcome(await settleStep(body, made), startMs);
	} catch (thrown) {
		return [THREW, 0, microsecondsSince(startMs), thrown];
	} finally {
		forget(run);
	}
}

/**
 * @param {IteratorResult<unknown>} result
 * @param {number} startMs
 * @returns {Outcome}
 */
const toOutcome = ({ value, done }, startMs) => [
	done ? RETURNED : YIELDED,
	0,
	microsecondsSince(startMs),
	value,
];

/**
 * Tell the host how a step has ended.
 *
 * @param {Outcome} outcome
 * @param {Opened | undefined} generator undefined when there is none
 * @param {LoadedModule} module
 */
async function answer(outcome, generator, { classes }) {
	const wasOpen = outcome[0] === YIELDED;
	// Functions of the host's that the body has called come before what its consumer does next.
	if (generator?.borrower.isUsed) outcome = await generator.borrower.finish(outcome);
	// What the body has printed comes before what its consumer prints about the result.
	if (hasPendingOutput()) await flushOutput();
	const isSent = await post(outcome, classes);
	if (!generator || (outcome[0] === YIELDED && isSent)) return;
	end(generator);
	if (wasOpen) closeBody(generator.body);
}

/** @param {Opened} generator that nobody will ask for more */
function end({ id, borrower }) {
	opened.delete(id);
	borrower.end();
}

/** @param {number} startMs */
const microsecondsSince = (startMs) => (performance.now() - startMs) * 1000;
