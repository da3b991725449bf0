/** @import { Part } from './tree.js' */
/** @import { Binding } from './scope.js' */
/** @import { Setting } from './setting.js' */
import { code } from './tree.js';
import { generate } from './expressions.js';
import { charge, canAfford, usable, use, within } from './setting.js';

/**
 * Statements that change something: a variable, or what the object in it holds.
 */

/** @typedef {(setting: Setting, target: string) => Part[]} Change */

/** @param {Setting} s */
const num = (s) => generate(s, 'num');
/** @param {Setting} s */
const str = (s) => generate(s, 'str');

/** A place in a short array. @param {Setting} s */
const index = (s) => s.plan.random.int(4);

/** Changes of an object that reach no object within it. @type {Record<string, [number, Change][]>} */
const SHALLOW = {
	nums: [
		[3, (s, t) => code`${t}.push(${num(s)});`],
		[2, (s, t) => code`${t}[${index(s)}] = ${num(s)};`],
		[1, (s, t) => code`${t}[${index(s)}] += ${num(s)};`],
		[1, (s, t) => code`for (let i = 0; i < 3; i++) ${t}[i] = ${num(s)} + i;`],
		[0.7, (s, t) => code`${t}.${s.plan.random.pick(['pop', 'shift', 'reverse', 'sort'])}();`],
		[0.7, (s, t) => code`${t}.unshift(${num(s)});`],
		[0.5, (s, t) => code`${t}.splice(0, 1, ${num(s)});`],
		[0.5, (s, t) => code`${t}.length = ${index(s)};`],
		[0.5, (s, t) => code`${t}.fill(${num(s)});`],
		[0.5, (s, t) => code`[${t}[0], ${t}[1]] = [${num(s)}, ${num(s)}];`],
		[0.4, (s, t) => code`({ a: ${t}[0] } = { a: ${num(s)} });`],
		[0.4, (s, t) => code`for (${t}[0] of [${num(s)}, ${num(s)}]);`],
		[0.4, (s, t) => code`[1, 2].forEach((one) => ${t}.push(one + ${num(s)}));`],
		[0.4, (s, t) => code`Object.assign(${t}, [${num(s)}]);`],
		[0.3, (s, t) => code`${t}[${index(s)}]++;`],
		[0.3, (s, t) => code`delete ${t}[${index(s)}];`],
		[0.3, (s, t) => code`Array.prototype.push.call(${t}, ${num(s)});`],
		[0.3, (s, t) => code`Reflect.set(${t}, ${index(s)}, ${num(s)});`],
		[0.3, (s, t) => code`((list) => { list.push(${num(s)}); })(${t});`],
	],
	rec: [
		[3, (s, t) => code`${t}.a = ${num(s)};`],
		[1, (s, t) => code`${t}['b'] = ${str(s)};`],
		[1, (s, t) => code`${t}.a ${s.plan.random.pick(['+=', '??=', '-='])} ${num(s)};`],
		[0.7, (s, t) => code`Object.assign(${t}, { a: ${num(s)} });`],
		[0.5, (s, t) => code`({ b: ${t}.b } = { b: ${str(s)} });`],
		[
			0.4,
			(s, t) =>
				code`Object.defineProperty(${t}, 'a', { value: ${num(s)}, writable: true, enumerable: true, configurable: true });`,
		],
		[0.4, (s, t) => code`for (const key of ['a']) ${t}[key] = ${num(s)};`],
		[0.4, (s, t) => code`for (${t}.b in { k: 1, s: 2 });`],
		[0.3, (s, t) => code`${t}.a++;`],
		[0.3, (s, t) => code`(({ rec }) => { rec.a = ${num(s)}; })({ rec: ${t} });`],
	],
	pts: [
		[2, (s, t) => code`${t}.push({ x: ${num(s)}, y: ${num(s)} });`],
		[1, (s, t) => code`${t}[0] = { x: ${num(s)}, y: ${num(s)} };`],
		[0.5, (_s, t) => code`${t}.reverse();`],
	],
	map: [
		[3, (s, t) => code`${t}.set(${str(s)}, ${num(s)});`],
		[1, (s, t) => code`${t}.delete(${str(s)});`],
		[0.5, (s, t) => code`${t}.set('s', 1).set('k', ${num(s)});`],
		[
			0.4,
			(s, t) =>
				code`for (const [key, value] of Object.entries({ s: 1, k: 2 })) ${t}.set(key, value + ${num(s)});`,
		],
		[0.3, (_s, t) => code`${t}.clear();`],
		[0.3, (s, t) => code`Map.prototype.set.call(${t}, 'm', ${num(s)});`],
	],
	set: [
		[3, (s, t) => code`${t}.add(${num(s)});`],
		[1, (s, t) => code`${t}.delete(${num(s)});`],
		[0.5, (s, t) => code`for (const one of ${generate(s, 'nums')}) ${t}.add(one);`],
	],
	date: [
		[3, (s, t) => code`${t}.setTime(${num(s)});`],
		[1, (s, t) => code`${t}.setUTCFullYear(2000 + ${index(s)});`],
	],
	bytes: [
		[3, (s, t) => code`${t}[${index(s)}] = ${num(s)};`],
		[1, (s, t) => code`${t}.fill(${num(s)});`],
		[0.7, (s, t) => code`${t}.set(${generate(s, 'nums')}.slice(0, 0));`],
		[0.5, (s, t) => code`new Int32Array(${t}.buffer).fill(${num(s)});`],
		[0.5, (s, t) => code`${t}.subarray(0, 1).fill(${num(s)});`],
	],
};

/** Changes of objects within an object. @type {Record<string, [number, Change][]>} */
const DEEP = {
	rec: [
		[2, (s, t) => code`${t}.c.push(${num(s)});`],
		[1, (s, t) => code`${t}.c[0] = ${num(s)};`],
		[1, (s, t) => code`{ const { c: inner } = ${t}; inner.push(${num(s)}); }`],
		[0.5, (s, t) => code`for (const part of [${t}.c]) part.push(${num(s)});`],
		[0.3, (s, t) => code`Object.values(${t})[2].push(${num(s)});`],
	],
	pts: [
		[2, (s, t) => code`for (const one of ${t}) one.x += ${num(s)};`],
		[
			1,
			(s, t) =>
				code`for (const { x: left, y: right } of ${t}) if (left === right) ${t}[0].x = ${num(s)};`,
		],
		[1, (s, t) => code`${t}.forEach((one) => { one.y = ${num(s)}; });`],
		[0.7, (s, t) => code`{ const [first] = ${t}; if (first) first.x = ${num(s)}; }`],
		[
			0.5,
			(s, t) =>
				code`{ const found = ${t}.find((one) => one.x > 0); if (found) found.y = ${num(s)}; }`,
		],
		[0.5, (s, t) => code`${t}.slice(0, 1).forEach((one) => { one.x = ${num(s)}; });`],
		[0.5, (s, t) => code`for (const one of [...${t}]) one.y++, one.x = ${num(s)};`],
		[
			0.3,
			(s, t) =>
				code`${t}.map((one) => one).forEach((one) => Object.assign(one, { x: ${num(s)} }));`,
		],
		[0.3, (s, t) => code`for (const at in ${t}) ${t}[at].x = ${num(s)};`],
	],
};

/**
 * @param {Setting} setting
 * @param {Binding} binding whose object is changed; of a container type
 * @returns {Part[]}
 */
export function changeContents(setting, binding) {
	const { random } = setting.plan;
	const type = binding.type ?? '';
	const target = use(setting, binding);
	const helper = changeByHelper(setting, binding, target);
	if (helper && random.chance(0.25)) return helper;
	const deep = binding.isFresh === 'deep' ? (DEEP[type] ?? []) : [];
	const change = random.weighted([...(SHALLOW[type] ?? []), ...deep]);
	// Some of it stands in a function of its own, where `await` would mean something else.
	return change({ ...within(setting), isAsync: false, times: setting.times * 3 }, target);
}

/** @param {Setting} setting @param {Binding} binding @param {string} target @returns {Part[] | null} by a function that changes its argument */
function changeByHelper(setting, binding, target) {
	const found = usable(setting, ({ signature }) =>
		Boolean(
			signature?.changesFirst &&
			signature.params[0] === binding.type &&
			canAfford(setting, signature.cost),
		),
	);
	if (found.length === 0 || binding.isFresh !== 'deep') return null;
	const helper = setting.plan.random.pick(found);
	charge(setting, helper.signature?.cost ?? 1);
	// What an imported function does with its arguments, and with what they are made from, is not known.
	if (helper.isImported)
		for (const one of ['LP2005', 'LP3003', 'LP3008', 'LP2011', 'LP2014'])
			setting.plan.mayRefuse.add(one);
	return code`${use(setting, helper)}(${target}, ${num(setting)});`;
}

/**
 * @param {Setting} setting
 * @param {Binding} binding that may be assigned to here
 * @returns {Part[]}
 */
export function assign(setting, binding) {
	const { random } = setting.plan;
	const type = binding.type ?? '';
	const target = use(setting, binding);
	const value = generate({ ...within(setting), isAsync: false }, type);
	/** @type {[number, Part[]][]} */
	const ways = [
		[4, code`${target} = ${value};`],
		[0.5, code`[${target}] = [${value}];`],
		[0.5, code`({ v: ${target} } = { v: ${value} });`],
		[0.3, code`({ v: ${target} = ${value} } = {});`],
		[0.3, code`for (${target} of [${value}]);`],
		[0.3, code`(() => { ${target} = ${value}; })();`],
	];
	if (type === 'num') {
		ways.push(
			[1, code`${target}++;`],
			[1, code`${target} += ${value};`],
			[0.5, code`--${target};`],
		);
		ways.push([0.3, code`${target} ||= ${value};`]);
	}
	if (type === 'str') ways.push([1, code`${target} = (${target} + ${value}).slice(0, 9);`]);
	if (type === 'bool') ways.push([0.5, code`${target} &&= ${value};`]);
	return random.weighted(ways);
}

/**
 * @param {Setting} setting
 * @param {Binding} binding
 * @returns {boolean} whether code here may change it
 */
function isOwned({ role, region, plan }, binding) {
	if (binding.region === region) return true;
	return role === 'host' && binding.region === plan.region && Boolean(binding.isState);
}

/** @param {Setting} setting @returns {Binding[]} whose objects may be changed here */
export const changeable = (setting) =>
	usable(
		setting,
		(one) => Boolean(one.isFresh) && isOwned(setting, one) && (one.type ?? '') in SHALLOW,
	);

/** @param {Setting} setting @returns {Binding[]} that may be assigned to here */
export const assignable = (setting) =>
	usable(
		setting,
		(one) => Boolean(one.isAssignable) && isOwned(setting, one) && one.type !== undefined,
	);
