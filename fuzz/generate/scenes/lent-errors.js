/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Errors that a function of the host throws into the unit that calls it, and reasons of signals: what the unit passes on, wraps or
 * looks at, and what the host then has.
 */

/** @typedef {{ before: Part[], error: Part }} Thrown `error`: what is thrown or aborted with; `own` on the host */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Thrown])[]} */
const THROWN = [
	[2, (stage) => ({ before: [], error: sequence(code`new RangeError('r' + ${stage.num()})`) })],
	[
		3,
		(stage, id) => ({
			before: code`class Own${id} extends Error {\nname = 'Own';\ncode = ${stage.num()};\n}`,
			error: `new Own${id}('own')`,
		}),
	],
	[
		2,
		(_stage, id) => ({
			before: code`class Own${id} extends TypeError {\nget name() {\nreturn 'Named';\n}\ntoString() {\nreturn '!' + this.message;\n}\n}`,
			error: `new Own${id}('own', { cause: { n: 1 } })`,
		}),
	],
	[
		1,
		() => ({ before: [], error: `Object.assign(new Error('e'), { code: 'E_OWN', list: [1, 2] })` }),
	],
	[1, () => ({ before: [], error: `new AggregateError([new Error('a'), 'b'], 'all')` })],
	[0.5, () => ({ before: [], error: `'text'` })],
	[0.5, () => ({ before: [], error: `undefined` })],
];

/** What the host says of what it has caught; `own` is what was thrown. */
const LOOK = `[caught === own, caught?.constructor?.name, caught?.name, caught?.message, caught?.code, caught?.cause === own, caught?.cause?.n]`;

/** How a unit treats what it catches of `on`. @type {readonly (readonly [number, string])[]} */
const TREATED = [
	[3, `return await on(input);`],
	[1, `try {\nreturn await on(input);\n} finally {\nawait on(-1).catch(() => {});\n}`],
	[1, `try {\nawait on(input);\n} catch (error) {\nthrow error;\n}`],
	[1, `try {\nawait on(input);\n} catch (error) {\nthrow new Error('outer', { cause: error });\n}`],
	[
		1,
		`try {\nawait on(input);\n} catch (error) {\nreturn [error?.name, error?.message, error instanceof Error];\n}`,
	],
	[1, `return on(input).catch((error) => Promise.reject(error));`],
	[0.7, `const all = await Promise.allSettled([on(input), on(2)]);\nthrow all[0].reason;`],
];

/** @param {Stage} stage @returns {Scene} */
export function thrownBack(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const name = stage.name('check');
	const { before, error } = random.weighted(THROWN)(stage, id);
	const treated = random.weighted(TREATED);
	const isThrown = random.chance(0.5);
	const on = isThrown
		? code`async (one) => {\nif (one < -1e9) return one;\nthrow own;\n}`
		: code`(one) => Promise.reject(own)`;
	return {
		statements: [
			statement(before),
			statement(code`async function ${unit}(on, input) {\n'use cpu_bound';\n${treated}\n}`),
			stage.host(
				name,
				code`const own = ${error};\ntry {\nreturn ['value', await ${unit}(${sequence(on)}, input)];\n} catch (caught) {\nreturn ${LOOK};\n}`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}

/** How a unit ends with a signal that has aborted. @type {readonly (readonly [number, string])[]} */
const ENDS = [
	[3, `signal.throwIfAborted();\nreturn 'not';`],
	[1, `if (signal.aborted) throw signal.reason;\nreturn 'not';`],
	[1, `return [signal.aborted, signal.reason?.name, signal.reason?.message];`],
	[1, `return { reason: signal.reason };`],
	[1, `try {\nsignal.throwIfAborted();\n} catch (error) {\nthrow error;\n}`],
	[
		1,
		`if (signal.aborted) throw signal.reason;\nawait new Promise((done, fail) => {\nsignal.addEventListener('abort', () => fail(signal.reason));\n});`,
	],
];

/** @param {Stage} stage @returns {Scene} the reason of a signal */
export function reasoned(stage) {
	const { random, plan } = stage;
	const id = String(++plan.serial);
	const unit = stage.name('score');
	const name = stage.name('check');
	const { before, error } = random.weighted(THROWN)(stage, id);
	return {
		statements: [
			statement(before),
			statement(
				code`async function ${unit}(signal) {\n'use cpu_bound';\n${random.weighted(ENDS)}\n}`,
			),
			stage.host(
				name,
				code`const own = ${error};\nconst controller = new AbortController();\ncontroller.abort(own);\ntry {\nconst value = await ${unit}(controller.signal);\nreturn [value?.reason === own, value?.reason?.message ?? value];\n} catch (caught) {\nreturn ${LOOK};\n}`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
