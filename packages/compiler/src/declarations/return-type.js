/** @import { Node } from '../types.js' */

/**
 * The text of a type that a call returns, or null where the declared one says it already.
 *
 * @typedef {string | null} Replacement
 */

/** Types that no promise can be, so that `Awaited` would add nothing. */
const SETTLED =
	/^TS(Number|String|Boolean|BigInt|Symbol|Void|Undefined|Null|Never|Any|Unknown|Object)Keyword$|^TS(ArrayType|TupleType|TemplateLiteralType|FunctionType|ThisType)$/;
const SETTLED_GLOBALS = new Set(
	'Array ReadonlyArray Map ReadonlyMap Set ReadonlySet Date RegExp Error Record Buffer ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float32Array Float64Array'.split(
		' ',
	),
);

/** What an iterator that another thread feeds is. */
const ASYNC_ITERATORS = /** @type {Record<string, string>} */ ({
	Generator: 'AsyncGenerator',
	Iterable: 'AsyncIterable',
	Iterator: 'AsyncIterator',
	IterableIterator: 'AsyncIterableIterator',
	IteratorObject: 'AsyncIteratorObject',
});

/**
 * Types as they are written in one declaration file.
 */
export class TypeTexts {
	/** @param {string} source @param {Node} program */
	constructor(source, program) {
		this.source = source;
		/** @type {Set<string>} types of the file that hide a global or stand for anything */
		this.declared = new Set();
		/** @type {Set<string>} interfaces, classes and enums that are no promises */
		this.settled = new Set();
		/** @type {Map<string, Node>} what type aliases without parameters stand for */
		this.aliases = new Map();
		for (const statement of program.body) this.note(statement);
	}

	/** @param {Node} statement */
	note(statement) {
		const node = /^Export/.test(statement.type) ? (statement.declaration ?? statement) : statement;
		for (const { local } of node.type === 'ImportDeclaration' ? node.specifiers : [])
			this.declared.add(local.name);
		if (!node.id?.name || node.type === 'TSDeclareFunction') return;
		this.declared.add(node.id.name);
		if (node.type === 'TSTypeAliasDeclaration' && !node.typeParameters)
			this.aliases.set(node.id.name, node.typeAnnotation);
		const isOwn =
			node.type === 'TSEnumDeclaration' ||
			(node.type === 'TSInterfaceDeclaration' && !node.extends?.length) ||
			(node.type === 'ClassDeclaration' && !node.superClass);
		const members = node.body?.body ?? [];
		if (isOwn && !members.some((/** @type {Node} */ one) => one.key?.name === 'then'))
			this.settled.add(node.id.name);
	}

	/** @param {Node} type @returns {string} */
	text({ start, end }) {
		return this.source.slice(start, end);
	}

	/** @param {string} name @returns {string} the global of that name */
	global(name) {
		return this.declared.has(name) ? `globalThis.${name}` : name;
	}

	/** @param {Node | undefined} type what a call returned @returns {Replacement} what it returns as a promise */
	promised(type) {
		if (!type) return `${this.global('Promise')}<any>`;
		if (this.isPromise(type)) return null;
		if (type.type === 'TSTypePredicate')
			return `${this.global('Promise')}<${type.asserts ? 'void' : 'boolean'}>`;
		const text = this.text(type);
		const settled = this.isSettled(type) ? text : `${this.global('Awaited')}<${text}>`;
		return `${this.global('Promise')}<${settled}>`;
	}

	/** @param {Node} type @returns {boolean} */
	isPromise(type) {
		if (type.type === 'TSUnionType')
			return type.types.every((/** @type {Node} */ one) => this.isPromise(one));
		if (type.type === 'TSParenthesizedType') return this.isPromise(type.typeAnnotation);
		return ['Promise', 'PromiseLike'].includes(this.globalName(type) ?? '');
	}

	/** @param {Node} type @returns {string | null} `Promise` of `Promise<number>` and of `globalThis.Promise<number>` */
	globalName(type) {
		const name = type.type === 'TSTypeReference' ? type.typeName : null;
		if (name?.type === 'Identifier') return this.declared.has(name.name) ? null : name.name;
		return name?.left?.name === 'globalThis' ? name.right.name : null;
	}

	/** @param {Node} type @param {string[]} [seen] aliases that it is part of @returns {boolean} no promise */
	isSettled(type, seen = []) {
		if (SETTLED.test(type.type) || type.type === 'TSLiteralType') return true;
		if (type.type === 'TSUnionType')
			return type.types.every((/** @type {Node} */ one) => this.isSettled(one, seen));
		if (type.type === 'TSParenthesizedType') return this.isSettled(type.typeAnnotation, seen);
		if (type.type === 'TSTypeOperator') return type.operator !== 'unique';
		if (type.type === 'TSTypeLiteral')
			return !type.members.some((/** @type {Node} */ one) => one.key?.name === 'then');
		const name = type.type === 'TSTypeReference' ? type.typeName.name : undefined;
		const alias = name && !seen.includes(name) ? this.aliases.get(name) : undefined;
		if (alias) return this.isSettled(alias, [...seen, name]);
		const isOwn = name !== undefined && this.settled.has(name);
		return isOwn || SETTLED_GLOBALS.has(this.globalName(type) ?? '');
	}

	/**
	 * @param {Node | undefined} type that a generator function declares
	 * @returns {{ text: Replacement } | { stop: Node | undefined }} `stop`: a type that does not say what it iterates over
	 */
	iterated(type) {
		const name = type && this.globalName(type);
		if (!type || !name) return { stop: type };
		if (Object.values(ASYNC_ITERATORS).includes(name)) return { text: null };
		const asynchronous = ASYNC_ITERATORS[name];
		if (!asynchronous) return { stop: type };
		const rest = this.source.slice(type.typeName.end, type.end);
		return { text: this.global(asynchronous) + rest };
	}
}
