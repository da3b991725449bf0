/** @import { Block } from '../../../ir/gem-access/model.js' */
/** @import { Edit } from '../../../ir/module.js' */
/** @import { Names } from '../names.js' */

/**
 * Calls of `gem.atomic(() => { … })`: `$lp_b1(gem, () => { … })`.
 *
 * @param {Block} block
 * @param {Names} names
 * @returns {Edit[]}
 */
export function blockEdits({ node, root, number }, names) {
	const [{ start }] = node.arguments;
	return [
		{ start: node.callee.start, end: node.callee.end, text: names.of(`b${number}`) },
		{ start, end: start, text: `${root.name}, ` },
	];
}

/**
 * A function for each call, since V8 puts into a loop what a place in the program has always called. The parameter is called as the variable
 * is there: errors name it.
 *
 * @param {Block} block
 * @param {Names} names
 * @returns {string} statements of the module
 */
export function blockDeclaration({ root, name, number }, names) {
	const [site, fn, found] = [names.of(`m${number}`), names.of('fn'), names.of('block')];
	const general = `${site}.fn === undefined ? ${root.name}.${name}(${fn}) : ${site}.fn(${fn})`;
	return `const ${site} = ${found}(${JSON.stringify(name)});
const ${names.of(`b${number}`)} = (${root.name}, ${fn}) => { const ${found} = ${site}.of(${root.name}); if (${found} === undefined) return ${general}; ${found}.begin(); try { return ${found}.result(${fn}()); } finally { ${found}.end(); } };
`;
}
