/** @import { CompileOptions, Node } from '../../types.js' */
/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { isMember, propertyName } from '../../ast/shapes.js';
import { nodesOf } from '../../ast/tree.js';
import { javascriptName, urlOfName } from '../../ir/file-names.js';
import { hostOf, pathsOf } from '../../ir/host-places.js';

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
	// A loader runs the source itself, under its own name.
	const name = worker?.locate === 'query' ? baseName : javascriptName(baseName);
	const given = pathsOf(worker, moduleKind);
	const url =
		hostOf(worker, moduleKind) ??
		`new ${names.urlClass}(${JSON.stringify(`./${urlOfName(name)}`)}, import.meta.url).href${ownQuery(worker)}`;
	/** @param {string} path of the worker module */
	const beside = (path) => `${path}.replace(/[^\\\\/]*$/, () => ${JSON.stringify(name)})`;
	// Where the caller says where the host module is, the worker module may be in another folder.
	const { filename, dirname } = given ?? {
		filename: beside('import.meta.filename'),
		dirname: null,
	};
	/** @type {Edit[]} */
	const edits = [];
	for (const node of nodesOf(resolution.program.node, ['MetaProperty'])) {
		const parent = /** @type {Node} */ (parents.get(node));
		if (node.meta.name !== 'import') continue;
		const isObject = isMember(parent) && parent.object === node;
		const property = isObject ? propertyName(parent) : null;
		const { start, end } = property === null ? node : parent;
		if (property === 'url') edits.push({ start, end, text: url });
		if (property === 'filename' && filename) edits.push({ start, end, text: filename });
		if (property === 'dirname' && dirname) edits.push({ start, end, text: dirname });
		if (property === null) {
			// A bundler may know these as properties alone.
			const parts = [`url: ${url}`, `filename: ${filename ?? 'import.meta.filename'}`];
			if (given) parts.push(`dirname: ${dirname ?? 'import.meta.dirname'}`);
			edits.push({ start, end, text: `({ ...import.meta, ${parts.join(', ')} })` });
		}
	}
	if (moduleKind !== 'commonjs') return edits;
	const paths = given ?? { filename: beside('__filename'), dirname: null };
	for (const { node, variable } of references) {
		if (variable) continue;
		const parent = /** @type {Node} */ (parents.get(node));
		const found = pathOfModule(node, parent);
		// Modules in bundles are objects of the bundler's.
		if (found && found.expression !== node && given) continue;
		const text = found && paths[found.part];
		if (!found || !text) continue;
		const { start, end } = found.expression;
		const key = parent?.type === 'ObjectProperty' && parent.shorthand ? `${node.name}: ` : '';
		edits.push({ start, end, text: `${key}${text}` });
	}
	return edits;
}

/** What stands for all but the query and the fragment of a URL. */
const FILE_PART = '/[^?#]*/';

/**
 * Node loads a module again for each query that it is imported with. `import.meta.url` is how such instances differ: each has a worker
 * module of its own, by the same query.
 *
 * @param {Pick<Planned, 'plans' | 'slice' | 'resolution'>} planned
 * @returns {boolean} whether the worker module may read its query
 */
export function mayReadQuery({ plans, slice, resolution: { parents } }) {
	const kept = slice.flatMap(({ kept: isKept, fragment }) => (isKept ? fragment.node : []));
	const roots = [...kept, ...plans.map(({ unit }) => unit.node)];
	return roots.some((root) =>
		nodesOf(root, ['MetaProperty']).some((node) => {
			const parent = /** @type {Node} */ (parents.get(node));
			const isObject = isMember(parent) && parent.object === node;
			const property = isObject ? propertyName(parent) : null;
			return node.meta.name === 'import' && (property === null || property === 'url');
		}),
	);
}

/** @param {CompileOptions['worker']} worker @returns {string} what follows the URL of the worker module, for the query of the host module */
export const handedQuery = (worker) =>
	`.concat(import.meta.url.replace(${FILE_PART}, "")${worker?.locate === 'query' ? '.replace(/^\\?/, "&")' : ''})`;

/** @param {CompileOptions['worker']} worker @returns {string} what follows the URL of the host module in the worker module */
const ownQuery = (worker) =>
	worker?.locate === 'query'
		? '.concat(import.meta.url.replace(/[^?#]*\\?cpu_bound=[^&#]*/, "").replace(/^&/, "?"))'
		: `.concat(import.meta.url.replace(${FILE_PART}, ""))`;

/** @param {Node} node @param {Node} parent @returns {{ expression: Node, part: 'filename' | 'dirname' } | null} of `__filename`, `__dirname`, `module.filename` */
function pathOfModule(node, parent) {
	if (node.name === '__filename') return { expression: node, part: 'filename' };
	if (node.name === '__dirname') return { expression: node, part: 'dirname' };
	const isPath =
		node.name === 'module' &&
		isMember(parent) &&
		parent.object === node &&
		propertyName(parent) === 'filename';
	return isPath ? { expression: parent, part: 'filename' } : null;
}
