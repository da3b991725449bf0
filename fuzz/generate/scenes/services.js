/** @import { Part } from '../tree.js' */
/** @import { MakeState } from './files.js' */
/** @import { Scene, Stage } from './stage.js' */
import { code } from '../tree.js';
import { changedElsewhere } from './files.js';
import { onObject } from './on-object.js';
import { platformObject } from './platform-objects.js';
import { instance } from './prototypes.js';
import { STATE_TOLD } from './stage.js';
import { marked } from './weak.js';

/**
 * State of another file that no name leads to: private members of instances, variables that closures share, what singletons and
 * static members keep, what weak collections have and objects of the platform hold, prototypes of instances. A unit asks for it by a method, and the host sets it by another one.
 */

/**
 * An object with `rate()` and `setRate(value)`.
 *
 * @param {(stage: Stage, name: string) => Part[]} text declares it, as `name`
 * @param {(name: string) => string} [get] an expression that gives it
 * @returns {MakeState}
 */
const service =
	(text, get = (name) => name) =>
	(stage, name) => ({
		text: text(stage, name),
		exported: [name],
		use: `${get(name)}.rate()`,
		change: () => onObject(stage, get(name), (one) => code`${one}.setRate(${stage.num()})`),
		isCode: true,
	});

/**
 * Closures that share a variable: a function of the platform may call them as well as the code.
 *
 * @param {(stage: Stage, name: string) => Part[]} text declares an object with `rate()` and `setRate(value)` which use no `this`
 * @returns {MakeState}
 */
const closures = (text) => (stage, name) => ({
	text: text(stage, name),
	exported: [name],
	use: `${name}.rate()`,
	change: () =>
		stage.random.weighted([
			[3, onObject(stage, name, (one) => code`${one}.setRate(${stage.num()})`)],
			[1, code`[${stage.num()}].forEach(${name}.setRate);`],
			[1, code`new Set([${stage.num()}]).forEach(${name}.setRate);`],
			[1, code`Array.from([${stage.num()}], ${name}.setRate);`],
			[1, code`${name}.setRate.bind(null, ${stage.num()})();`],
		]),
	isCode: true,
});

/** @type {readonly (readonly [number, MakeState])[]} */
const SERVICES = [
	[3, marked],
	[3, instance],
	[3, platformObject],
	[
		3,
		service(
			(stage, name) =>
				code`class Service${name} {\n#rate = ${stage.num()};\nrate() {\nreturn this.#rate;\n}\nsetRate(value) {\nthis.#rate = value;\n}\n}\nconst ${name} = new Service${name}();`,
		),
	],
	[
		2,
		closures(
			(stage, name) =>
				code`function make${name}(value) {\nreturn { rate: () => value, setRate(next) {\nvalue = next;\n} };\n}\nconst ${name} = make${name}(${stage.num()});`,
		),
	],
	[
		2,
		closures(
			(stage, name) =>
				code`const ${name} = (() => {\nlet rate = ${stage.num()};\nfunction setRate(value) {\nrate = value;\n}\nreturn { setRate, rate: () => rate };\n})();`,
		),
	],
	[
		1,
		service(
			(stage, name) =>
				code`class Service${name} {\nconstructor() {\nthis.state = { rate: ${stage.num()} };\n}\nrate() {\nreturn this.state.rate;\n}\nsetRate(value) {\nObject.assign(this.state, { rate: value });\n}\n}\nconst ${name} = new Service${name}();`,
		),
	],
	[
		1.5,
		closures(
			(stage, name) =>
				code`const parts${name} = { rate: ${stage.num()} };\nconst ${name} = ((parts) => ({ rate: () => parts.rate, setRate(value) {\nparts.rate = value;\n} }))(parts${name});`,
		),
	],
	[
		1.5,
		service(
			(stage, name) =>
				code`class ${name} {\nstatic #one;\n#rate = ${stage.num()};\nstatic get() {\nreturn (this.#one ??= new this());\n}\nrate() {\nreturn this.#rate;\n}\nsetRate(value) {\nthis.#rate = value;\n}\n}`,
			(name) => `${name}.get()`,
		),
	],
	[
		1.5,
		service(
			(stage, name) =>
				code`class ${name} {\nstatic #rate = ${stage.num()};\nstatic rate() {\nreturn ${name}.#rate;\n}\nstatic setRate(value) {\n${name}.#rate = value;\n}\n}`,
		),
	],
	[
		1,
		service(
			(stage, name) =>
				code`let current${name} = ${stage.num()};\nclass Service${name} {\nrate() {\nreturn current${name};\n}\nsetRate(value) {\ncurrent${name} = value;\n}\n}\nconst ${name} = new Service${name}();`,
		),
	],
	[
		1,
		service(
			(stage, name) =>
				code`class Base${name} {\nsetRate(value) {\nthis.kept = value;\nreturn this;\n}\n}\nclass Service${name} extends Base${name} {\nkept = ${stage.num()};\nrate() {\nreturn this.kept;\n}\n}\nconst ${name} = new Service${name}();`,
		),
	],
	[
		1,
		service(
			(stage, name) =>
				code`const data${name} = new WeakMap();\nclass Service${name} {\nconstructor() {\ndata${name}.set(this, { rate: ${stage.num()} });\n}\nrate() {\nreturn data${name}.get(this).rate;\n}\nsetRate(value) {\ndata${name}.get(this).rate = value;\n}\n}\nconst ${name} = new Service${name}();`,
		),
	],
	[
		1,
		service(
			(stage, name) =>
				code`function Service${name}() {\nthis.kept = ${stage.num()};\n}\nService${name}.prototype.rate = function () {\nreturn this.kept;\n};\nService${name}.prototype.setRate = function (value) {\nthis.kept = value;\n};\nconst ${name} = new Service${name}();`,
		),
	],
	[
		1,
		(stage, name) => ({
			text: code`class Service${name} {\n#items = new Map([['a', ${stage.num()}]]);\nset(key, value) {\nthis.#items.set(key, value);\nreturn this;\n}\nget(key) {\nreturn this.#items.get(key);\n}\n}\nconst ${name} = new Service${name}();`,
			exported: [name],
			use: `${name}.get('a')`,
			change: () =>
				onObject(stage, name, (one) => code`${one}.set('b', 1).set('a', ${stage.num()})`),
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`class Service${name} {\n#options = { rate: ${stage.num()} };\noptions() {\nreturn this.#options;\n}\nget rate() {\nreturn this.#options.rate;\n}\n}\nconst ${name} = new Service${name}();`,
			exported: [name],
			use: `${name}.rate`,
			change: () =>
				onObject(
					stage,
					name,
					(one) => code`Object.assign(${one}.options(), { rate: ${stage.num()} })`,
				),
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`class Service${name} {\n#rate = ${stage.num()};\nget rate() {\nreturn this.#rate;\n}\nset rate(value) {\nthis.#rate = value;\n}\n}\nconst ${name} = new Service${name}();`,
			exported: [name],
			use: `${name}.rate`,
			change: () => code`${name}.rate = ${stage.num()};`,
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`function make${name}() {\nlet rate = ${stage.num()};\nreturn [() => rate, (value) => {\nrate = value;\n}];\n}\nconst [${name}, set${name}] = make${name}();`,
			exported: [name, `set${name}`],
			needs: [`set${name}`],
			use: `${name}()`,
			change: () => code`set${name}(${stage.num()});`,
			isCode: true,
		}),
	],
	[
		1,
		(stage, name) => ({
			text: code`class Service${name} {\n#listeners = [];\non(listener) {\nthis.#listeners.push(listener);\n}\nemit(input) {\nreturn this.#listeners.map((one) => one(input)).join();\n}\n}\nconst ${name} = new Service${name}();`,
			exported: [name],
			use: `${name}.emit(2)`,
			change: () =>
				onObject(stage, name, (one) => code`${one}.on((input) => input + ${stage.num()})`),
			isCode: true,
		}),
	],
];

/** @param {Stage} stage @returns {Scene} */
export function served(stage) {
	stage.mayWarn(...STATE_TOLD);
	return changedElsewhere(stage, SERVICES, { isEach: true });
}
