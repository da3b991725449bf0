/** @import { Tree } from './tree.js' */
/** @import { Binding } from './scope.js' */
/** @import { Setting } from './setting.js' */
import { code, lines, list, statement } from './tree.js';
import { plainClass } from './classes.js';
import { DECLARED_FUNCTIONS } from './functions.js';
import { moduleData } from './state.js';
import { chooseName, declare } from './setting.js';

/**
 * A second module of the program: what it exports, the first one imports.
 */

/**
 * @typedef {object} Library
 * @property {Tree} text
 * @property {{ exported: string, binding: Binding }[]} exports
 */

/**
 * @param {Setting} setting of the library's top level
 * @returns {Library}
 */
export function library(setting) {
	const { random, moduleKind } = setting.plan;
	const noState = { ...setting, noState: true };
	/** @type {Tree[]} */
	const statements = [];
	/** @type {Binding[]} */
	const bindings = [];
	for (let count = 2 + random.int(4); count > 0; count--) {
		const kind = random.weighted([
			[4, 'function'],
			[2, 'data'],
			[1, 'class'],
		]);
		if (kind === 'data') {
			const made = moduleData(noState);
			statements.push(...made.statements);
			// Nothing changes it: the program that imports it gets one for each thread.
			made.binding.isState = false;
			bindings.push(made.binding);
		} else {
			const made =
				kind === 'class' ? plainClass(noState) : random.weighted(DECLARED_FUNCTIONS)(noState);
			statements.push(made.text);
			bindings.push(made.binding);
		}
	}
	const exports = bindings.map((binding, index) => ({
		exported: `${binding.name}${random.chance(0.3) ? `_${index}` : ''}`,
		binding,
	}));
	const end = moduleKind === 'module' ? exportList(exports) : assignedExports(exports);
	return { text: lines([...statements, end]), exports };
}

/** @param {Library['exports']} exports @returns {Tree} */
function exportList(exports) {
	const names = exports.map(({ exported, binding: { name } }) =>
		exported === name ? name : `${name} as ${exported}`,
	);
	return statement(code`export { ${list(names)} };`);
}

/** @param {Library['exports']} exports @returns {Tree} */
function assignedExports(exports) {
	const names = exports.map(({ exported, binding: { name } }) =>
		exported === name ? name : `${exported}: ${name}`,
	);
	return statement(code`module.exports = { ${list(names)} };`);
}

/**
 * Import what a library exports, and declare it.
 *
 * @param {Setting} setting of the top level that imports
 * @param {Library} library
 * @param {string} file its name
 * @returns {Tree[]}
 */
export function importLibrary(setting, { exports }, file) {
	const { random, moduleKind, mayRefuse } = setting.plan;
	// Functions of the library may change its state when the host calls them, and what holds functions cannot be sent.
	mayRefuse.add('LP2031');
	const isNamespace = random.chance(0.3);
	const isModule = moduleKind === 'module';
	if (isNamespace) return [namespaceImport(setting, exports, { file, isModule })];
	const used = exports.filter(() => random.chance(0.85));
	const specifiers = used.map(({ exported, binding }) => {
		const isKept = setting.scope.isFree(exported) && random.chance(0.6);
		const name = isKept ? exported : chooseName(setting);
		setting.scope.declare({ ...importedBinding(binding), name });
		if (name === exported) return name;
		return isModule ? `${exported} as ${name}` : `${exported}: ${name}`;
	});
	const names = list(specifiers);
	const text = isModule
		? code`import { ${names} } from './${file}';`
		: code`const { ${names} } = require('./${file}');`;
	return [statement(text)];
}

/**
 * @param {Setting} setting
 * @param {Library['exports']} exports
 * @param {{ file: string, isModule: boolean }} how
 * @returns {Tree}
 */
function namespaceImport(setting, exports, { file, isModule }) {
	const { name } = declare(setting, {});
	// Each member is a binding of its own, under a name that cannot be written.
	exports.forEach(({ exported, binding }, index) => {
		const hidden = `${name}.${index}`;
		setting.scope.declare({
			...importedBinding(binding),
			name: hidden,
			text: `${name}.${exported}`,
			root: name,
		});
	});
	return statement(
		isModule
			? code`import * as ${name} from './${file}';`
			: code`const ${name} = require('./${file}');`,
	);
}

/** @param {Binding} binding @returns {Omit<Binding, 'name'>} */
function importedBinding({ type, signature, shape }) {
	return { type, signature, shape, isImported: true, region: {} };
}
