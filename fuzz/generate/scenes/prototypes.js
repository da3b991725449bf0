/** @import { Part } from '../tree.js' */
/** @import { MakeState } from './files.js' */
/** @import { Stage } from './stage.js' */
import { code, sequence } from '../tree.js';

/**
 * Prototypes of classes of another file, which has no name for them outside: code comes to them from an instance, and changes a method.
 */

/** What an instance's prototype is. @type {readonly (readonly [number, (object: string) => string])[]} */
const PROTOTYPES = [
	[2, (object) => `Object.getPrototypeOf(${object})`],
	[2, (object) => `${object}.constructor.prototype`],
	[1, (object) => `${object}.__proto__`],
	[1, (object) => `Reflect.getPrototypeOf(${object})`],
	[0.5, (object) => `${object}['constructor']['prototype']`],
];

/** @type {readonly ((object: string, method: Part[]) => Part[])[]} statements */
const CHANGES = [
	(prototype, method) => code`${prototype}.own = ${sequence(method)};`,
	(prototype, method) => code`Object.assign(${prototype}, { own: ${sequence(method)} });`,
	(prototype, method) =>
		code`Object.defineProperty(${prototype}, 'own', { value: ${sequence(method)}, configurable: true, writable: true });`,
	(prototype, method) => code`for (const key of ['own']) ${prototype}[key] = ${sequence(method)};`,
];

/** Instances: what declares them, and an expression that gives them. @type {readonly (readonly [number, (stage: Stage, name: string) => { text: Part[], get: string }])[]} */
const INSTANCES = [
	[
		2,
		(stage, name) => ({
			text: code`class Made${name} {\nown${stage.method()}\n}\nconst ${name} = new Made${name}();`,
			get: name,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`class Made${name} {\nown${stage.method()}\n}\nfunction ${name}() {\nreturn new Made${name}();\n}`,
			get: `${name}()`,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`class Base${name} {\nown${stage.method()}\n}\nclass Made${name} extends Base${name} {}\nconst ${name} = [new Made${name}()];`,
			get: `${name}[0]`,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`function Made${name}() {}\nMade${name}.prototype.own = function ${stage.method()};\nconst ${name} = { one: new Made${name}() };`,
			get: `${name}.one`,
		}),
	],
];

/** @type {MakeState} */
export function instance(stage, name) {
	const { random, plan } = stage;
	plan.features.add('state: prototype of an instance');
	const { text, get } = random.weighted(INSTANCES)(stage, name);
	return {
		text,
		exported: [name],
		use: `${get}.own(2)`,
		change: () =>
			random.pick(CHANGES)(random.weighted(PROTOTYPES)(get), code`function ${stage.method()}`),
		isCode: true,
	};
}
