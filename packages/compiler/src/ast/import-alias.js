/** @import { Node } from '../types.js' */

/**
 * Turn the namespace aliases of TypeScript into the variables that they are at run time.
 *
 * ```ts
 * import area = Geometry.Plane.area;
 * ```
 * becomes, in the tree alone, what TypeScript and Babel emit for it:
 * ```ts
 * var area = Geometry.Plane.area;
 * ```
 *
 * An alias is no import, and its entity name is no expression, so that every question about values, effects and
 * references would need an answer of its own for it. The nodes keep their places in the text.
 *
 * @param {Node} block a Program or TSModuleBlock, changed in place
 * @param {string} source
 */
export function expandImportAliases(block, source) {
	block.body.forEach((/** @type {Node} */ statement, /** @type {number} */ index) => {
		const inner = statement.declaration ?? statement;
		if (inner.type === 'TSModuleDeclaration') {
			let body = inner.body;
			while (body?.type === 'TSModuleDeclaration') body = body.body; // `namespace A.B { … }`
			if (body?.type === 'TSModuleBlock') expandImportAliases(body, source);
		} else if (isAlias(statement)) block.body[index] = asVariable(statement, source);
	});
}

/** @param {Node} node @returns {boolean} `import a = N.b`, and neither `import a = require('b')` nor a type */
const isAlias = (node) =>
	node.type === 'TSImportEqualsDeclaration' &&
	node.importKind !== 'type' &&
	node.moduleReference.type !== 'TSExternalModuleReference';

/** @param {Node} alias @param {string} source @returns {Node} */
function asVariable(alias, source) {
	const { id, moduleReference, end, loc, leadingComments } = alias;
	const start = alias.isExport
		? alias.start + source.slice(alias.start).search(/\bimport\b/)
		: alias.start;
	/** @type {Node} */
	const declarator = {
		type: 'VariableDeclarator',
		id,
		init: asMember(moduleReference),
		start: id.start,
		end: moduleReference.end,
		loc: { ...loc, start: id.loc.start, end: moduleReference.loc.end },
	};
	const declaration = { type: 'VariableDeclaration', kind: 'var', start, end, loc };
	const variable = { ...declaration, declarations: [declarator], leadingComments };
	if (!alias.isExport) return variable;
	const { start: whole } = alias;
	const exported = { type: 'ExportNamedDeclaration', start: whole, end, loc, leadingComments };
	return { ...exported, declaration: variable, specifiers: [], source: null, exportKind: 'value' };
}

/** @param {Node} entity an Identifier or TSQualifiedName @returns {Node} */
function asMember(entity) {
	if (entity.type !== 'TSQualifiedName') return entity;
	const { left, right, start, end, loc } = entity;
	const object = asMember(left);
	return { type: 'MemberExpression', object, property: right, computed: false, start, end, loc };
}
