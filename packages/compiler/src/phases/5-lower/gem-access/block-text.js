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
	const [site, fn, found, general] = ['m', 'fn', 'block', 'g'].map((one) =>
		names.of(/^[mg]$/.test(one) ? `${one}${number}` : one),
	);
	const given = `(${root.name}, ${fn})`;
	return `const ${site} = ${found}(${JSON.stringify(name)});
const ${general} = ${given} => ${site}.fn === undefined ? ${root.name}.${name}(${fn}) : ${site}.fn(${fn});
const ${names.of(`b${number}`)} = ${given} => { const ${found} = ${site}.of(${root.name}); if (${found} === undefined) return ${general}${given}; ${found}.begin(); try { return ${found}.result(${fn}()); } finally { ${found}.end(); } };
`;
}
