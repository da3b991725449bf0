/** @import { Part, Tree } from './tree.js' */
/** @import { Setting } from './setting.js' */
/** @import { Callable } from './units.js' */
import { code, lines, list, sequence, statement } from './tree.js';
import { argumentsFor } from './calls.js';
import { generate } from './expressions.js';
import { newTrack, parameters } from './functions.js';
import { assign, assignable, changeable, changeContents } from './mutations.js';
import { statements } from './statements.js';
import { chooseName, declare, nest, usable, use } from './setting.js';
import { PRIMITIVES } from './values.js';

/**
 * Functions that stay on the host: they change the module's state, and call units in between.
 */

/** @typedef {{ statements: Tree[], name: string, callables: Callable[] }} HostCode */

/** @param {Setting} setting @param {boolean} isAsync @returns {Setting} in the scope of the parameters */
const hostSetting = (setting, isAsync) =>
	nest(setting, 'params', {
		role: 'host',
		phase: 'run',
		region: {},
		isAsync,
		noState: false,
		mayThrow: false,
		depth: 2,
		room: 2,
		times: 1,
		tracks: [newTrack()],
		returns: null,
		hasArguments: true,
		labels: [],
	});

/** @param {Setting} setting @returns {Part[] | null} a statement that changes the module's state */
function stateChange(setting) {
	const { random, region } = setting.plan;
	/** @type {(() => Part[])[]} */
	const ways = [
		...assignable(setting)
			.filter((one) => one.region === region)
			.map((one) => () => assign(setting, one)),
		...changeable(setting)
			.filter((one) => one.region === region)
			.map((one) => () => changeContents(setting, one)),
	];
	return ways.length === 0 ? null : random.pick(ways)();
}

/**
 * A function that changes the module's state, in all forms in which a module offers one.
 *
 * @param {Setting} setting of the module's top level
 * @returns {HostCode | null}
 */
export function mutator(setting) {
	const { random } = setting.plan;
	const outer = hostSetting(setting, false);
	const list = parameters({ ...outer, role: 'helper' }, ['num']);
	const inner = nest(outer, 'function');
	const change = stateChange(inner);
	if (!change) return null;
	const more = random.chance(0.3) ? stateChange(inner) : null;
	const made = lines([change, ...(more ? [more] : [])].map(statement));
	const body = sequence(code`{\n${made}\nreturn ${generate(inner, 'num')};\n}`);
	const name = chooseName(setting);
	setting.scope.declare({ name, isForHost: true });
	/** @type {[number, [Part[], string]][]} */
	const forms = [
		[4, [code`function ${name}(${list}) ${body}`, name]],
		[2, [code`const ${name} = (${list}) => ${body};`, name]],
		[1, [code`const ${name} = { change(${list}) ${body} };`, `${name}.change`]],
		[1, [code`class ${name} {\nstatic change(${list}) ${body}\n}`, `${name}.change`]],
		[
			0.7,
			[code`const ${name} = ((change) => ({ change }))((${list}) => ${body});`, `${name}.change`],
		],
	];
	const usesArguments = /\barguments\b/.test(JSON.stringify([list, body]));
	const [text, path] = random.weighted(usesArguments ? forms.slice(0, 1) : forms);
	return {
		statements: [statement(text)],
		name,
		callables: [{ path, params: ['num'], result: 'num', isHost: true }],
	};
}

/** @param {Setting} setting @returns {HostCode | null} hands out an object of the module, and changes what it handed out */
export function accessor(setting) {
	const { random } = setting.plan;
	const states = changeable({ ...setting, role: 'host' }).filter(({ isState }) => isState);
	if (states.length === 0) return null;
	const state = random.pick(states);
	const getter = chooseName(setting);
	setting.scope.declare({ name: getter, isForHost: true });
	const name = chooseName(setting);
	setting.scope.declare({ name, isForHost: true });
	const inner = nest(hostSetting(setting, false), 'function');
	setting.scope.pass(state.name);
	const change = changeContents(inner, { ...state, text: `${getter}()`, name: getter });
	return {
		statements: [
			statement(code`const ${getter} = () => ${state.name};`),
			statement(
				code`function ${name}() {\n${sequence(change)}\nreturn ${generate(inner, 'num')};\n}`,
			),
		],
		name,
		callables: [{ path: name, params: [], result: 'num', isHost: true }],
	};
}

/** @param {Setting} setting of a host function's body @returns {Part[] | null} a use of a unit that is more than a call */
function unitUse(setting) {
	const { random, mayPrint } = setting.plan;
	const units = usable(setting, ({ signature }) => Boolean(signature?.isUnit));
	if (units.length === 0) return null;
	const unit = random.pick(units);
	const signature = /** @type {import('./scope.js').Signature} */ (unit.signature);
	const name = use(setting, unit);
	const args = argumentsFor(setting, signature, generate);
	const more = argumentsFor(setting, signature, generate);
	const isNumber = signature.params.length === 1 && signature.params[0] === 'num';
	/** @type {[number, () => Part[] | null][]} */
	const ways = [
		[
			1,
			() => {
				const { name: all } = declare(setting, {});
				setting.scope.declare({ name: all, text: `String(${all})`, type: 'str' });
				return code`const ${all} = await Promise.all([${name}(${args}), ${name}(${more})]);`;
			},
		],
		[
			isNumber ? 1 : 0,
			() => {
				const { name: all } = declare(setting, {});
				setting.scope.declare({ name: all, text: `String(${all})`, type: 'str' });
				return code`const ${all} = await Promise.all([1, 2].map((one) => ${name}(one)));`;
			},
		],
		[
			// An object that it returns would be the module's own, which changes before it is looked at.
			signature.isAsync && !signature.suspends && !mayPrint && PRIMITIVES.includes(signature.result)
				? 2
				: 0,
			() => {
				const change = stateChange(setting);
				if (!change) return null;
				const { name: started } = declare(setting, {});
				const { name: result } = declare(setting, { type: signature.result });
				return code`const ${started} = ${name}(${args});\n${sequence(change)}\nconst ${result} = await ${started};`;
			},
		],
		[
			signature.isAsync ? 0 : 1.5,
			() => {
				const { name: result } = declare(setting, { type: signature.result });
				return code`const ${result} = ${name}(${args});`;
			},
		],
		[
			1,
			() => {
				const { name: result } = declare(setting, { type: 'str' });
				return code`const ${result} = await (async () => ${name}(${args}))().then(String, (error) => error.message);`;
			},
		],
	];
	return random.weighted(ways)();
}

/**
 * An async function of the host that changes state and calls units, in any order.
 *
 * @param {Setting} setting of the module's top level
 * @returns {HostCode}
 */
export function hostFunction(setting) {
	const { random } = setting.plan;
	const outer = hostSetting(setting, true);
	const params = parameters({ ...outer, isAsync: false, role: 'helper' }, ['num']);
	const inner = nest(outer, 'function');
	/** @type {Tree[]} */
	const made = [];
	for (let count = 2 + random.int(5); count > 0; count--) {
		const parts = random.weighted([
			[3, stateChange],
			[3, unitUse],
			[2, () => null],
		])(inner);
		if (parts) made.push(statement(parts));
		else made.push(...statements(inner, 1));
	}
	// Values that are no objects: which of two results are one object is not what the host can rely on.
	const results = Array.from({ length: 1 + random.int(3) }, () =>
		generate(inner, random.pick(['num', 'num', 'str', 'bool'])),
	);
	const name = chooseName(setting);
	setting.scope.declare({ name, isForHost: true });
	const text = code`async function ${name}(${params}) {\n${lines(made)}\nreturn [${list(results)}];\n}`;
	const callables = [{ path: name, params: ['num'], result: 'any', isHost: true }];
	return { statements: [statement(text)], name, callables };
}
