import { parse } from '@babel/parser';

/** @typedef {Record<string, any>} Node */

const FUNCTION =
	/^(Function(Declaration|Expression)|ArrowFunctionExpression|(Object|Class)Method)$/;
const NO_CHILD = /^(loc|extra|errors|tokens|(leading|trailing|inner)Comments)$/;

/**
 * Where a directive goes: behind the brace that opens the body of a function.
 *
 * @param {string} source
 * @param {string} wanted names from the outside to the inside, '/' between them; outer ones may be left out,
 *   unless it starts with '/'
 * @returns {number} offset
 * @throws {Error} unless exactly one function with a block as its body has that name
 */
export function findBody(source, wanted) {
	/** @type {{ path: string, body: number }[]} */
	const found = [];
	visit(parseProgram(source), null, [], (node, path) => {
		const isWanted = wanted.startsWith('/')
			? `/${path}` === wanted
			: `/${path}`.endsWith(`/${wanted}`);
		if (isWanted && node.body.type === 'BlockStatement')
			found.push({ path, body: node.body.start + 1 });
	});
	if (found.length !== 1) {
		const what = found.map((one) => `${one.path} (offset ${one.body})`).join(', ') || 'nothing';
		throw new Error(`${wanted} is the name of ${what}`);
	}
	return found[0].body;
}

/**
 * @param {string} source
 * @param {string} name of a variable of the top level
 * @returns {number} offset of the statement that declares it
 * @throws {Error} when there is none
 */
export function findDeclaration(source, name) {
	const statement = parseProgram(source).body.find((/** @type {Node} */ one) => {
		const inner = one.declaration ?? one;
		return inner.declarations?.some(
			(/** @type {Node} */ declarator) => declarator.id.name === name,
		);
	});
	if (!statement) throw new Error(`no statement of the top level declares ${name}`);
	return statement.start;
}

/** @param {string} source @returns {Node} */
const parseProgram = (source) =>
	parse(source, { sourceType: 'unambiguous', allowReturnOutsideFunction: true }).program;

/**
 * @param {Node} node
 * @param {Node | null} parent
 * @param {string[]} path names of the functions and classes around it
 * @param {(fn: Node, path: string) => void} report
 */
function visit(node, parent, path, report) {
	const isFunction = FUNCTION.test(node.type);
	const isNamed = isFunction || node.type.startsWith('Class');
	const inner =
		isNamed && !/^Class(Body|Property)$/.test(node.type) ? [...path, nameOf(node, parent)] : path;
	if (isFunction) report(node, inner.join('/'));
	for (const [key, value] of Object.entries(node)) {
		if (NO_CHILD.test(key)) continue;
		for (const child of Array.isArray(value) ? value : [value])
			if (typeof child?.type === 'string') visit(child, node, inner, report);
	}
}

/** @param {Node} node a function or a class @param {Node | null} parent @returns {string} */
function nameOf(node, parent) {
	if (node.id) return node.id.name;
	const key = node.key ?? (parent?.type === 'ObjectProperty' ? parent.key : null);
	if (key) return key.name ?? String(key.value);
	if (parent?.type === 'VariableDeclarator') return parent.id.name;
	if (parent?.type === 'AssignmentExpression') return dottedName(parent.left);
	return parent?.type === 'ExportDefaultDeclaration' ? 'default' : '(anonymous)';
}

/** @param {Node} node @returns {string} */
function dottedName(node) {
	if (node.type === 'MemberExpression')
		return `${dottedName(node.object)}.${node.computed ? '[]' : node.property.name}`;
	return node.name ?? '(anonymous)';
}
