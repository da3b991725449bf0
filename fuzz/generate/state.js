/** @import { Part, Tree } from './tree.js' */
/** @import { Binding } from './scope.js' */
/** @import { Setting } from './setting.js' */
import { code, list, optional, sequence, statement } from './tree.js';
import { generate } from './expressions.js';
import { newTrack } from './functions.js';
import { assign, changeContents } from './mutations.js';
import { annotation, freshValue } from './statements.js';
import { chooseName, nest, noteMadeOnce, usable } from './setting.js';
import { CONTAINERS, PRIMITIVES } from './values.js';

/**
 * Data of the module: declared, filled while the module loads, and some of it changed by the host later.
 */

/**
 * @param {Setting} setting of the module's top level
 * @returns {{ statements: Tree[], binding: Binding }} the declaration, and what fills it, in order
 */
export function moduleData(setting) {
	const { random } = setting.plan;
	const type = random.weighted([
		[3, 'num'],
		[1, 'str'],
		[1, 'bool'],
		[8, random.pick(CONTAINERS)],
	]);
	const isPrimitive = PRIMITIVES.includes(type);
	// Whether host functions will change it; decided now, because what is made from it differs then.
	const isState = random.chance(0.4);
	const track = newTrack();
	const inner = { ...setting, depth: 2, tracks: [track] };
	const isReplaced = isState && !isPrimitive && random.chance(0.15);
	const isLet = (isState && isPrimitive) || isReplaced || random.chance(0.15);
	const fresh = isPrimitive ? null : freshValue(inner, type);
	const value = fresh?.value ?? generate(inner, type);
	const name = chooseName(setting);
	const binding = setting.scope.declare({
		name,
		type,
		region: setting.region,
		isFresh: fresh?.isFresh,
		isAssignable: isLet && isPrimitive,
		isState: isState || track.isState,
	});
	const keyword = isLet
		? random.pick(['let', 'let', 'var'])
		: random.pick(['const', 'const', 'const', 'var']);
	const initial = wrapInitial(inner, value);
	const text = code`${keyword} ${name}${annotation(setting, type)} = ${sequence(initial)};`;
	const fills = fillings(setting, binding, isLet && isPrimitive);
	return { statements: [statement(text), ...fills], binding };
}

/** @param {Setting} setting @param {Tree} value @returns {Part[]} the same value, in other words */
function wrapInitial({ plan: { random, moduleKind, language } }, value) {
	return random.weighted([
		[12, [value]],
		[0.5, code`(() => (${value}))()`],
		[0.5, code`(() => {\nconst made = ${value};\nreturn made;\n})()`],
		[0.4, moduleKind === 'module' ? code`await Promise.resolve(${value})` : [value]],
		[0.3, language === 'ts' ? code`(${value}) satisfies unknown` : [value]],
	]);
}

/** @param {Setting} setting @param {Binding} binding @param {boolean} isAssignable @returns {Tree[]} */
function fillings(setting, binding, isAssignable) {
	const { random } = setting.plan;
	/** @type {Tree[]} */
	const made = [];
	if (!binding.isFresh && !isAssignable) return made;
	for (let count = random.int(3); count > 0; count--) {
		const track = newTrack();
		const inner = { ...setting, depth: 2, tracks: [track] };
		const wrap = random.weighted(WRAPPERS);
		made.push(
			statement(
				wrap(inner, (at) => {
					const parts = isAssignable ? assign(at, binding) : changeContents(at, binding);
					return statement(parts);
				}),
			),
		);
		if (track.isState) binding.isState = true;
	}
	return made;
}

/** Puts a statement into surroundings that run it at once. @typedef {(setting: Setting, fill: (setting: Setting) => Tree) => Part[]} Wrapper */

/** @param {Setting} setting @returns {Setting} in a function that is called at once */
const calledAtOnce = (setting) =>
	nest(nest(setting, 'params'), 'function', { isAsync: false, returns: null });

/** @type {readonly (readonly [number, Wrapper])[]} */
const WRAPPERS = [
	[6, (setting, fill) => [fill(setting)]],
	[
		2,
		(setting, fill) =>
			code`for (let i = 0; i < 2; i++) {\n${fill(nest(setting, 'block', { times: 2 }))}\n}`,
	],
	[
		1,
		(setting, fill) =>
			code`if (${generate(setting, 'bool')}) {\n${fill(nest(setting, 'block'))}\n}`,
	],
	[1, (setting, fill) => code`{\n${fill(nest(setting, 'block'))}\n}`],
	[0.7, (setting, fill) => code`try {\n${fill(nest(setting, 'block'))}\n} finally {\n}`],
	[0.7, (setting, fill) => code`(() => {\n${fill(calledAtOnce(setting))}\n})();`],
	[0.5, (setting, fill) => code`(function () {\n${fill(calledAtOnce(setting))}\n})();`],
	[
		0.5,
		(setting, fill) =>
			code`[1, 2].forEach((one) => {\n${fill(calledAtOnce({ ...setting, times: 2 }))}\n});`,
	],
	[0.5, (setting, fill) => code`switch (1) {\ncase 1:\n${fill(nest(setting, 'block'))}\n}`],
	[0.4, (setting, fill) => code`done: {\n${fill(nest(setting, 'block'))}\n}`],
	[
		0.7,
		(setting, fill) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			return code`function ${name}() {\n${fill(calledAtOnce(setting))}\n}\n${name}();`;
		},
	],
	[
		0.4,
		(setting, fill) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			return code`const ${name} = () => {\n${fill(calledAtOnce(setting))}\n};\n${name}();`;
		},
	],
	[
		0.4,
		(setting, fill) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			return code`class ${name} {\nstatic {\n${fill(calledAtOnce(setting))}\n}\n}`;
		},
	],
	[
		0.3,
		(setting, fill) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			return code`class ${name} {\nconstructor() {\n${fill(calledAtOnce(setting))}\n}\n}\nnew ${name}();`;
		},
	],
	[
		0.3,
		(setting, fill) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			return code`const ${name} = {\nrun() {\n${fill(calledAtOnce(setting))}\n},\n};\n${name}.run();`;
		},
	],
	[
		0.3,
		(setting, fill) => {
			const name = chooseName(setting);
			setting.scope.declare({ name });
			const filled = fill(calledAtOnce(setting));
			setting.scope.declare({ name, type: 'num', region: setting.region });
			return code`const ${name} = (() => {\n${filled}\nreturn 3;\n})();`;
		},
	],
];

/** @param {Setting} setting @returns {{ statements: Tree[], bindings: Binding[] }} names taken out of an object */
export function destructuredData(setting) {
	const { random } = setting.plan;
	const track = newTrack();
	const inner = { ...setting, depth: 1, tracks: [track] };
	const object = generate(inner, 'rec');
	const names = [0, 1, 2].map(() => {
		const name = chooseName(setting);
		setting.scope.declare({ name });
		return name;
	});
	const [a, b, c] = /** @type {[string, string, string]} */ (names);
	const fallback = optional([' = 4']);
	const parts = [
		sequence(code`a: ${a}${fallback}`),
		sequence(code`b: ${b}`),
		random.chance(0.5) ? sequence(code`...${c}`) : sequence(code`c: ${c}`),
	];
	const isRest = String(parts[2]?.parts[0]).startsWith('...');
	const { region } = setting;
	const { isState } = track;
	const bindings = [
		setting.scope.declare({ name: a, type: 'num', region, isState }),
		setting.scope.declare({ name: b, type: 'str', region, isState }),
		setting.scope.declare({ name: c, type: 'nums', text: isRest ? `${c}.c` : c, region, isState }),
	];
	const text = code`const { ${list(parts, { least: 3 })} } = ${object};`;
	return { statements: [statement(text)], bindings };
}

/** @param {Setting} setting @returns {{ statements: Tree[], binding: Binding }} a function with a cache that only units use */
export function cachedFunction(setting) {
	const cache = chooseName(setting);
	setting.scope.declare({ name: cache });
	const name = chooseName(setting);
	setting.scope.declare({ name });
	const track = newTrack();
	const inner = {
		...nest(setting, 'params'),
		role: /** @type {const} */ ('helper'),
		tracks: [track],
		noState: true,
		depth: 2,
		region: {},
		isAsync: false,
	};
	inner.scope.pass(cache);
	const key = chooseName(inner);
	inner.scope.declare({ name: key, type: 'num' });
	const value = generate(inner, 'num');
	// A Map takes 0 and -0 for one key: what it holds would depend on which was asked for first.
	const text = code`function ${name}(${key}) {\n${key} += 0;\nif (!${cache}.has(${key})) ${cache}.set(${key}, ${value});\nreturn ${cache}.get(${key});\n}`;
	const binding = setting.scope.declare({
		name,
		signature: { params: ['num'], result: 'num', cost: track.cost },
		isForUnits: true,
	});
	return {
		statements: [statement(code`const ${cache} = new Map();`), statement(text)],
		binding,
	};
}

/** @param {Setting} setting @returns {{ statements: Tree[], binding: Binding }} an object with a symbol as key */
export function symbolKeyed(setting) {
	const key = chooseName(setting);
	const keyBinding = setting.scope.declare({ name: key });
	const name = chooseName(setting);
	const once = newTrack();
	const inner = { ...setting, depth: 1, noState: true, tracks: [once] };
	const value = generate(inner, 'num');
	noteMadeOnce(setting, once);
	const fields = [{ access: `[${key}]`, type: 'num', key: keyBinding }];
	const binding = setting.scope.declare({ name, shape: { methods: [], fields, isInstance: true } });
	return {
		statements: [
			statement(code`const ${key} = Symbol('${key}');`),
			statement(code`const ${name} = { [${key}]: ${value} };`),
		],
		binding,
	};
}

/** @param {Setting} setting @returns {Tree | null} a statement that fills what was declared further up */
export function lateFilling(setting) {
	const { random } = setting.plan;
	const found = usable(
		setting,
		({ type, isFresh, isAssignable, region }) =>
			type !== undefined && region === setting.region && Boolean(isFresh || isAssignable),
	);
	if (found.length === 0) return null;
	const binding = random.pick(found);
	// Others have been made from it by now.
	const inner = { ...setting, depth: 2, noState: !binding.isState, tracks: [newTrack()] };
	const wrap = random.weighted(WRAPPERS);
	return statement(
		wrap(inner, (at) =>
			statement(binding.isAssignable ? assign(at, binding) : changeContents(at, binding)),
		),
	);
}
