/** @import { Diagnostic, JsxOptions } from '../types.js' */
/** @import { SourceMap } from './lower-source.js' */
/** @import Babel from '@babel/core' */
import { createRequire } from 'node:module';
import { syntaxNotStripped, typesNotStripped } from '../diagnostics/codes.js';
import { strippedName } from './languages.js';

// Babel is large: it is loaded by the first file that needs it, and synchronously, as loaders cannot wait
const require = createRequire(import.meta.url);

/**
 * @typedef {object} StripOptions
 * @property {string} filename whose extension decides the language
 * @property {SourceMap | null} map from the original source to the code
 * @property {JsxOptions} jsx
 * @property {boolean} sourceMaps
 * @property {Record<string, string> | null} [renamed] what specifiers become besides `./score.ts`, which becomes `./score.js` as the file does; null where all keep
 *   their names; default: no others
 */

/**
 * Turn TypeScript and JSX into JavaScript. Lines stay where they are.
 *
 * @param {string} code
 * @param {StripOptions} options
 * @returns {{ code: string, map: SourceMap | null, kind: 'module' | 'commonjs' }} `kind` by the syntax that is left
 * @throws a Babel error for syntax it does not read
 */
export function stripTypes(code, { filename, map, jsx, sourceMaps, renamed = {} }) {
	/** @type {typeof Babel} */
	const babel = require('@babel/core');
	const isTypeScript = /\.[cm]?tsx?$/.test(filename);
	const hasJsx = /\.[jt]sx$/.test(filename);
	const result = babel.transformSync(code, {
		filename,
		sourceFileName: filename,
		babelrc: false,
		configFile: false,
		compact: false,
		retainLines: true,
		ast: true,
		sourceMaps,
		inputSourceMap: sourceMaps && map ? /** @type {any} */ (map) : undefined,
		sourceType: 'unambiguous',
		presets: isTypeScript ? [[require('@babel/preset-typescript'), TYPESCRIPT]] : [],
		plugins: [
			...(hasJsx ? [[require('@babel/plugin-transform-react-jsx'), jsxOptions(code, jsx)]] : []),
			...(renamed ? [[renameImports, { renamed }]] : []),
		],
	});
	if (!result?.ast) throw new Error(`Babel gave nothing for ${filename}`);
	return {
		code: `${result.code}\n`,
		map: /** @type {SourceMap | null} */ (result.map ?? null),
		kind: result.ast.program.sourceType === 'module' ? 'module' : 'commonjs',
	};
}

/** Fields are JavaScript's, as for Node and for `tsc` since ES2022: only those with `declare` are types alone. */
const TYPESCRIPT = { allowNamespaces: true, allowDeclareFields: true };

/**
 * A file that names its own factory, by a comment with `@jsx h` or `@jsxFrag`, uses the classic runtime, as TypeScript and esbuild
 * read it.
 *
 * @param {string} code
 * @param {JsxOptions} jsx
 * @returns {object} for the JSX plugin
 */
function jsxOptions(code, jsx) {
	const comments = code.match(/\/\*[^]*?\*\/|\/\/.*/g) ?? [];
	const isClassic =
		comments.some((one) => /@jsx(Frag)?\s+\S/.test(one)) &&
		!comments.some((one) => /@jsxRuntime\s+\S/.test(one));
	return isClassic ? { runtime: 'classic' } : { runtime: 'automatic', ...jsx };
}

/** What Babel reads with a plugin alone, and how people call it. @type {Record<string, string>} */
const PROPOSALS = {
	decorators: 'decorators are',
	'decorators-legacy': 'decorators are',
	decoratorAutoAccessors: '`accessor` fields are',
};

/**
 * @param {unknown} error
 * @param {string} filename
 * @returns {Diagnostic | undefined} LP7028 for syntax that no JavaScript engine has yet, LP7016 for an error that Babel reports about the source
 */
export function isStripFailure(error, filename) {
	const { code, loc, message, missingPlugin } =
		/** @type {{ code?: string, loc?: any, message: string, missingPlugin?: string | string[] }} */ (
			error
		);
	if (!code?.startsWith('BABEL_')) return undefined;
	// Babel's is an instance, and a diagnostic comes from another thread.
	const start = loc && { line: loc.line, column: loc.column };
	const what = [missingPlugin ?? []].flat().find((name) => Object.hasOwn(PROPOSALS, name));
	if (what !== undefined) {
		const params = { path: filename, what: /** @type {string} */ (PROPOSALS[what]) };
		return syntaxNotStripped(params, { filename, start, end: undefined });
	}
	const reason = message
		.split('\n')[0]
		.replace(/^.*?: /, '')
		.replace(/ \(\d+:\d+\)$/, '');
	return typesNotStripped({ path: filename, reason }, { filename, start, end: undefined });
}

/**
 * A Babel plugin: a relative import of a file that is stripped names what it becomes, and so does the URL of a module, as workers have it.
 *
 * @param {{ types: typeof Babel.types }} api
 * @param {{ renamed: Record<string, string> }} options
 * @returns {Babel.PluginObj}
 */
function renameImports({ types }, { renamed: others }) {
	/** @param {Babel.types.Node | null | undefined} node */
	const rename = (node) => {
		if (!types.isStringLiteral(node) || !/^\.{1,2}(\/|$)/.test(node.value)) return;
		const renamed = Object.hasOwn(others, node.value)
			? others[node.value]
			: strippedName(node.value);
		if (renamed !== node.value) Object.assign(node, types.stringLiteral(renamed));
	};
	/** @param {Babel.types.Node} node @param {string} name */
	const isNamed = (node, name) => types.isIdentifier(node, { name });
	/** `import.meta`, `import.meta.url`, the URL that a worker module makes of it @param {Babel.types.Node | null | undefined} node */
	const isOwnPlace = (node) => {
		let isFound = false;
		if (node)
			types.traverseFast(node, (one) => {
				isFound ||= types.isMetaProperty(one) || isNamed(one, '__filename');
			});
		return isFound;
	};
	/** @param {Babel.NodePath<any>} path */
	const renameSource = (path) => rename(path.node.source);
	return {
		visitor: {
			ImportDeclaration: renameSource,
			ExportNamedDeclaration: renameSource,
			ExportAllDeclaration: renameSource,
			CallExpression({ node: { callee, arguments: list } }) {
				const isResolve = types.isMemberExpression(callee) && isNamed(callee.property, 'resolve');
				const called = isResolve ? callee.object : callee;
				const isRequire = isNamed(called, 'require') || isOwnPlace(called);
				if (isRequire || types.isImport(callee)) rename(list[0]);
			},
			NewExpression({ node: { callee, arguments: list } }) {
				if (isNamed(callee, 'URL') && isOwnPlace(list[1])) rename(list[0]);
			},
		},
	};
}
