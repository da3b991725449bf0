/** @import { Node } from '../types.js' */
import { propertyName } from '../ast/shapes.js';
import { RETURNED } from '../ir/declared-path.js';

/**
 * Where the search for a declaration ended.
 *
 * @typedef {object} Found
 * @property {Node[]} signatures all overloads
 * @property {Node | null} stop the type at which the search had to end, because what it stands for is written elsewhere
 */

/** @type {(...nodes: Node[]) => Taken} */
const taken = (...nodes) => ({ nodes, stop: null });

/** @typedef {{ nodes: Node[], stop: Node | null }} Taken */

/**
 * Find the signatures of a function in a declaration file.
 *
 * @param {Node} program
 * @param {string[]} path as `declaredPath` gives it
 * @returns {Found} without signatures and without `stop` when nothing goes by that path
 */
export function findSignatures(program, path) {
	// `module.exports = { f }` is `export { f }` in what TypeScript writes.
	const isList =
		path[0] === 'export=' && path.length > 1 && topLevel(program.body, 'export=').length === 0;
	const [head, ...steps] = /** @type {[string, ...string[]]} */ (isList ? path.slice(1) : path);
	/** @type {Taken} */
	let at = taken(...topLevel(program.body, head));
	for (const step of steps) at = join(at.nodes.map((node) => take(node, step)));
	const { nodes, stop } = at.nodes.length > 0 ? join(at.nodes.map(signaturesOf)) : at;
	return { signatures: nodes, stop: nodes.length > 0 ? null : stop };
}

/** @param {Taken[]} parts @returns {Taken} */
const join = (parts) => ({
	nodes: parts.flatMap(({ nodes }) => nodes),
	stop: parts.find(({ stop }) => stop)?.stop ?? null,
});

/** @param {Node[]} body @param {string} name @returns {Node[]} declarations */
function topLevel(body, name) {
	if (name !== 'default' && name !== 'export=') return declaredIn(body, name);
	return body.flatMap((statement) => {
		const isDefault = name === 'default' && statement.type === 'ExportDefaultDeclaration';
		const isAssignment = name === 'export=' && statement.type === 'TSExportAssignment';
		if (!isDefault && !isAssignment) return [];
		const value = isDefault ? statement.declaration : statement.expression;
		return value.type === 'Identifier' ? declaredIn(body, value.name) : [value];
	});
}

/** @param {Node[]} body @param {string} name @returns {Node[]} */
function declaredIn(body, name) {
	return body.flatMap((statement) => {
		const declaration = /^Export/.test(statement.type) ? statement.declaration : statement;
		const all = declaration?.declarations ?? (declaration ? [declaration] : []);
		return all.filter((/** @type {Node} */ one) => one.id?.name === name);
	});
}

/**
 * One step down: a member, or what a function returns.
 *
 * @param {Node} node
 * @param {string} step
 * @returns {Taken}
 */
function take(node, step) {
	if (step === RETURNED) {
		const signatures = signaturesOf(node);
		return signatures.stop ? signatures : taken(...signatures.nodes.flatMap(returnTypeOf));
	}
	switch (node.type) {
		case 'ClassDeclaration':
			return step === 'prototype'
				? taken({ ...node, type: 'Prototype' })
				: members(node.body.body, step, true);
		case 'Prototype':
			return members(node.body.body, step, false);
		case 'TSModuleDeclaration':
			return taken(...declaredIn(node.body.body, step));
		case 'TSTypeLiteral':
			return step === 'prototype'
				? taken(...node.members.filter(isConstructor).flatMap(returnTypeOf))
				: members(node.members, step, undefined);
		default: {
			const type = typeOf(node);
			if (type) return take(type, step);
			return isType(node) ? { nodes: [], stop: node } : taken();
		}
	}
}

/** @param {Node[]} all @param {string} name @param {boolean | undefined} isStatic @returns {Taken} */
const members = (all, name, isStatic) =>
	taken(
		...all.filter(
			(one) =>
				propertyName(one) === name &&
				(isStatic === undefined || (one.static ?? false) === isStatic),
		),
	);

/** @param {Node} node @returns {boolean} `new (…): …` */
const isConstructor = ({ type }) => type === 'TSConstructSignatureDeclaration';

/** @param {Node} node @returns {boolean} */
const isType = ({ type }) => type.startsWith('TS') && !/Declaration$|Signature$/.test(type);

/**
 * The type that a node is only another spelling of.
 *
 * @param {Node} node
 * @returns {Node | null}
 */
function typeOf(node) {
	switch (node.type) {
		case 'VariableDeclarator':
			return node.id.typeAnnotation?.typeAnnotation ?? null;
		case 'ClassProperty':
		case 'TSPropertySignature':
		case 'TSParenthesizedType':
			return node.typeAnnotation?.typeAnnotation ?? node.typeAnnotation ?? null;
		case 'TSTypeReference':
			return node.typeName.name === 'Readonly'
				? (node.typeParameters ?? node.typeArguments)?.params[0]
				: null;
		default:
			return null;
	}
}

/** @param {Node} node @returns {Taken} */
function signaturesOf(node) {
	switch (node.type) {
		case 'TSDeclareFunction':
		case 'TSDeclareMethod':
		case 'TSMethodSignature':
		case 'TSCallSignatureDeclaration':
		case 'TSFunctionType':
			return taken(node);
		case 'TSTypeLiteral':
			return taken(
				...node.members.filter(
					(/** @type {Node} */ one) => one.type === 'TSCallSignatureDeclaration',
				),
			);
		default: {
			const type = typeOf(node);
			if (type) return signaturesOf(type);
			return isType(node) ? { nodes: [], stop: node } : taken();
		}
	}
}

/** Babel 8 renamed the fields of signatures in types. @param {Node} signature @returns {Node[]} */
export const parametersOf = (signature) => signature.params ?? signature.parameters;

/** @param {Node} signature @returns {Node[]} the type that it returns; none when it is not written */
export function returnTypeOf(signature) {
	const annotation = signature.returnType ?? signature.typeAnnotation;
	return annotation ? [annotation.typeAnnotation] : [];
}
