/** @import { Node } from '../types.js' */
import { isCall, isMember, propertyName, unwrap } from '../ast/shapes.js';
import { relativeSpecifier } from '../knowledge/relative-specifier.js';

/**
 * What the names in an expression stand for.
 *
 * @typedef {object} Names
 * @property {(identifier: Node) => Node | null} valueOf the constant value of a variable; null for any other
 * @property {(identifier: Node) => { source: string, name: string } | null} importOf where a variable comes from; null for any other
 * @property {(identifier: Node) => boolean} isGlobal
 */

/** Stands in front of a path for the folder of the module. */
const FOLDER = '\0';

/** Stands for the module itself. */
const SELF = `${FOLDER}/\0`;

/** Constants of constants. */
const DEEPEST = 8;

/**
 * What a call of `require` or `import` names, where that is written down in parts: `path.join(__dirname, 'lib.js')`,
 * `new URL('./lib.js', import.meta.url)`, `` `./${NAME}.js` `` with a constant.
 *
 * @param {Node | null | undefined} expression its argument
 * @param {Names} names
 * @returns {string | null} a specifier: relative for paths within the folder of the module; null where it shows when the program runs
 */
export function specifierOf(expression, names) {
	const text = fold(expression, names, 0);
	if (text === null || !text.startsWith(FOLDER)) return text;
	const path = text.slice(FOLDER.length);
	return path.includes(FOLDER) ? null : relativeSpecifier(path);
}

/** @param {Node | null | undefined} expression @param {Names} names @param {number} depth @returns {string | null} */
function fold(expression, names, depth) {
	const node = unwrap(expression);
	if (!node || depth > DEEPEST) return null;
	/** @param {Node | null | undefined} inner */
	const part = (inner) => fold(inner, names, depth + 1);
	switch (node.type) {
		case 'StringLiteral':
			return node.value;
		case 'TemplateLiteral':
			return join(
				node.quasis.flatMap((/** @type {Node} */ { value }, /** @type {number} */ at) =>
					at === 0 ? [value.cooked] : [part(node.expressions[at - 1]), value.cooked],
				),
			);
		case 'BinaryExpression':
			return node.operator === '+' ? join([part(node.left), part(node.right)]) : null;
		case 'Identifier':
			return names.isGlobal(node) ? (PLACES.get(node.name) ?? null) : part(names.valueOf(node));
		case 'NewExpression':
			return node.callee.name === 'URL' ? ofUrl(node.arguments, part) : null;
		default:
			if (isMember(node)) return ofMember(node, part);
			return isCall(node) ? ofCall(node, names, part) : null;
	}
}

/** @param {(string | null)[]} parts @returns {string | null} */
const join = (parts) => (parts.includes(null) ? null : parts.join(''));

/** @typedef {(node: Node | null | undefined) => string | null} Fold */

const PLACES = new Map([
	['__dirname', FOLDER],
	['__filename', SELF],
]);

/** Of `import.meta`. */
const META = new Map([
	['dirname', FOLDER],
	['filename', SELF],
	['url', SELF],
]);

/** `import.meta.dirname`, `url.href` @param {Node} node @param {Fold} part @returns {string | null} */
function ofMember(node, part) {
	const name = propertyName(node) ?? '';
	const object = unwrap(node.object);
	if (object?.type === 'MetaProperty') return META.get(name) ?? null;
	return name === 'href' || name === 'pathname' ? part(object) : null;
}

/** `new URL('./lib.js', import.meta.url)` @param {Node[]} list @param {Fold} part @returns {string | null} */
function ofUrl([path, base], part) {
	const [text, from] = [part(path), part(base)];
	const isRelative = text !== null && /^(\.{1,2}(\/|$)|[\w-][^:]*$)/.test(text);
	return isRelative && from?.startsWith(FOLDER) ? `${folderOf(from)}/${text}` : null;
}

/** @param {string} path @returns {string} */
const folderOf = (path) => path.slice(0, Math.max(path.lastIndexOf('/'), FOLDER.length));

/** @param {Node} call @param {Names} names @param {Fold} part @returns {string | null} */
function ofCall({ callee, arguments: list }, names, part) {
	const name = isMember(callee) ? propertyName(callee) : callee.name;
	const [first] = list;
	const object = isMember(callee) ? unwrap(callee.object) : null;
	// They give the file that the specifier names.
	const isLocated = object?.type === 'MetaProperty' || object?.name === 'require';
	if (name === 'resolve' && isLocated) return list.length === 1 ? part(first) : null;
	if (name === 'toString') return part(object);
	if (name === 'String' && callee.type === 'Identifier' && names.isGlobal(callee))
		return part(first);
	if (/^(fileURLToPath|pathToFileURL)$/.test(name ?? ''))
		return isOf(callee, 'url', names) ? part(first) : null;
	if (!/^(join|resolve|dirname)$/.test(name ?? '') || !isOf(callee, 'path', names)) return null;
	const parts = list.map(part);
	// What follows an absolute path begins there, and `path.join('lib', 'a.js')` in the folder of the process.
	const isOwn =
		parts[0]?.startsWith(FOLDER) &&
		!parts.slice(1).some((/** @type {string | null} */ one) => one?.startsWith('/'));
	if (!isOwn || parts.includes(null)) return null;
	return name === 'dirname' ? folderOf(String(parts[0])) : parts.join('/');
}

/** `path.join`, `join`, `require('path').join` @param {Node} callee @param {string} module of the platform @param {Names} names @returns {boolean} */
function isOf(callee, module, names) {
	const root = isMember(callee) ? unwrap(callee.object) : callee;
	const source =
		root?.type === 'Identifier'
			? names.importOf(root)?.source
			: isCall(root) && root?.callee.name === 'require' && root.arguments[0]?.value;
	return new RegExp(`^(node:)?${module}(/posix)?$`).test(source || '');
}
