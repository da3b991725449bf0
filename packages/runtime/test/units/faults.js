// Units that fail in every way a unit can, after they have counted that they ran.
import { FAILURES } from './failures.js';

class ScoreError extends RangeError {
	constructor(message, score) {
		super(message);
		this.score = score;
	}
}
class DeepScoreError extends ScoreError {}

/** What a unit does after it has counted itself, by name. */
const ENDINGS = {
	return: (index) => index,
	...FAILURES,
	spin: () => {
		for (;;);
	},
	function: () => ({ list: [{ fn: () => 1 }] }),
	symbol: () => Symbol('mine'),
	hoard: () => {
		const held = [];
		for (;;) held.push(new Array(1000).fill(held.length));
	},
	never: () => new Promise(() => undefined),
};

const raise = (value) => {
	throw value;
};

export const $lp_units = {
	'test/faults.js#run': () => (words, index, ending) => {
		Atomics.add(words, index, 1);
		Atomics.notify(words, index);
		return ENDINGS[ending](index);
	},
	'test/faults.js#throwIf': () =>
		function throwIf(isWrong) {
			if (isWrong) throw new Error('asked for');
			return isWrong;
		},
	'test/faults.js#throwString': () => () => raise('just text'),
	'test/faults.js#throwObject': () => () => raise({ status: 404, list: [1] }),
	'test/faults.js#throwUndefined': () => () => raise(undefined),
	'test/faults.js#throwFunction': () => () => raise(() => 1),
	'test/faults.js#throwScore': () => (deep) =>
		raise(deep ? new DeepScoreError('low', 3) : new ScoreError('low', 3)),
	'test/faults.js#throwRich': () => () => {
		const error = new TypeError('outer', { cause: new SyntaxError('inner') });
		error.cause.cause = error;
		error.code = 'E_RICH';
		error.at = new Date(5);
		error.fn = () => 1;
		Object.defineProperty(error, '__proto__', { value: { evil: true }, enumerable: true });
		throw error;
	},
	'test/faults.js#throwAggregate': () => () =>
		raise(new AggregateError([new RangeError('one'), 'two'], 'both')),
	'test/faults.js#throwDom': () => () => raise(new DOMException('gone', 'NotFoundError')),
	'test/faults.js#throwDeep': () => () => {
		function inner() {
			throw new Error('deep');
		}
		inner();
	},
	'test/faults.js#throwNode': () => () => Buffer.alloc('x'),
	'test/faults.js#rejectLater': () => async () => {
		await null;
		throw new RangeError('later');
	},
};

export const $lp_classes = { ScoreError, DeepScoreError };
