// What calls have left running in the threads once they are over.
/** @import { Crew } from './crew.js' */
import { inspect } from 'node:util';
import { leftBehind } from '../errors/codes.js';
import { isError, reasonOf } from '../errors/record.js';
import { Math, OwnSet, push } from '../primordials.js';
import { tellChange } from '../protocol/check-report.js';
import { NO_CLASSES } from '../protocol/classes.js';
import { unpack } from '../protocol/unpack.js';
import { host } from './registry.js';

// How long the end of the process waits for all threads to say what they have left.
const ANSWER_MS = 200;

/**
 * Ask, each time that the process would end, whether anything runs that in the plain program would keep it alive.
 *
 * @param {Crew} crew that gets a thread
 */
export function watchEnd(crew) {
	const { crews } = host;
	const isFirst = !crews;
	host.crews = (crews ?? new OwnSet()).add(crew);
	if (!isFirst) return;
	let settledBefore = Infinity;
	process.on('beforeExit', () => {
		const { begun, settled, unit } = countCalls();
		const isAgain = begun > settledBefore && process.listenerCount('beforeExit') > 1;
		if (isAgain) tellChange('LP8058', unit, 'beforeExit');
		settledBefore = settled;
		/** @type {import('./pool.js').PoolThread[]} */
		const threads = [];
		for (const { resting } of host.crews ?? []) push(threads, ...resting);
		for (const thread of threads) thread.askRest();
		const endMs = performance.now() + ANSWER_MS;
		for (const thread of threads) thread.awaitRest(Math.max(0, endMs - performance.now()));
	});
}

/** @returns {{ begun: number, settled: number, unit: string }} calls of all units, and the unit that has been called last of all */
function countCalls() {
	const found = { begun: 0, settled: 0, unit: '' };
	for (const { id, figures } of host.units.values()) {
		if (figures.calls > 0) found.unit = id;
		found.begun += figures.calls;
		found.settled += figures.completed + figures.failed;
	}
	return found;
}

/** @param {Crew} crew whose threads end */
export const unwatchEnd = (crew) => host.crews?.delete(crew);

/**
 * Report an error that nothing in a thread has caught, while no call ran there: where the plain program would, if somebody listens there. If
 * nobody does, the plain program ends by it; here it is a fault of the thread, as others are, and costs a warning.
 *
 * @param {unknown[]} message LEFT_ERROR
 */
export function reportLeftError([, origin, value, notes]) {
	const root = { value };
	const error = notes ? unpack(root, /** @type {any} */ (notes), NO_CLASSES).value : value;
	const isCaught =
		process.listenerCount('uncaughtException') > 0 || process.hasUncaughtExceptionCaptureCallback();
	if (origin === 'unhandledRejection') {
		if (isCaught || process.listenerCount(origin) > 0) {
			void Promise.reject(error);
			return;
		}
	} else if (isCaught) {
		setImmediate(() => {
			throw error;
		});
		return;
	}
	// As text: Node takes no error of another realm, such as the one in which Jest runs tests.
	const { name, code, message } = leftBehind({ reason: reasonOf(error) });
	const detail = String(isError(error) ? error.stack : inspect(error));
	process.emitWarning(message, { type: name, code, detail });
}
