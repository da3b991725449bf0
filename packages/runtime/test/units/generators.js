// Generator units, as the compiler emits them.
import { threadId } from 'node:worker_threads';
import { generate, unit } from '@lapidary/runtime/internal/host';
import { stop as $lp_flag, stopped as $lp_stopped } from '@lapidary/runtime/internal/worker';
const $lp_stop = $lp_flag; // prettier-ignore

class StepError extends RangeError {
	constructor(message, at, options) {
		super(message, options);
		this.at = at;
	}
}

const collected = new FinalizationRegistry((words) => mark(words, 1));
const inner = unit('test/generators.js#count', import.meta.url);

/** Nothing can be read of it, as of a GEM that was released. */
const unreadable = () =>
	new Proxy(
		{},
		{
			ownKeys() {
				throw new TypeError('nothing can be read');
			},
		},
	);

/** Note in shared memory that something has happened. */
function mark(words, index, by = 1) {
	Atomics.add(words, index, by);
	Atomics.notify(words, index);
}

function spin() {
	let x = 1;
	while (true) { if ($lp_stop[0] !== 0) $lp_stopped(); x = (x * 31 + 7) | 0; } // prettier-ignore
}

export const $lp_units = {
	'test/generators.js#count': () =>
		function* (from, to) {
			for (let n = from; n < to; n++) yield n;
			return 'end';
		},
	'test/generators.js#countAsync': () =>
		async function* (from, to) {
			for (let n = from; n < to; n++) yield Promise.resolve(n);
			return 'end';
		},
	'test/generators.js#scaled': ([factor]) =>
		function* (xs) {
			for (const x of xs) yield x * factor;
		},
	'test/generators.js#threads': () =>
		function* () {
			for (;;) yield threadId;
		},
	'test/generators.js#thread': () => () => threadId,
	// words: 0 = steps begun, 1 = closed, 2 = what finally has done
	'test/generators.js#traced': () =>
		function* (words) {
			try {
				for (;;) {
					mark(words, 0);
					yield words[0];
				}
			} finally {
				mark(words, 1);
			}
		},
	'test/generators.js#echo': () =>
		function* (first) {
			let value = first;
			for (;;) {
				try {
					value = yield value;
				} catch (error) {
					value = { caught: error, isStepError: error instanceof StepError };
				}
			}
		},
	'test/generators.js#throws': () =>
		function* (at) {
			yield 1;
			throw new StepError('in the body', at, { cause: new TypeError('why') });
		},
	'test/generators.js#throwsAtOnce': () =>
		function* () {
			throw new StepError('before the first');
		},
	'test/generators.js#stubborn': () =>
		function* () {
			try {
				yield 1;
			} finally {
				yield 'not yet';
			}
		},
	'test/generators.js#uncloneable': () =>
		function* (words) {
			try {
				yield 1;
				yield { list: [() => 1] };
			} finally {
				mark(words, 1);
			}
		},
	'test/generators.js#unreadable': () =>
		function* () {
			yield 1;
			yield [unreadable()];
		},
	'test/generators.js#promises': () =>
		function* (words) {
			try {
				yield Promise.resolve('one');
				yield Promise.reject(new StepError('two'));
			} finally {
				mark(words, 1);
			}
		},
	// How the second step goes on; the first yields. words: 0 = begun, 1 = closed
	'test/generators.js#second': () =>
		function* (words, how) {
			try {
				yield 'first';
				mark(words, 0);
				if (how === 'spin') spin();
				if (how === 'exit') process.exit(5);
				for (;;);
			} finally {
				mark(words, 1);
			}
		},
	'test/generators.js#first': () =>
		function* (words, how) {
			mark(words, 0);
			try {
				if (how === 'spin') yield spin();
				if (how === 'blind') for (;;);
				yield threadId;
			} finally {
				mark(words, 1);
			}
		},
	'test/generators.js#slowToClose': () =>
		function* (words, how) {
			try {
				yield threadId;
			} finally {
				mark(words, 0);
				if (how === 'spin') spin();
				if (how === 'blind') for (;;);
				mark(words, 1);
			}
		},
	'test/generators.js#waits': () =>
		async function* (words) {
			try {
				yield 'first';
				mark(words, 0);
				await new Promise(() => undefined);
			} finally {
				mark(words, 1);
			}
		},
	'test/generators.js#nests': () =>
		function* (depths) {
			for (const depth of depths) {
				let value = {};
				for (let count = 0; count < depth; count++) value = { value };
				yield value;
			}
		},
	// words: 0 = pulled, 1 = the body has been collected
	'test/generators.js#collectable': () =>
		function* (words) {
			const witness = {};
			collected.register(witness, words);
			for (;;) {
				mark(words, 0);
				yield 0;
				Reflect.ownKeys(witness);
			}
		},
	'test/generators.js#collect': () => async () => {
		globalThis.gc();
		await new Promise((resolve) => setImmediate(resolve));
	},
	'test/generators.js#reports': () =>
		function* (report) {
			for (let n = 0; n < 3; n++) {
				report(n);
				yield n;
			}
		},
	'test/generators.js#loops': () =>
		function* (signal) {
			for (let n = 0; !signal.aborted; n++) yield n;
			return signal.reason;
		},
	'test/generators.js#slow': () =>
		function* (us) {
			for (;;) {
				const end = performance.now() + us / 1000;
				while (performance.now() < end);
				yield us;
			}
		},
	'test/generators.js#prints': () =>
		function* (count) {
			for (let n = 0; n < count; n++) {
				console.log(`body ${n}`);
				yield n;
			}
		},
	'test/generators.js#nested': () =>
		async function () {
			const seen = [];
			for await (const n of generate(inner, [0, 3])) seen.push(n);
			return seen;
		},
	'test/generators.js#pulls': () =>
		async function* (pull) {
			for (let n = 0; n < 3; n++) yield await pull(n);
		},
	'test/generators.js#callsBack': () =>
		async function (ask) {
			const seen = [];
			for (let n = 0; n < 3; n++) seen.push(await ask());
			return seen;
		},
	'test/generators.js#spinOnce': () => (words) => {
		mark(words, 0);
		for (let tries = 0; tries < 1e9 && Atomics.load(words, 1) === 0; tries++);
		return threadId;
	},
};

export const $lp_classes = { StepError };
