/** @import { Part, Tree } from '../tree.js' */
/** @import { Call, Program } from '../program.js' */
/** @import { Setting } from '../setting.js' */
/** @import { Callable } from '../units.js' */
import { code, lines, list, sequence, statement } from '../tree.js';
import { generate } from '../expressions.js';
import { functionSetting, newTrack } from '../functions.js';
import { statements } from '../statements.js';
import { unitSetting } from '../units.js';
import { Scope } from '../scope.js';
import { nest, noteMadeOnce } from '../setting.js';
import { literalText } from '../values.js';

/**
 * What a scene adds to the program.
 *
 * @typedef {object} Scene
 * @property {Tree[]} statements of the first file; they stay together, in this order
 * @property {Tree[]} [last] statements that run when everything else of the module is there
 * @property {Tree[]} [floating] one that waits for a unit while other code goes on: the last of all
 * @property {string} [name] a name that they declare, to be exported
 * @property {Callable[]} [callables]
 * @property {(call: Call) => Call} [wrap]
 * @property {Program['files'][number][]} [files] more files
 */

/** Makes a scene, or null where it does not fit. @typedef {(stage: Stage) => Scene | null} SceneMaker */

/** Warnings that tell of state which is not the same in each thread. */
export const STATE_TOLD = ['LP2013', 'LP2053', 'LP2020', 'LP2022', 'LP2031', 'LP3002'];

/**
 * What scenes are built with. A scene is a shape of a program that hardly comes about by chance, because several of its parts have
 * to fit one another; everything that does not matter for the shape is generated.
 */
export class Stage {
	/** @param {Setting} setting of the top level of the first file */
	constructor(setting) {
		this.setting = setting;
		this.plan = setting.plan;
		this.random = setting.plan.random;
		this.isModule = setting.plan.moduleKind === 'module';
	}

	/** @returns {Stage} for the text of another file, which knows none of the names of the first one */
	elsewhere() {
		return new Stage({ ...this.setting, scope: new Scope(null, 'module') });
	}

	/**
	 * @param {string} stem no name that the rest of the generator chooses
	 * @returns {string} a name of the top level that only the scene uses
	 */
	name(stem) {
		const name = `${stem}${++this.plan.serial}`;
		this.setting.scope.declare({ name, isForHost: true, phase: 'run' });
		return name;
	}

	/** @param {...string} codes with which the compiler may refuse the program, or the runtime a call */
	mayRefuse(...codes) {
		for (const one of codes) this.plan.mayRefuse.add(one);
	}

	/** @param {...string} codes of warnings of a difference that the scene has, without which it counts as silent */
	mayWarn(...codes) {
		for (const one of codes) this.plan.mayWarn.add(one);
	}

	/** @param {string} type @returns {Tree} a value that is made while the module loads, or at once */
	value(type) {
		if (this.random.chance(0.7)) return sequence([literalText(this.random, type)]);
		const track = newTrack();
		const made = generate({ ...this.setting, depth: 1, noState: true, tracks: [track] }, type);
		noteMadeOnce(this.setting, track);
		return made;
	}

	/** @returns {Tree} a number */
	num() {
		return this.value('num');
	}

	/**
	 * @param {Part} [uses] a number that its result contains
	 * @returns {Tree} what follows the name of a method, or `function`
	 */
	method(uses = '0') {
		const outer = functionSetting({ ...this.setting, noState: true }, newTrack());
		outer.scope.declare({ name: 'input', type: 'num' });
		const inner = nest(outer, 'function');
		return sequence(code`(input) {\nreturn ${uses} + ${generate(inner, 'num')};\n}`);
	}

	/**
	 * The rest of a unit: parameters and body.
	 *
	 * @param {readonly Part[]} uses expressions; the unit returns the list of their values
	 * @param {{ isArrow?: boolean, isLoading?: boolean, isBare?: boolean, before?: Part }} [options] `isLoading`: it is called while the
	 *   module loads, so that it must not use what is not there yet; `isBare`: nothing comes before what it uses; `before`: a statement
	 * @returns {Tree}
	 */
	unit(uses, { isArrow = false, isLoading = false, isBare = false, before = '' } = {}) {
		const inner = this.inUnit({ isArrow, isLoading });
		const made = lines(!isBare && this.random.chance(0.3) ? statements(inner, 1) : []);
		const values = list([...uses, ...(this.random.chance(0.5) ? [generate(inner, 'num')] : [])]);
		const arrow = isArrow ? ' =>' : '';
		return sequence(
			code`(input)${arrow} {\n'use cpu_bound';\n${made}\n${before}\nreturn [${values}];\n}`,
		);
	}

	/** @param {{ isArrow?: boolean, isLoading?: boolean }} [options] as of `unit` @returns {Setting} in a unit whose parameter is `input` */
	inUnit({ isArrow = false, isLoading = false } = {}) {
		const outer = {
			...unitSetting(this.setting, true, isArrow),
			noState: isLoading,
			phase: /** @type {'load' | 'run'} */ (isLoading ? 'load' : 'run'),
			mayThrow: false,
			hasArguments: false,
			tracks: [newTrack()],
		};
		outer.scope.declare({ name: 'input', type: 'num' });
		return nest(outer, 'function', { depth: 2, room: 1 });
	}

	/**
	 * A function of the host that calls units.
	 *
	 * @param {string} name
	 * @param {readonly Part[]} text statements; their parameter is `input`
	 * @returns {Tree}
	 */
	host(name, text) {
		return statement(code`async function ${name}(input) {\n${sequence(text)}\n}`);
	}

	/** @param {string} name @returns {Callable} a function of the host */
	callable(name) {
		return { path: name, params: ['num'], result: 'any', isHost: true };
	}

	/**
	 * @param {string} module of the platform
	 * @param {string} name
	 * @returns {Tree} its import
	 */
	platform(module, name) {
		return statement(
			this.isModule
				? code`import ${name} from 'node:${module}';`
				: code`const ${name} = require('node:${module}');`,
		);
	}

	/**
	 * @param {string} module of the platform
	 * @param {string} member `argv: argv1`
	 * @returns {Tree} its import by name
	 */
	named(module, member) {
		return statement(
			this.isModule
				? code`import { ${member.replace(':', ' as')} } from 'node:${module}';`
				: code`const { ${member} } = require('node:${module}');`,
		);
	}

	/** @param {string} stem @returns {string} how a file of the scene is imported */
	specifier(stem) {
		return this.isModule ? `./${stem}.js` : `./${stem}.cjs`;
	}

	/** @param {string} stem @param {readonly Part[]} text @returns {Program['files'][number]} */
	file(stem, text) {
		const extension = this.plan.language === 'ts' ? 'ts' : this.isModule ? 'js' : 'cjs';
		return { name: `${stem}.${extension}`, text: lines(text) };
	}

	/** @param {readonly string[]} names @param {string} stem @returns {Tree} */
	imports(names, stem) {
		const all = list(names, { least: names.length });
		return statement(
			this.isModule
				? code`import { ${all} } from '${this.specifier(stem)}';`
				: code`const { ${all} } = require('${this.specifier(stem)}');`,
		);
	}

	/** @param {string} stem @returns {Tree} an import for its effects */
	effects(stem) {
		return statement(
			this.isModule
				? code`import '${this.specifier(stem)}';`
				: code`require('${this.specifier(stem)}');`,
		);
	}

	/** @param {readonly string[]} names @param {boolean} [isEach] CommonJS exports each by itself @returns {Tree} */
	exported(names, isEach = false) {
		const all = names.join(', ');
		if (this.isModule) return sequence(code`export { ${all} };`);
		return isEach
			? lines(names.map((name) => sequence(code`exports.${name} = ${name};`)))
			: sequence(code`Object.assign(exports, { ${all} });`);
	}
}
