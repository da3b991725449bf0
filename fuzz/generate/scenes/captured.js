/** @import { Act } from './placements.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code, sequence, statement } from '../tree.js';
import { place } from './placements.js';

/**
 * What a unit captures of the functions around it: literals that mean something only where they stand, functions with properties,
 * own names, and what is not there yet.
 */

/** @typedef {Omit<Act, 'setup'> & { setup: ReturnType<typeof code>[], codes?: string[] }} Shape `codes`: with which it may be refused */

/** @type {readonly (readonly [number, (stage: Stage, id: string) => Shape])[]} */
const SHAPES = [
	[
		1,
		(stage, id) => ({
			setup: [code`const held${id} = { n: [arguments.length, ${stage.num()}] };`],
			uses: [`held${id}`],
			needsFunction: true,
		}),
	],
	[
		1,
		(_stage, id) => ({
			setup: [code`const held${id} = [...arguments];`],
			uses: [`held${id}`],
			needsFunction: true,
			// A wrapper may be given all that the file exports.
			codes: ['LP8005'],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [code`const held${id} = { n: arguments[1], m: ${stage.num()} };`],
			uses: [`held${id}.n`],
			needsFunction: true,
		}),
	],
	[
		0.5,
		(_stage, id) => ({
			setup: [code`const held${id} = [new.target === undefined, typeof this];`],
			uses: [`held${id}`],
			needsFunction: true,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: [code`const held${id} = [await Promise.resolve(${stage.num()})];`],
			uses: [`held${id}`],
			needsAsync: true,
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [
				code`const held${id} = { n: await ${stage.num()}, list: [...(await [${stage.num()}])] };`,
			],
			uses: [`held${id}`],
			needsAsync: true,
		}),
	],
	[
		1.5,
		(stage, id) => ({
			setup: [
				code`const named${id} = function own${id}(left) {\nreturn left > 0 ? own${id}(left - 1) + ${stage.num()} : 0;\n};`,
			],
			uses: [`named${id}(2)`],
		}),
	],
	[
		0.7,
		(stage, id) => ({
			setup: [
				code`const own${id} = ${stage.num()};`,
				code`const named${id} = function own${id}() {\nreturn typeof own${id};\n};`,
			],
			uses: [`named${id}(2)`, `own${id}`],
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`const kind${id} = ${stage.random.pick(['Float64Array', 'Int32Array', 'Map', 'Array'])};`,
			],
			uses: [`new kind${id}(2)`],
			isTop: stage.random.chance(0.4),
		}),
	],
	[
		1,
		(stage, id) => ({
			setup: [
				code`const pick${id} = Math.${stage.random.pick(['max', 'min', 'imul'])};`,
				code`const ops${id} = { pick: pick${id}, text: String, num: Number.parseInt };`,
			],
			uses: [`ops${id}.pick(input, 2)`, `ops${id}.text(input)`],
			isTop: stage.random.chance(0.5),
		}),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function captured(stage) {
	const { random } = stage;
	const id = String(++stage.plan.serial);
	if (random.chance(0.15)) return deadZone(stage, id);
	if (random.chance(0.08)) return yielded(stage, id);
	const made = random.weighted(SHAPES)(stage, id);
	if (made.uses.some((use) => String(use).startsWith('new kind')))
		stage.mayRefuse('LP2011', 'LP2012');
	stage.mayRefuse(...(made.codes ?? []));
	return place(stage, { ...made, setup: made.setup.map((parts) => statement(parts)) });
}

/** @param {Stage} stage @param {string} id @returns {Scene} a unit that is called before what it captures is there, and after */
function deadZone(stage, id) {
	const { random } = stage;
	const outer = stage.name('make');
	const name = stage.name('check');
	const late = `late${id}`;
	const [text, use] = random.weighted([
		[2, [code`const ${late} = ${stage.num()};`, late]],
		[1, [code`const ${late} = ['s', ${stage.num()}];`, late]],
		[1, [code`let ${late} = ${stage.num()};`, late]],
		[1, [code`class ${late} {\nown${stage.method()}\n}`, `new ${late}().own(2)`]],
		[1, [code`const ${late} = (input) => input + ${stage.num()};`, `${late}(input)`]],
		[1, [code`function ${late}${stage.method()}`, `${late}(input)`]],
		[1, [code`var ${late} = ${stage.num()};`, `String(${late})`]],
	]);
	const unit = sequence(code`async ${stage.unit([use], { isArrow: true, isBare: true })}`);
	const body = code`const score = ${unit};\nconst early = score(1).catch((error) => error.name);\n${statement(text)}\nreturn [early, score];`;
	return {
		statements: [
			statement(code`function ${outer}() {\n${sequence(body)}\n}`),
			stage.host(
				name,
				code`const [early, score] = ${outer}();\nreturn [await early, await score(input)];`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}

/** @param {Stage} stage @param {string} id @returns {Scene} what a generator is sent, in a literal that its unit captures */
function yielded(stage, id) {
	const outer = stage.name('make');
	const name = stage.name('check');
	const unit = sequence(code`async ${stage.unit([`held${id}`], { isArrow: true })}`);
	return {
		statements: [
			statement(code`function* ${outer}() {\nconst held${id} = [yield 1];\nreturn ${unit};\n}`),
			stage.host(
				name,
				code`const steps = ${outer}();\nsteps.next();\nreturn steps.next(input).value(2);`,
			),
		],
		name,
		callables: [stage.callable(name)],
	};
}
