/** @import { Scene, Stage } from './stage.js' */
import { code, statement } from '../tree.js';

/**
 * Signals that abort while the call is under way, the earlier the better: at once, in a microtask, in the next task.
 */

/** How a unit waits for the signal. @type {readonly (readonly [number, string])[]} */
const WAITS = [
	[
		3,
		`return new Promise((done) => {\nsignal.addEventListener('abort', () => done(['aborted', signal.reason]), { once: true });\n});`,
	],
	[
		1,
		`return new Promise((done) => {\nsignal.addEventListener('abort', { handleEvent: () => done(['object', signal.aborted]) });\n});`,
	],
	[
		1,
		`if (signal.aborted) return 'before';\nreturn new Promise((done, fail) => {\nsignal.addEventListener('abort', () => fail(new Error(String(signal.reason))));\n});`,
	],
	[
		1,
		`let turns = 0;\nconst first = signal.aborted;\nsignal.addEventListener('abort', () => turns++);\nwhile (!signal.aborted) await new Promise((done) => setImmediate(done));\nawait new Promise((done) => setImmediate(done));\nreturn [first, turns];`,
	],
	[
		1,
		`const both = AbortSignal.any([signal]);\nreturn new Promise((done) => {\nboth.addEventListener('abort', () => done(['any', both.reason]));\n});`,
	],
];

/** When the host aborts. @type {readonly (readonly [number, string])[]} */
const MOMENTS = [
	[2, `controller.abort('x');`],
	[2, `queueMicrotask(() => controller.abort('x'));`],
	[2, `await null;\ncontroller.abort('x');`],
	[2, `setImmediate(() => controller.abort('x'));`],
	[1, `process.nextTick(() => controller.abort('x'));`],
	[1, `setTimeout(() => controller.abort('x'), 1);`],
	[1, `Promise.resolve().then(() => controller.abort());`],
];

/** @param {Stage} stage @returns {Scene} */
export function aborted(stage) {
	const { random, plan } = stage;
	// Threads that have not begun yet.
	plan.needs.add('pool').add('fresh threads');
	const unit = stage.name('score');
	const name = stage.name('check');
	const result = `result.then(String, (error) => error.message)`;
	return {
		statements: [
			statement(
				code`async function ${unit}(signal) {\n'use cpu_bound';\n${random.weighted(WAITS)}\n}`,
			),
			stage.host(
				name,
				code`const controller = new AbortController();\nconst result = ${unit}(controller.signal);\n${random.weighted(MOMENTS)}\nreturn ${result};`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
