// Units that call functions of the host's and look at its signals.
import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Owned, release } from '@lapidary/runtime/gem';
import { call, unit } from '@lapidary/runtime/internal/host';

class Row {
	constructor(id) {
		this.id = id;
	}
}
class RowError extends Error {}

function released() {
	const gem = Owned.create({ n: 1 });
	release(gem);
	return gem;
}

const kept = {};

/** Set a word, and let the host know. */
function signal(words, index) {
	Atomics.store(words, index, 1);
	Atomics.notify(words, index);
}

const nested = unit('test/lending.js#each', import.meta.url, { functions: [[1]] });

export const $lp_units = {
	'test/lending.js#each': () => async (list, f) => {
		const results = [];
		for (const one of list) results.push(await f(one));
		return results;
	},
	'test/lending.js#concurrent':
		() =>
		(list, { f }) =>
			Promise.all(list.map((one) => f(one))),
	'test/lending.js#first': () => (rows, options) => options.f(rows[0]),
	'test/lending.js#described': () => async (f) => [
		...['name', 'length', ...Object.keys(f)].map((key) => [key, f[key]]),
		await f(2),
	],
	'test/lending.js#drop':
		() =>
		(count, { on: { progress } }) => {
			for (let done = 1; done <= count; done++) progress(done);
			return count;
		},
	'test/lending.js#rows': () => async (f) => {
		const row = new Row(1);
		const [first, second, same] = await f(row, [row], new URL('http://a/'));
		return [first instanceof Row, first === second, same.get(first) instanceof URL];
	},
	'test/lending.js#caught': () => async (f) => {
		try {
			return await f('value');
		} catch (error) {
			return [
				error instanceof RowError,
				error.message,
				error.row instanceof Row,
				error.code,
				error.path,
			];
		}
	},
	'test/lending.js#unit': () => (f) => f({ fn: () => 1 }),
	'test/lending.js#stranger': () => (f) => f([new (class Stranger {})()]),
	'test/lending.js#unreadable': () => (f) => f([released()]),
	'test/lending.js#identity':
		() =>
		(f, { g, again }, value) => [
			f === g,
			f === again,
			value.self === value,
			typeof f,
			f.constructor.name,
		],
	'test/lending.js#later': () => (f, words) => {
		setTimeout(() => {
			f('later').then((answer) => {
				words[1] = answer;
				signal(words, 0);
			});
		}, 20);
		return 'settled';
	},
	'test/lending.js#exit': () => async (f) => {
		await f('before');
		f('pending');
		await f('last');
		process.exit(3);
	},
	'test/lending.js#dies': () => async (f) => {
		setTimeout(() => process.exit(3), 20);
		await f('pending');
	},
	'test/lending.js#nested': () => (list, f) => call(nested, [list, f]),
	'test/lending.js#keep': () => (name, value) => {
		kept[name] = value;
	},
	'test/lending.js#callKept': () => (name, value) => kept[name](value),
	'test/lending.js#drop and collect': () => async (name) => {
		delete kept[name];
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc');
		for (let turn = 0; turn < 10; turn++) {
			collect();
			await new Promise((resolve) => {
				setImmediate(resolve);
			});
		}
	},
	'test/lending.js#callback': () => async (f, callback) => {
		callback(null, await f(1));
	},
	'test/lending.js#dropOne': () => (f, words) => {
		f('dropped');
		signal(words, 0);
		return 'returned';
	},
	'test/lending.js#callKeptLater': () => (name, words) => {
		setImmediate(() => {
			kept[name]('dropped');
			signal(words, 0);
		});
	},
	'test/lending.js#dropThenThrow': () => async (f) => {
		f('first');
		await null;
		throw new TypeError('body');
	},
	'test/lending.js#dropThenCatch': () => async (f) => {
		const later = f('first');
		try {
			await Promise.all([later, f('second')]);
		} catch (error) {
			return error.message;
		}
		return 'nothing';
	},

	'test/lending.js#state':
		() =>
		({ signal: one }) => [
			one instanceof AbortSignal,
			one.aborted,
			one.reason instanceof RowError,
			one.reason?.row instanceof Row,
		],
	'test/lending.js#looks': () => async (one) => {
		const log = [one.aborted];
		await new Promise((resolve) => {
			one.addEventListener('abort', () => resolve(log.push('fired')));
		});
		return [...log, one.aborted, one.reason.row instanceof Row];
	},
	'test/lending.js#spin': () => (one, words) => {
		signal(words, 0);
		while (!one.aborted);
		try {
			one.throwIfAborted();
		} catch (reason) {
			return [reason === one.reason, reason.name, reason.message];
		}
		return 'did not throw';
	},
	'test/lending.js#listen': () => (one, words) =>
		new Promise((resolve) => {
			one.addEventListener('abort', (event) => {
				resolve([event.type, event.target === one, one.aborted, one.reason]);
			});
			signal(words, 0);
		}),
	'test/lending.js#any': () => (signals, words) =>
		new Promise((resolve) => {
			const any = AbortSignal.any(signals);
			any.onabort = () => resolve(any.reason);
			signal(words, 0);
		}),
	'test/lending.js#fetch': () => async (one, words) => {
		const { setTimeout: sleep } = await import('node:timers/promises');
		signal(words, 0);
		return sleep(20_000, 0, { signal: one }).catch((error) => [error.name, error.cause]);
	},
	'test/lending.js#receivers': () => async (on, box) => {
		const called = [await on.call({ n: 1 }, 2), await on.apply(new Row(3), [4]), await on(5)];
		return [...called, await box.add(2), box.total];
	},
	'test/lending.js#sum':
		() =>
		(numbers, { signal: one }) => {
			one?.throwIfAborted();
			return numbers.reduce((sum, number) => sum + number, 0);
		},
	'test/lending.js#listeners': () => (one, words) => {
		one.addEventListener('abort', () => signal(words, 0));
		return getEventListeners(one, 'abort').length;
	},
};

export const $lp_classes = { Row, RowError };
