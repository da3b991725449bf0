// The main module of a package's process: makes the calls of its declaration and writes down what came of them.
// Arguments: declaration, folder of the package, 'plain' or 'lowered', file for the report.
/** @import { Declaration, Vector } from './types.js' */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describeValue } from '../../fixtures/runner/describe.js';
import { callsOnPool } from './pool-calls.js';

/**
 * @typedef {object} Called
 * @property {string} result or error, written down
 * @property {string} args what the arguments were after the call
 * @property {string} [expected]
 */

/** One after the other, then all at once: every thread gets calls, and calls wait. */
const ROUNDS = ['alone', 'together'];

const [declarationFile, folder, mode, reportFile] = process.argv.slice(2);
/** @type {{ default: Declaration }} */
const { default: declaration } = await import(pathToFileURL(declarationFile).href);
const exported = await import(pathToFileURL(path.join(folder, declaration.entry)).href);

/** @type {Called[]} */
const calls = [];
for (const round of ROUNDS) {
	const started = [];
	for (const vector of declaration.vectors) {
		const call = perform(vector);
		started.push(call);
		if (round === 'alone' || mode === 'plain') await call;
	}
	calls.push(...(await Promise.all(started)));
}
writeFileSync(
	reportFile,
	JSON.stringify({ calls, pool: mode === 'lowered' ? await poolRuns() : 0 }),
);

/** @param {Vector} vector @returns {Promise<Called>} */
async function perform(vector) {
	const { call, args, then } = vector;
	const given = typeof args === 'function' ? args() : structuredClone(args);
	const expected = Object.hasOwn(vector, 'expect') ? describeValue(vector.expect) : undefined;
	const result = await describeCall(call, given, then);
	return { result, args: given.map(describeValue).join(', '), expected };
}

/** @param {string} name @param {readonly unknown[]} args @param {readonly unknown[]} [then] @returns {Promise<string>} */
async function describeCall(name, args, then) {
	try {
		const { receiver, value } = find(name);
		const result = Reflect.apply(value, receiver, args);
		return describeValue(await (then ? result(...then) : result));
	} catch (error) {
		return `throws ${describeValue(error)}`;
	}
}

/** @param {string} name @returns {{ receiver: unknown, value: Function }} */
function find(name) {
	/** @type {any} */
	let receiver;
	/** @type {any} */
	let value = exported;
	for (const step of name.split('.')) {
		receiver = value === exported ? undefined : value;
		value = value[step];
	}
	if (typeof value !== 'function')
		throw new Error(`${declaration.package} has no function ${name}`);
	return { receiver, value };
}

/** @returns {Promise<number>} calls that a thread of the pool has answered */
async function poolRuns() {
	const { stats } = await import('@lapidary/runtime');
	return callsOnPool(stats());
}
