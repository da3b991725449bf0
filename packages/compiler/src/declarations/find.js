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

/** @typedef {{ nodes: Node[], stop: Node | null }} Taken */

/** @type {(...nodes: Node[]) => Taken} */
const taken = (...nodes) => ({ nodes, stop: null });

/**
 * Find the signatures of a function in a declaration file.
 *
 * @param {Node} program
 * @param {string[]} path one that `declaredPaths` gives
 * @returns {Found} without signatures and without `stop` when nothing goes by that path
 */
export function findSignatures(program, path) {
	const search = new Search(program.body);
	const { nodes, stop } = search.signatures(search.at(path));
	return { signatures: nodes, stop: nodes.length > 0 ? null : stop };
}

/** A search in one file. */
class Search {
	/** @param {Node[]} body of the program */
	constructor(body) {
		this.body = body;
		/** @type {Set<Node>} `typeof` queries that are being followed */
		this.following = new Set();
	}

	/** @param {string[]} path @returns {Taken} */
	at(path) {
		// `module.exports = { f }` is `export { f }` in what TypeScript writes.
		const isList = path.length > 1 && path[0] === 'export=' && this.top('export=').length === 0;
		const [head, ...steps] = /** @type {[string, ...string[]]} */ (isList ? path.slice(1) : path);
		return steps.reduce((at, step) => this.take(at, step), taken(...this.top(head)));
	}

	/** @param {string} name @returns {Node[]} declarations at the top level */
	top(name) {
		const { body } = this;
		const declared = declaredIn(body, name);
		if (declared.length > 0) return declared;
		return body.flatMap((statement) => {
			const isDefault = name === 'default' && statement.type === 'ExportDefaultDeclaration';
			const isAssignment = name === 'export=' && statement.type === 'TSExportAssignment';
			if (isDefault || isAssignment) {
				const value = isDefault ? statement.declaration : statement.expression;
				return value.type === 'Identifier' ? declaredIn(body, value.name) : [value];
			}
			const alias = statement.source
				? undefined
				: statement.specifiers?.find((/** @type {Node} */ one) => nameOf(one.exported) === name);
			return alias ? declaredIn(body, alias.local.name) : [];
		});
	}

	/**
	 * One step down: a member, or what a function returns.
	 *
	 * @param {Taken} from
	 * @param {string} step
	 * @returns {Taken}
	 */
	take(from, step) {
		if (step !== RETURNED) return this.each(from, (node) => this.member(node, step));
		const { nodes, stop } = this.signatures(from);
		return { nodes: nodes.flatMap(returnTypeOf), stop };
	}

	/** @param {Node} node @param {string} name @returns {Taken} */
	member(node, name) {
		switch (node.type) {
			case 'ClassDeclaration':
				return name === 'prototype'
					? taken({ ...node, type: 'Prototype' })
					: taken(...members(node.body.body, name).filter((one) => one.static));
			case 'Prototype':
				return taken(...members(node.body.body, name).filter((one) => !one.static));
			case 'TSModuleDeclaration':
				return taken(...declaredIn(node.body.body, name));
			case 'TSTypeLiteral':
				return name === 'prototype'
					? taken(...node.members.filter(isConstructor).flatMap(returnTypeOf))
					: taken(...members(node.members, name));
			default:
				return this.through(node, (inner) => this.take(inner, name));
		}
	}

	/** @param {Taken} from @returns {Taken} what is called in a call of it */
	signatures(from) {
		return this.each(from, (node) => {
			if (SIGNATURES.has(node.type)) return taken(node);
			if (node.type === 'TSTypeLiteral')
				return taken(
					...node.members.filter((/** @type {Node} */ one) => SIGNATURES.has(one.type) && !one.key),
				);
			return this.through(node, (inner) => this.signatures(inner));
		});
	}

	/** @param {Taken} from @param {(node: Node) => Taken} next @returns {Taken} */
	each({ nodes, stop }, next) {
		const parts = nodes.map(next);
		return {
			nodes: parts.flatMap((one) => one.nodes),
			stop: parts.find((one) => one.stop)?.stop ?? (nodes.length === 0 ? stop : null),
		};
	}

	/**
	 * Go on with the type that a node only names, where this file says which that is.
	 *
	 * @param {Node} node
	 * @param {(inner: Taken) => Taken} next
	 * @returns {Taken}
	 */
	through(node, next) {
		const type = typeOf(node);
		if (type) return next(taken(type));
		const path = node.type === 'TSTypeQuery' ? entityPath(node.exprName) : null;
		if (path && !this.following.has(node)) {
			this.following.add(node);
			const queried = this.at(path);
			const found = next(queried);
			this.following.delete(node);
			return queried.nodes.length > 0 ? found : { nodes: [], stop: node };
		}
		return isType(node) ? { nodes: [], stop: node } : taken();
	}
}

/** @param {Node[]} body @param {string} name @returns {Node[]} */
function declaredIn(body, name) {
	return body.flatMap((statement) => {
		const declaration = /^Export/.test(statement.type) ? statement.declaration : statement;
		const all = declaration?.declarations ?? (declaration ? [declaration] : []);
		return all.filter((/** @type {Node} */ one) => one.id?.name === name);
	});
}

/** @param {Node[]} all @param {string} name @returns {Node[]} */
const members = (all, name) => all.filter((one) => propertyName(one) === name);

/** @param {Node | undefined} exported @returns {string | undefined} */
const nameOf = (exported) => exported?.name ?? exported?.value;

/** @param {Node} name @returns {string[] | null} `a.b` of `typeof a.b`; null for `typeof import('…')` */
function entityPath(name) {
	if (name.type === 'Identifier') return [name.name];
	const left = name.type === 'TSQualifiedName' ? entityPath(name.left) : null;
	return left && [...left, name.right.name];
}

const SIGNATURES = new Set([
	'TSDeclareFunction',
	'TSDeclareMethod',
	'TSMethodSignature',
	'TSCallSignatureDeclaration',
	'TSFunctionType',
]);

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
				? ((node.typeParameters ?? node.typeArguments)?.params[0] ?? null)
				: null;
		default:
			return null;
	}
}

/** Babel 8 renamed the fields of signatures in types. @param {Node} signature @returns {Node[]} */
export const parametersOf = (signature) => signature.params ?? signature.parameters;

/** @param {Node} signature @returns {Node[]} the type that it returns; none when it is not written */
export function returnTypeOf(signature) {
	const annotation = signature.returnType ?? signature.typeAnnotation;
	return annotation ? [annotation.typeAnnotation] : [];
}
