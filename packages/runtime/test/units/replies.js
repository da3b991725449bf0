// Does what the first value of a message names.
import { Buffer } from 'node:buffer';
import { worker } from '@lapidary/runtime/workers';

const seen = [];

const deeds = {
	echo: (...values) => worker.reply(values),
	note: (value) => void seen.push(value),
	noteLate: async (value) => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		seen.push(value);
	},
	seen: () => worker.reply(seen),
	describe: (value) =>
		worker.reply([Buffer.isBuffer(value), Object.isFrozen(value), String(value)]),
	fail: (message) => {
		throw Object.assign(new RangeError(message), { code: 'E_MINE', cause: new Error('why') });
	},
	reject: async (message) => Promise.reject(new TypeError(message)),
	throwFunction: () => {
		throw () => 1;
	},
	replyThenFail: () => {
		worker.reply('early');
		throw new Error('after the reply');
	},
	replyTwice: () => worker.reply(1).reply(2),
	replyLater: (value, delayMs) => void setTimeout(() => worker.reply(value), delayMs),
	replyFunction: () => worker.reply({ rows: [() => 1] }),
	forget: () => 'no reply',
	exit: (code) => process.exit(code),
	crash: () => void setTimeout(() => fail('uncaught'), 0),
	print: (text) => {
		console.log(text);
		worker.reply(text);
	},
	change: (words) => {
		Atomics.add(words, 0, 1);
	},
	waitFor: async (words) => {
		await Atomics.waitAsync(words, 0, 0).value;
		worker.reply('woken');
	},
};

const fail = (message) => {
	throw new Error(message);
};

worker.on('message', (deed, ...values) => deeds[deed](...values));
worker.on('multicast', (deed, ...values) => deeds[deed](...values));
