/** @import { Part } from '../tree.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';

/**
 * What the process is given from outside and the host changes: variables of the environment, arguments, the time zone, globals. In
 * one thread all of it is shared, so that these programs run on a pool.
 */

/**
 * @typedef {object} Surroundings
 * @property {Part[]} [setup]
 * @property {string} use an expression of the unit
 * @property {readonly (() => Part[])[]} changes of the host, each between two calls
 * @property {Part[]} [last] what the host puts back
 */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Surroundings])[]} */
const SURROUNDINGS = [
	[
		3,
		(stage, id) => ({
			setup: code`delete process.env.${id};`,
			use: stage.random.pick([
				`process.env.${id} ?? 'unset'`,
				`process.env['${id}'] ?? 'unset'`,
				`'${id}' in process.env`,
				`(({ ${id}: held = 'none' }) => held)(process.env)`,
			]),
			changes: [
				() => code`process.env.${id} = 'one';`,
				() => code`process.env['${id}'] = ${stage.value('str')};`,
				() => code`Object.assign(process.env, { ${id}: 'three' });`,
				() => code`delete process.env.${id};`,
			],
		}),
	],
	[
		1,
		(_stage, id) => ({
			setup: code`const { env: env${id} } = process;\nenv${id}.${id} = 'zero';`,
			use: `env${id}.${id}`,
			changes: [() => code`env${id}.${id} = 'one';`],
		}),
	],
	[
		1,
		(_stage, id) => ({
			setup: code`delete process.env.${id};\nconst mode${id} = () => process.env.${id} || 'none';`,
			use: `mode${id}()`,
			changes: [() => code`process.env.${id} = 'later';`],
		}),
	],
	[
		1,
		(stage, id) => ({
			// `process.argv` itself is that at the start of the thread.
			setup: code`${stage.named('process', `argv: argv${id}`)}`,
			use: `argv${id}.filter((one) => one === '--${id}').length`,
			changes: [() => code`argv${id}.push('--${id}');`],
			last: code`while (argv${id}.at(-1) === '--${id}') argv${id}.pop();`,
		}),
	],
	[
		1,
		() => ({
			use: 'new Date(0).getHours()',
			changes: [() => code`process.env.TZ = 'Asia/Tokyo';`],
			last: code`process.env.TZ = 'UTC';`,
		}),
	],
	[
		1,
		(stage, id) => {
			// A global that the file does not declare is what a worker may not know.
			stage.mayWarn('LP2008');
			return {
				use: `globalThis.${id}`,
				changes: [() => code`globalThis.${id} = ${stage.num()};`],
				last: code`delete globalThis.${id};`,
			};
		},
	],
];

/** @param {Stage} stage @returns {Scene} */
export function surroundings(stage) {
	const { random, plan } = stage;
	plan.needs.add('pool');
	if (random.chance(0.15)) return mainThread(stage);
	const id = `OWN_${plan.seed}_${++plan.serial}`;
	const unit = stage.name('score');
	const name = stage.name('check');
	const { setup = [], use, changes, last = [] } = random.weighted(SURROUNDINGS)(stage, id);
	stage.mayRefuse('LP3004', 'LP3003', 'LP2005', 'LP3007', 'LP2041');
	const steps = Array.from({ length: 1 + random.int(2) }, () =>
		sequence(code`all.push(await ${unit}(input));\n${statement(random.pick(changes)())}`),
	);
	return {
		statements: [
			statement(setup),
			statement(code`async function ${unit}${stage.unit([use])}`),
			stage.host(
				name,
				code`const all = [];\n${sequence(steps.flatMap((one) => [one, '\n']))}all.push(await ${unit}(input));\n${statement(last)}\nreturn all;`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}

/** @param {Stage} stage @returns {Scene} which thread it is */
function mainThread(stage) {
	const { random } = stage;
	const threads = stage.name('threads');
	const role = stage.name('role');
	const unit = stage.name('score');
	const isAtOnce = random.chance(0.5);
	stage.mayRefuse('LP3006', 'LP3004', 'LP3003', 'LP6002');
	const test = `${threads}.isMainThread ? 'main' : 'worker'`;
	return {
		statements: [
			stage.platform('worker_threads', threads),
			statement(isAtOnce ? code`const ${role} = ${test};` : code`const ${role} = () => (${test});`),
			statement(code`async function ${unit}${stage.unit([isAtOnce ? role : `${role}()`])}`),
		],
		name: unit,
		callables: [{ path: unit, params: ['num'], result: 'any' }],
	};
}
