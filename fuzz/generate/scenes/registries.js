/** @import { MakeState } from './files.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code } from '../tree.js';
import { changedElsewhere } from './files.js';
import { STATE_TOLD } from './stage.js';

/**
 * Registries of one file that other files fill, with functions, classes and data, by functions and methods of the registry or by
 * plugins that install themselves. A unit looks up what is there.
 */

/** @type {readonly (readonly [number, MakeState])[]} */
const REGISTRIES = [
	[
		2,
		(stage, name) => ({
			text: code`const all${name} = new Map();\nfunction register${name}(key, run) {\nall${name}.set(key, run);\n}\nfunction ${name}(key, input) {\nconst run = all${name}.get(key);\nreturn run ? run(input) : [...all${name}.keys()].join();\n}`,
			exported: [name, `register${name}`],
			needs: [`register${name}`],
			use: `${name}('a', 2)`,
			change: () =>
				code`register${name}('${stage.random.pick(['a', 'b'])}', (input) => input + ${stage.num()});`,
			isCode: true,
		}),
	],
	[
		2,
		(stage, name) => ({
			text: code`class Registry${name} {\n#all = new Map();\nadd(key, run) {\nthis.#all.set(key, run);\nreturn this;\n}\nrun(key, input) {\nreturn this.#all.get(key)?.(input);\n}\n}\nconst ${name} = new Registry${name}();`,
			exported: [name],
			use: `${name}.run('a', 2)`,
			change: () => code`${name}.add('b', String).add('a', (input) => input + ${stage.num()});`,
			isCode: true,
		}),
	],
	[
		1.5,
		(stage, name) => ({
			text: code`const ${name} = Object.create(null);`,
			exported: [name],
			use: `[${name}.a?.(2), Object.keys(${name}).length]`,
			change: () => code`${name}['a'] = (input) => input + ${stage.num()};`,
			isCode: true,
		}),
	],
	[
		1.5,
		(stage, name) => ({
			text: code`const all${name} = [];\nconst ${name} = {\nuse(plugin) {\nplugin.install(all${name});\nreturn this;\n},\nrun: (input) => all${name}.reduce((value, one) => one(value), input),\n};`,
			exported: [name],
			use: `${name}.run(2)`,
			change: () => code`${name}.use(plugin${name});`,
			isCode: true,
			third: {
				text: code`const plugin${name} = {\ninstall(all) {\nall.push((input) => input + ${stage.num()});\n},\n};`,
				exported: [`plugin${name}`],
			},
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`class ${name} {\nstatic kinds = {};\nstatic register(kind) {\n${name}.kinds[kind.key] = kind;\n}\nstatic make(key) {\nreturn ${name}.kinds[key] ? new ${name}.kinds[key]() : null;\n}\n}`,
			exported: [name],
			use: `${name}.make('a')?.own(2)`,
			change: () => code`${name}.register(class {\nstatic key = 'a';\nown${stage.method()}\n});`,
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`const rows${name} = [];\nfunction add${name}(row) {\nrows${name}.push(row);\nreturn rows${name}.length;\n}\nfunction ${name}() {\nreturn rows${name}.map((one) => one.n).join();\n}`,
			exported: [name, `add${name}`],
			needs: [`add${name}`],
			use: `${name}()`,
			change: () => code`add${name}({ n: ${stage.num()} });`,
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`const handlers${name} = {};\nconst define${name} = (key) => (run) => {\nhandlers${name}[key] = run;\nreturn run;\n};\nconst ${name} = (key, input) => (handlers${name}[key] ?? ((one) => [one]))(input);`,
			exported: [name, `define${name}`],
			needs: [`define${name}`],
			use: `${name}('a', 2)`,
			change: () => code`define${name}('a')((input) => input + ${stage.num()});`,
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`const ${name} = { list: [], get last() {\nreturn this.list.at(-1);\n} };`,
			exported: [name],
			use: `${name}.last?.n`,
			change: () => code`install${name}(${name}, ${stage.num()});`,
			isCode: true,
			third: {
				text: code`function install${name}(registry, n) {\nregistry.list.push({ n });\n}`,
				exported: [`install${name}`],
			},
		}),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function registered(stage) {
	stage.mayWarn(...STATE_TOLD);
	return changedElsewhere(stage, REGISTRIES, { isEach: true });
}
