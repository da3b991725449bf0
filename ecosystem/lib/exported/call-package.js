// The main module of a process of its own: calls exported functions of a package, and writes down what came of each call.
// Arguments: file with the task, file for the report: a line of JSON for each function.
/** @import { Chosen, Found, Task } from './types.js' */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { callsOnPool } from '../pool-calls.js';
import { makeArguments } from './arguments.js';
import { chooseCalls, performCall } from './perform-call.js';

const [taskFile, report] = process.argv.slice(2);
/** @type {Task} */
const { folder, entry, functions, mode, declarations, chosen } = JSON.parse(
	readFileSync(taskFile, 'utf8'),
);
// What comes of calls that draw numbers differs between the two plain runs, and is left out by that.
if (mode !== 'lowered') Math.random = () => (mode === 'choose' ? 0.123 : 0.789);
const exported = await import(pathToFileURL(path.join(folder, entry)).href);
const runtime = mode === 'lowered' ? await import('@lapidary/runtime') : null;
// What a package leaves running, or throws later, is not what is looked at.
process.on('uncaughtException', () => {});
process.on('unhandledRejection', () => {});

/** @type {Set<string>} */
const warned = new Set();
process.on('warning', (warning) => {
	const { code } = /** @type {NodeJS.ErrnoException} */ (warning);
	if (code?.startsWith('LP8')) warned.add(code);
});

writeFileSync(report, '');
for (const fn of functions) {
	const before = onPool();
	warned.clear();
	const calls = await callFunction(fn);
	const line = { name: fn.name, calls, onPool: onPool() - before, warned: [...warned] };
	appendFileSync(report, `${JSON.stringify(line)}\n`);
}
process.exit();

/** @returns {number} */
function onPool() {
	return runtime ? callsOnPool(runtime.stats()) : 0;
}

/** @param {Found} fn @returns {Promise<Chosen[]>} */
async function callFunction(fn) {
	const { receiver, value } = find(fn.paths[0]);
	const signature = { ...fn, declarations };
	/** @param {number} index */
	const call = (index) =>
		performCall(value, receiver, makeArguments(signature, index), {
			isGenerator: fn.isGenerator,
			isLowered: mode === 'lowered',
		});
	if (mode === 'choose') return chooseCalls(call);
	/** @type {Chosen[]} */
	const calls = [];
	for (const { index } of chosen[fn.name] ?? []) calls.push({ index, ...(await call(index)) });
	return calls;
}

/** @param {readonly string[]} steps @returns {{ receiver: unknown, value: Function }} */
function find(steps) {
	/** @type {any} */
	let receiver;
	/** @type {any} */
	let value = exported;
	for (const step of steps) {
		receiver = value === exported ? undefined : value;
		value = value[step];
	}
	return { receiver, value };
}
