/** @import { Node } from '../types.js' */
import { membersOf, propertyName } from './shapes.js';

/**
 * Give `export default class { … }` a name, so that stubs and worker modules can say which class it is. The tree gets it here, and the
 * text where the module is lowered (`phases/5-lower/default-class.js`); no code of the file can use it.
 *
 * Left alone is what a decorator is given, or what may get a `name` of its own before it could be called `default` again.
 *
 * @param {Node} program changed in place
 * @param {string} source
 */
export function nameDefaultClass(program, source) {
	for (const { type, declaration } of program.body) {
		if (type !== 'ExportDefaultDeclaration' || declaration.type !== 'ClassDeclaration') continue;
		if (declaration.id || declaration.decorators?.length > 0) continue;
		const { start, body, loc } = declaration;
		const keyword = /^(?:abstract\s+)?class\b/.exec(source.slice(start, body.start));
		if (!keyword || membersOf(declaration).some(mayBeCalledName)) continue;
		const at = start + keyword[0].length;
		let name = 'Default';
		for (let count = 2; source.includes(name); count++) name = `Default_${count}`;
		const place = { line: loc.start.line, column: loc.start.column };
		declaration.id = {
			...{ type: 'Identifier', name, start: at, end: at, loc: { start: place, end: place } },
			isAdded: true,
		};
	}
}

/** @param {Node} member @returns {boolean} */
const mayBeCalledName = (member) =>
	member.static === true && /^(name)?$/.test(propertyName(member) ?? '');
