// What webpack and Rspack have in common: worker modules are entries of the same build, with a runtime of their own.
/** @import { Naming } from '../lower/lower.js' */
/** @import { LapidaryOptions } from '../options.js' */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyRuntime } from '../deploy/copy-runtime.js';
import { Linker } from '../link/linker.js';
import { createLowerer, fileOf, isQueried, isSource } from '../lower/lower.js';
import { urlOf } from '../lower/places.js';
import { hashOfBuild, tokenOf } from '../lower/tokens.js';
import { report, tellOfQuery } from '../report.js';
import { apply } from './apply.js';
import { addLink, isForNode, resolverOf } from './link.js';
import { QUERY } from './entries.js';

/** @typedef {any} Compiler of webpack or of Rspack */

/**
 * @param {LapidaryOptions} options
 * @param {Compiler} compiler
 * @returns {any} hooks of a plugin
 */
export function createHooks(options, compiler) {
	const lower = createLowerer(
		options,
		(filename) => namingOf(filename, compiler),
		() => constantsOf(compiler.options),
	);
	const linker = new Linker(options, lower);
	/** @param {Compiler} one */
	const extend = (one) => {
		apply(one);
		addLink(one, linker);
		if (options.standalone)
			one.hooks.afterEmit.tap('lapidary', () => copyRuntime(one.outputPath, one.context));
	};
	return {
		/** @param {string} id */
		transformInclude: (id) => isSource(sourceOf(id)) || isQueried(id),
		/**
		 * A worker module is its source with a query: it is made again from the same text, before any other loader has seen it.
		 *
		 * @this {any}
		 * @param {string} code
		 * @param {string} id
		 */
		async transform(code, id) {
			const filename = sourceOf(id);
			if (!isSource(filename)) {
				// Of a module that is no JavaScript, the text is data.
				if (isJavaScript(this)) report(tellOfQuery({ code, filename }), this);
				return null;
			}
			const isWorker = id.endsWith(QUERY);
			const { lowered, messages } = await linker.transform({
				file: filename,
				code,
				resolveId: resolverOf(compiler),
				isForNode: isForNode(compiler),
				lower,
			});
			// Modules that have not changed themselves are taken from a cache.
			for (const file of linker.files()) this.addWatchFile(file);
			// It was said of the source.
			if (!isWorker) report(messages, this);
			const made = isWorker ? lowered?.worker : lowered;
			return made ? { code: made.code, map: namedMap(made.map, filename) } : null;
		},
		webpack: extend,
		rspack: extend,
	};
}

/** @param {Compiler['options']} options @returns {string[]} names that `DefinePlugin` replaces */
const constantsOf = ({ plugins }) => definitionsOf(plugins).flatMap((one) => Object.keys(one));

/** @param {any[]} plugins @returns {object[]} what `DefinePlugin` has been given; Rspack has it under another name */
const definitionsOf = (plugins) =>
	plugins.flatMap((one) =>
		one?.constructor.name === 'DefinePlugin' ? (one.definitions ?? one._args?.[0] ?? []) : [],
	);

/** @param {string} id @returns {string} */
const sourceOf = (id) => (id.endsWith(QUERY) ? fileOf(id) : id.replace(/[\0\u200b]#/g, '#'));

/** @param {any} context of the plugin @returns {boolean} whether the module is one of JavaScript, for the bundler */
const isJavaScript = (context) =>
	/^javascript\b/.test(context.getNativeBuildContext?.().loaderContext?._module?.type);

/** @param {object} map @param {string} filename */
const namedMap = (map, filename) => ({ ...map, sources: [filename] });

/**
 * Both compilers replace `import.meta.url` by the place of the source, in the host module and so in a worker module, too. The folder of the
 * output is another one.
 *
 * @param {string} filename
 * @param {Compiler} compiler
 * @returns {Naming}
 */
const namingOf = (filename, compiler) => ({
	worker: () => urlOf(tokenOf('worker', filename, buildOf(compiler)), BASE),
	host: JSON.stringify(pathToFileURL(filename).href),
	paths: pathsFor(filename, compiler),
});

/** @param {Compiler} compiler @returns {string} */
function buildOf({ options }) {
	const { entry, mode, name, output, resolve, optimization, plugins } = options;
	const files = [output.filename, output.chunkFilename, output.library];
	const { minimizer: _plugins, ...how } = optimization;
	return hashOfBuild([entry, mode, name, files, resolve, how, definitionsOf(plugins)]);
}

/** What the places of files in the output are relative to. */
const BASE = '__webpack_base_uri__';

/**
 * Paths are those of files of the output, which differ for host and worker module, or what an option says.
 *
 * @param {string} filename
 * @param {Compiler} compiler
 * @returns {{ filename: string | null, dirname: string | null }}
 */
function pathsFor(filename, compiler) {
	const { node, context } = compiler.options;
	const module = (/** @type {string} */ name) =>
		`globalThis.process.getBuiltinModule("node:${name}")`;
	/** @param {'host' | 'folder'} kind */
	const file = (kind) =>
		`${module('url')}.fileURLToPath(${urlOf(tokenOf(kind, filename, buildOf(compiler)), BASE)})`;
	const source = path.relative(context, filename);
	return {
		filename: pathBy(node.__filename, { source, output: file('host') }),
		dirname: pathBy(node.__dirname, {
			source: path.dirname(source),
			output: `${module('path')}.dirname(${file('folder')})`,
		}),
	};
}

/**
 * @param {boolean | string | undefined} option `true`: the place of the source; `mock`: the same for all modules
 * @param {{ source: string, output: string }} paths `output`: an expression
 * @returns {string | null}
 */
function pathBy(option, { source, output }) {
	if (option === true) return JSON.stringify(source);
	return /mock/.test(String(option)) ? null : output;
}
