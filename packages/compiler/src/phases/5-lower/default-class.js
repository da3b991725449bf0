/** @import { Edit, Planned } from '../../ir/module.js' */
import { isDeclared } from './names.js';

/**
 * The name of `export default class { … }` that the tree has (`ast/default-class.js`): who asks for the `name` of the class still gets
 * `default`.
 *
 * @param {Planned} planned
 * @returns {Edit[]}
 */
export function defaultClassEdits({ file, resolution }) {
	return file.program.body.flatMap((/** @type {any} */ { declaration }) => {
		if (!declaration?.id?.isAdded) return [];
		const { id, body } = declaration;
		const root = isDeclared('Object', resolution) ? 'globalThis.Object' : 'Object';
		const call = `${root}.defineProperty(this, "name", { value: "default", configurable: true });`;
		return [
			{ start: id.start, end: id.start, text: ` ${id.name}` },
			{ start: body.start + 1, end: body.start + 1, text: ` static { ${call} }` },
		];
	});
}
