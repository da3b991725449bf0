/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * Built-in functions that the host replaces around a call. The unit uses none of them; the runtime, which takes its arguments to it and
 * its result back, must not either.
 */

/** Replaced by what gives something wrong, or throws. @type {readonly string[]} */
const REPLACED = [
	'Math.max',
	'Math.min',
	'Object.keys',
	'Object.entries',
	'Object.assign',
	'Object.getOwnPropertyNames',
	'Reflect.apply',
	'Reflect.ownKeys',
	'Array.isArray',
	'Array.from',
	'Array.prototype.push',
	'Array.prototype.map',
	'Array.prototype.slice',
	'Array.prototype.some',
	'Array.prototype[Symbol.iterator]',
	'Map.prototype.get',
	'Map.prototype.set',
	'Map.prototype.has',
	'Set.prototype.has',
	'Set.prototype.add',
	'WeakMap.prototype.get',
	'String.prototype.split',
	'Function.prototype.call',
	'Function.prototype.apply',
	'JSON.stringify',
	'globalThis.structuredClone',
	'globalThis.Map',
	'globalThis.Set',
	'globalThis.Reflect',
];

/** @type {readonly (readonly [number, string])[]} */
const INSTEAD = [
	[2, `() => {\nthrow new Error('replaced');\n}`],
	[1, `() => undefined`],
	[1, `() => 7`],
];

/** What is handed over. @type {readonly (readonly [number, (stage: Stage) => Part[]])[]} */
const GIVEN = [
	[2, () => ['input']],
	[2, (stage) => code`{ n: ${stage.num()}, list: [1, { m: 2 }] }`],
	[1, (stage) => code`new Map([['a', ${stage.num()}]])`],
	[1, (stage) => code`Object.assign([1, 2], { named: ${stage.num()} })`],
	[1, () => [`new RangeError('given')`]],
	[0.7, () => ['new Float64Array(3)']],
];

/** @param {Stage} stage @returns {Scene} */
export function replaced(stage) {
	const { random } = stage;
	const unit = stage.name('score');
	const name = stage.name('check');
	// What the host changes of the platform is told of where a unit of the program uses it.
	stage.mayRefuse('LP2041');
	const replaced = [...new Set([1, 2, 3].map(() => random.pick(REPLACED)))];
	const result = random.weighted([
		[2, 'return typeof given;'],
		[1, 'return { given: typeof given };'],
		[1, `throw new RangeError('own');`],
	]);
	const places = replaced.map((what, at) => replacement(what, at, random.weighted(INSTEAD)));
	const all = (/** @type {'prepare' | 'replace' | 'restore'} */ step) =>
		places.map((place) => place[step]).join('\n');
	return {
		statements: [
			statement(code`async function ${unit}(given) {\n'use cpu_bound';\n${result}\n}`),
			stage.host(
				name,
				code`const given = ${sequence(random.weighted(GIVEN)(stage))};\n${all('prepare')}\nlet running;\n${all('replace')}\ntry {\nrunning = ${unit}(given);\n} finally {\n${all('restore')}\n}\nreturn running.then(JSON.stringify, (error) => error.message);`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}

/**
 * All is prepared before the first replacement, since the code that replaces may not use what is replaced.
 *
 * @param {string} what one of REPLACED
 * @param {number} at
 * @param {string} instead
 * @returns {{ prepare: string, replace: string, restore: string }} statements
 */
function replacement(what, at, instead) {
	const [, owner = '', key = ''] =
		/^(.*?)(?:\.(\w+)|\[(.*)\])$/.exec(what)?.flatMap((one) => one ?? []) ?? [];
	const place = `${owner}, ${what.endsWith(']') ? key : `'${key}'`}`;
	const define = `Object.defineProperty.bind(null, ${place}`;
	return {
		prepare: `const own${at} = Object.getOwnPropertyDescriptor(${place});
const replace${at} = ${define}, { ...own${at}, value: ${instead} });
const restore${at} = ${define}, own${at});`,
		replace: `replace${at}();`,
		restore: `restore${at}();`,
	};
}
