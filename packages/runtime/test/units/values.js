// A worker module as the compiler emits it; hand-written.
import { Buffer } from 'node:buffer';
import { threadId } from 'node:worker_threads';
import { transfer } from '@lapidary/runtime';

export const $lp_units = {
	'test/values.js#add': () => (a, b) => a + b,
	'test/values.js#echo': () => (value) => value,
	'test/values.js#later': () => async (value) => value,
	'test/values.js#count': () =>
		function () {
			return arguments.length;
		},
	'test/values.js#scale':
		([factor]) =>
		(xs) =>
			xs.map((x) => x * factor),
	'test/values.js#same':
		([captured]) =>
		(argument) => ({
			shared: captured.child === argument,
			cyclic: argument.self === argument,
		}),
	'test/values.js#kinds':
		([captured]) =>
		(direct, nested) => [
			Buffer.isBuffer(captured),
			Buffer.isBuffer(direct),
			Buffer.isBuffer(nested.list[0].bytes),
			nested.list[0].bytes === direct,
			nested.list[0].bytes.toString('latin1'),
		],
	'test/values.js#signal': () => () => ({ signal: new AbortController().signal }),
	'test/values.js#nest': () => (depth) => {
		let value = {};
		for (let count = 0; count < depth; count++) value = { value };
		return value;
	},
	'test/values.js#bytes': () => (text) => ({ bytes: Buffer.from(text), plain: new Uint8Array(2) }),
	'test/values.js#moveBack': () => (length) => transfer(new Float64Array(length).fill(1)),
	'test/values.js#length': () => (view) => view.byteLength,
	'test/values.js#thread': () => () => threadId,
	'test/values.js#holdThread': () => (words) => {
		Atomics.store(words, 0, 1);
		Atomics.notify(words, 0);
		Atomics.wait(words, 1, 0, 10_000);
		return threadId;
	},
	'test/values.js#spinUs': () => (runUs) => {
		const endMs = performance.now() + runUs / 1000;
		while (performance.now() < endMs);
		return runUs;
	},
	'test/values.js#push': () => (words, value) => {
		words[Atomics.add(words, 0, 1) + 1] = value;
		return value;
	},
};
