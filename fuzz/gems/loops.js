/** @import { Part } from '../generate/tree.js' */
/** @import { Scope } from './places.js' */
import { code, sequence as seq } from '../generate/tree.js';
import { someNumber } from './expressions.js';
import { deeper, isList, isValueList, somePlace } from './places.js';

/**
 * A loop of any form over some array or object.
 *
 * @param {Scope} scope
 * @returns {Part[] | null} null: there is nothing to go through
 */
export function loop(scope) {
	const { random } = scope;
	const inner = { ...deeper(scope), isLoop: true };
	const form = random.weighted([
		[10, byIndex],
		[4, elementsOf],
		[2, keysOf],
		[2, whileLoop],
	]);
	return form(scope, inner);
}

/** @param {Scope} scope @param {Scope} inner @returns {Part[] | null} */
function byIndex(scope, inner) {
	const { random } = scope;
	const name = `${random.pick(['i', 'j', 'k'])}${scope.depth}`;
	const array = somePlace(scope, isList);
	if (!array) return null;
	const roots = favoured(scope, array);
	const body = inner.body({ ...inner, roots, indexes: [...scope.indexes, name, name, name] }, 5);
	const length = seq([...array.text, '.length']);
	const head = random.weighted([
		[8, () => code`let ${name} = 0; ${name} < ${length}; ${name}++`],
		[1, () => code`let ${name} = 0, n = ${length}; ${name} < n; ${name}++`],
		[1, () => code`let ${name} = ${length} - 1; ${name} >= 0; ${name}--`],
		[1, () => code`let ${name} = -1; ${name} < ${length} + 2; ${name} += 2`],
		[1, () => code`let ${name} = 0; ${name} <= ${length}; ${name}++`],
		[2, () => code`let ${name} = 0; ${name} < 4; ${name}++`],
		[1, () => code`let ${name} = 1; ${name} < ${length} && acc < 1e6; ${name} += 1`],
		[1, () => code`let ${name} = from; ${name} < to; ${name}++`],
	])();
	return code`for (${seq(head)}) {\nif (--fuel < 0) break;\n${body}\n}`;
}

/** @param {Scope} scope @param {{ text: Part[], shape: import('./shapes.js').Shape }} place @returns {Scope['roots']} the place again when it is a name */
function favoured({ roots }, { text }) {
	if (text.length !== 1 || typeof text[0] !== 'string') return roots;
	const found = roots.find(({ name }) => name === text[0]);
	return found ? [...roots, found, found] : roots;
}

/** @param {Scope} scope @param {Scope} inner @returns {Part[] | null} */
function elementsOf(scope, inner) {
	const array = somePlace(scope, isList);
	if (!array || !('of' in array.shape) || typeof array.shape.of === 'string') return null;
	const name = `one${scope.depth}`;
	const { of } = array.shape;
	const withName =
		of.kind === 'value'
			? { ...inner, values: [...scope.values, name, name] }
			: { ...inner, roots: [...scope.roots, { name, shape: of }, { name, shape: of }] };
	return code`for (const ${name} of ${seq(array.text)}) {\nif (--fuel < 0) break;\n${inner.body(withName, 4)}\n}`;
}

/** @param {Scope} scope @param {Scope} inner @returns {Part[] | null} */
function keysOf(scope, inner) {
	const object = somePlace(scope, ({ kind }) => kind !== 'value');
	if (!object) return null;
	const name = `key${scope.depth}`;
	const body = inner.body({ ...inner, keys: [...scope.keys, name, name] }, 3);
	const read = code`log.push(${name}, ${seq(object.text)}[${name}]);`;
	return code`for (const ${name} in ${seq(object.text)}) {\nif (--fuel < 0) break;\n${seq(read)}\n${body}\n}`;
}

/** @param {Scope} scope @param {Scope} inner @returns {Part[] | null} */
function whileLoop(scope, inner) {
	const array = somePlace(scope, isValueList);
	if (!array) return null;
	const name = `w${scope.depth}`;
	const body = inner.body({ ...inner, indexes: [...scope.indexes, name, name] }, 3);
	const isDo = scope.random.chance(0.3);
	const condition = code`${name}++ < ${seq(array.text)}.length && --fuel > ${someNumber({ ...scope, roots: scope.roots, depth: 9 })}`;
	return isDo
		? code`{ let ${name} = 0; do {\nif (--fuel < 0) break;\n${body}\n} while (${seq(condition)}); }`
		: code`{ let ${name} = -1; while (${seq(condition)}) {\n${body}\n} }`;
}
