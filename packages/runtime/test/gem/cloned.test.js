// GEMs that meet the structured clone of the platform, or JSON, by themselves: within the process, and on the way to another one.
import v8 from 'node:v8';
import { MessageChannel, Worker } from 'node:worker_threads';
import { AtomicLK, Owned, ReadOnly, snapshot } from '../../src/gem/index.js';
import { runProgram } from '../child.js';

const content = { list: [1, { n: 2 }], numbers: new Float64Array(2) };
const HINT = /LP8115.*`send`.*`snapshot`.*could not be cloned/;

describe.each([
	['a GEM', () => ReadOnly.create(content)],
	['an array', () => Owned.create([1, 2])],
	['one that may not be read now', () => AtomicLK.create(content)],
	['a part', () => ReadOnly.create(content).list],
	['a typed array', () => ReadOnly.create(content).numbers],
])('%s', (_, create) => {
	test.each([
		['structuredClone', (value) => structuredClone(value)],
		['postMessage', (value) => new MessageChannel().port1.postMessage(value)],
		['deep in a message', (value) => structuredClone({ deep: [new Map([['key', value]])] })],
		['workerData', (value) => new Worker('', { eval: true, workerData: { value } })],
		['v8.serialize', (value) => v8.serialize(value)],
	])('%s leads to `send`', (__, clone) => {
		const value = create();
		expect(() => clone(value)).toThrow(HINT);
	});

	test('nothing else shows what clones are told', () => {
		const value = create();
		expect(Object.prototype.toString.call(value)).toMatch(/^\[object (Object|Array)\]$/);
		expect([value[Symbol.toStringTag], Symbol.toStringTag in value]).toEqual([undefined, false]);
	});
});

test('console.log shows the content', async () => {
	const { lines } = await runProgram(
		`import { ReadOnly } from '@lapidary/runtime/gem';
		console.log(ReadOnly.create({ n: 1 }), ReadOnly.create([1]));`,
		{ prelude: '' },
	);
	expect(lines).toEqual(['{ n: 1 } [ 1 ]']);
});

describe('messages to another process', () => {
	/** @param {string} serialization @returns {Promise<string[]>} what the child gets, or the error */
	async function fork(serialization) {
		const { lines, errors } = await runProgram(
			`import { fork } from 'node:child_process';
			import { once } from 'node:events';
			import { ReadOnly } from '@lapidary/runtime/gem';
			const echo = 'data:text/javascript,process.once("message", (m) => process.send(m, () => process.disconnect()))';
			const child = fork('-', [], { execArgv: ['--import', echo, '-e', '0'], serialization: '${serialization}' });
			try {
				child.send({ gem: ReadOnly.create({ a: [1] }) });
				console.log(JSON.stringify((await once(child, 'message'))[0]));
			} catch ({ message }) {
				console.log(message);
				child.kill();
			}`,
			{ prelude: '' },
		);
		expect(errors).toBe('');
		return lines;
	}

	test('as JSON: a copy, as of any object', async () => {
		expect(await fork('json')).toEqual([
			JSON.stringify({ gem: snapshot(ReadOnly.create({ a: [1] })) }),
		]);
	});

	test('advanced: refused', async () => {
		expect(await fork('advanced')).toEqual([expect.stringMatching(HINT)]);
	});
});
