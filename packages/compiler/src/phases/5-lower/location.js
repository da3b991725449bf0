/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { isMember, propertyName } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { javascriptName, urlOfName } from '../../ir/file-names.js';

/**
 * Expressions that name the module itself keep naming the source's host module, which stands in
 * the same folder: only the file name differs.
 *
 * ```js
 * import.meta.url        // new URL("./score.js", import.meta.url).href.concat(…), with the query that the host module was imported with
 * const { url } = import.meta;  // … = ({ ...import.meta, url: …, filename: … });
 * __filename             // __filename.replace(/[^\\/]*$/, () => "score.cjs")
 * ```
 *
 * @param {Planned} planned
 * @param {Names} names
 * @param {CompileOptions} options
 * @returns {Edit[]}
 */
export function locationEdits({ resolution, baseName, moduleKind }, names, { worker }) {
	const { parents, references } = resolution;
	const name = javascriptName(baseName);
	const url =
		worker?.host ??
		`new ${names.urlClass}(${JSON.stringify(`./${urlOfName(name)}`)}, import.meta.url).href${ownQuery(worker)}`;
	/** @param {string} path of the worker module */
	const beside = (path) => `${path}.replace(/[^\\\\/]*$/, () => ${JSON.stringify(name)})`;
	// Where the caller says where the host module is, the worker module may be in another folder.
	const isElsewhere = worker?.host !== undefined && !worker.isHostSource;
	const filename = isElsewhere ? pathOf(url) : beside('import.meta.filename');
	const dirname = isElsewhere ? pathOf(url, 'dirname') : 'import.meta.dirname';
	/** @type {Edit[]} */
	const edits = [];
	for (const node of nodesOf(resolution.program.node, ['MetaProperty'])) {
		const parent = /** @type {Node} */ (parents.get(node));
		if (node.meta.name !== 'import') continue;
		const isObject = isMember(parent) && parent.object === node;
		const property = isObject ? propertyName(parent) : null;
		const { start, end } = property === null ? node : parent;
		if (property === 'url') edits.push({ start, end, text: url });
		if (property === 'filename') edits.push({ start, end, text: filename });
		if (property === 'dirname' && isElsewhere) edits.push({ start, end, text: dirname });
		if (property === null) {
			const more = isElsewhere ? `, dirname: ${dirname}` : '';
			const text = `({ ...import.meta, url: ${url}, filename: ${filename}${more} })`;
			edits.push({ start, end, text });
		}
	}
	for (const { node, variable } of references) {
		if (variable || moduleKind !== 'commonjs') continue;
		const path = pathOfModule(node, /** @type {Node} */ (parents.get(node)));
		if (!path) continue;
		const { start, end } = path;
		const parent = /** @type {Node} */ (parents.get(node));
		const key = parent?.type === 'ObjectProperty' && parent.shorthand ? `${node.name}: ` : '';
		edits.push({ start, end, text: `${key}${beside('__filename')}` });
	}
	return edits;
}

/** What stands for all but the query and the fragment of a URL. */
const FILE_PART = '/[^?#]*/';

/**
 * Node loads a module again for each query that it is imported with. `import.meta.url` is how such instances differ: each has a worker
 * module of its own, by the same query.
 *
 * @param {Planned['resolution']} resolution
 * @returns {boolean} whether a module may read its query
 */
export const mayReadQuery = ({ program, parents }) =>
	nodesOf(program.node, ['MetaProperty']).some((node) => {
		const parent = /** @type {Node} */ (parents.get(node));
		const isObject = isMember(parent) && parent.object === node;
		return (
			node.meta.name === 'import' &&
			/^(url|null)$/.test(String(isObject ? propertyName(parent) : null))
		);
	});

/** @param {CompileOptions['worker']} worker @returns {string} what follows the URL of the worker module, for the query of the host module */
export const handedQuery = (worker) =>
	`.concat(import.meta.url.replace(${FILE_PART}, "")${worker?.locate === 'query' ? '.replace(/^\\?/, "&")' : ''})`;

/** @param {CompileOptions['worker']} worker @returns {string} what follows the URL of the host module in the worker module */
const ownQuery = (worker) =>
	worker?.locate === 'query'
		? '.concat(import.meta.url.replace(/[^?#]*\\?cpu_bound=[^&#]*/, "").replace(/^&/, "?"))'
		: `.concat(import.meta.url.replace(${FILE_PART}, ""))`;

/**
 * A source may have variables of these names, and a bundle has no import of its own for what is in no source.
 *
 * @param {string} url expression
 * @param {'dirname'} [part]
 * @returns {string} expression for the path, or that of its folder
 */
function pathOf(url, part) {
	const module = (/** @type {string} */ name) =>
		`globalThis.process.getBuiltinModule(${JSON.stringify(name)})`;
	const path = `${module('node:url')}.fileURLToPath(${url})`;
	return part ? `${module('node:path')}.${part}(${path})` : path;
}

/** @param {Node} node @param {Node} parent @returns {Node | null} the expression, when it is `__filename` or `module.filename` */
function pathOfModule(node, parent) {
	if (node.name === '__filename') return node;
	const isPath =
		node.name === 'module' &&
		isMember(parent) &&
		parent.object === node &&
		propertyName(parent) === 'filename';
	return isPath ? parent : null;
}
