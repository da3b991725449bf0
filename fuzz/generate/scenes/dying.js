/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';

/**
 * A thread that dies of what a call has left in it: the call after it runs on another one.
 */

/** What the first call leaves. @type {readonly (readonly [number, string])[]} */
const LEFT = [
	[3, `Promise.reject(new Error('left'));`],
	[1, `(async () => {\nthrow new Error('left');\n})();`],
	[1, `new Promise((_done, fail) => fail(new Error('left')));`],
	[1, `Promise.resolve().then(() => {\nthrow new Error('left');\n});`],
];

/** What the host does between the two. @type {readonly (readonly [number, string])[]} */
const BETWEEN = [
	[3, ''],
	[1, 'await null;'],
	[1, 'await new Promise((done) => setImmediate(done));'],
	[1, 'await new Promise((done) => setTimeout(done, 2));'],
];

/** @param {Stage} stage @returns {Scene} */
export function dying(stage) {
	const { random, plan } = stage;
	// A rejection that nothing handles ends a thread, and in one thread nothing at all.
	plan.needs.add('pool').add('fresh threads');
	const first = stage.name('leave');
	const second = stage.name('score');
	const name = stage.name('check');
	return {
		statements: [
			statement(
				code`async function ${first}(input) {\n'use cpu_bound';\n${random.weighted(LEFT)}\nreturn input;\n}`,
			),
			statement(code`async function ${second}${stage.unit(['input'])}`),
			stage.host(
				name,
				code`const all = [await ${first}(1)];\n${random.weighted(BETWEEN)}\nall.push(await ${second}(2));\nreturn all;`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
