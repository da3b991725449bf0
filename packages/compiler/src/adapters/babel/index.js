/** @import { PluginOptions, WorkerFile } from './options.js' */
/** @import { CompileResult } from '../../types.js' */
import path from 'node:path';
import { compile, mayContainDirective, mayUseGems } from '../../index.js';
import { compileAlone } from '../packages/compile-alone.js';
import { formatDiagnostics } from '../../diagnostics/index.js';
import { workerModuleWithoutPlace } from '../diagnostics/codes.js';
import { createPackageScopes, identify } from '../register/package-scope.js';
import { checkPluginOptions } from './options.js';
import { restorePositions } from './positions.js';
import { writeWorkerModule } from './write.js';

/** Tells our own nested transforms from the user's. */
const CALLER = 'lapidary-worker-module';

const ADDED_LATER =
	'another plugin has added this directive, and it has no effect: Lapidary reads the source as it is written. ' +
	'Run that plugin in a transform of its own, before this one';

/**
 * The compiler as a Babel plugin, for `@babel/core` 7.22 and up, and 8.
 *
 * It compiles the text that Babel was given, before any other plugin or preset has seen the tree,
 * and puts the lowered program in its place; the worker module goes through the same plugins and
 * presets. `file.metadata.lapidary` holds the worker modules, diagnostics and facts.
 *
 * @param {any} api Babel's own, the only Babel that this uses
 * @param {PluginOptions} options
 * @param {string} dirname of the configuration that names the plugin
 * @returns {object} a Babel plugin
 *
 * @example
 * // babel.config.json
 * { "plugins": [["@lapidary/compiler/babel", { "srcDir": "src", "outDir": "dist" }]] }
 */
export default function lapidary(api, options, dirname) {
	api.assertVersion('^7.22.0 || ^8.0.0');
	checkPluginOptions(options);
	const isNested = api.caller(
		(/** @type {{ name?: string } | undefined} */ caller) => caller?.name === CALLER,
	);
	const tool = api.caller((/** @type {{ name?: string } | undefined} */ caller) => caller?.name);
	return {
		name: 'lapidary',
		/**
		 * Before any plugin has seen the tree, so that it does not matter where in the list this one is.
		 *
		 * @param {any} file
		 */
		pre(file) {
			const source = sourceOf(file, api);
			if (isNested || !(mayContainDirective(source) || mayUseGems(source))) return;
			const result = compileFile(source, file, options);
			report(result, source, file.opts.filename);
			file.metadata.lapidary = {
				diagnostics: result.diagnostics,
				facts: result.facts,
				workerModules: [],
			};
			if (result.map === null) return;
			replaceProgram(file, result, api);
			if (result.workerModules.length === 0) return;
			const workers = transformWorkers(source, file, options, api);
			file.metadata.lapidary.workerModules = workers;
			for (const worker of workers) deliver(worker, file, { options, dirname, tool });
		},
		visitor: {
			/** @param {any} directive @param {any} state */
			Directive(directive, { file }) {
				if (!isNested && !file.metadata.lapidary && mayContainDirective(directive.node.value.value))
					throw directive.buildCodeFrameError(ADDED_LATER);
			},
		},
	};
}

/** @param {any} file @param {any} api @returns {string} the text that Babel was given, or that its tree stands for */
const sourceOf = (file, api) =>
	file.code ||
	api.transformFromAstSync(file.ast, '', { configFile: false, babelrc: false, cloneInputAst: true })
		.code;

/**
 * @param {string} source @param {any} file @param {PluginOptions} options @param {object | null} [inputSourceMap]
 * @returns {CompileResult}
 */
function compileFile(source, file, options, inputSourceMap = null) {
	const { filename = 'unknown.js', plugins } = file.opts;
	const toCommonJs = plugins.some(
		(/** @type {{ key?: string }} */ one) => one.key === 'transform-modules-commonjs',
	);
	const { parserOpts } = file.opts;
	const compileOptions = {
		filename,
		id: idOf(file.opts, options),
		inputSourceMap,
		...(toCommonJs ? { sourceType: /** @type {const} */ ('commonjs') } : {}),
		...(parserOpts.plugins?.length > 0 ? { parserPlugins: parserOpts.plugins } : {}),
		...(options.strict === undefined ? {} : { strict: options.strict }),
		...(options.cancellation === undefined ? {} : { cancellation: options.cancellation }),
		...(options.verify === undefined ? {} : { verify: options.verify }),
	};
	return path.isAbsolute(filename)
		? compileAlone(source, compileOptions, { file: filename })
		: compile(source, compileOptions);
}

/**
 * @param {{ filename?: string, root?: string }} file @param {PluginOptions} options
 * @returns {string} by the path in the package, in posix form: the same wherever the package lies
 */
function idOf({ filename, root }, { package: name }) {
	if (filename === undefined) return 'unknown.js';
	const folder = path.dirname(filename);
	if (!name) return identify(filename, createPackageScopes()(folder), { path: root ?? folder }).id;
	const fromRoot = path.relative(root ?? folder, filename);
	// A file outside of Babel's root has no path in the package.
	const isOutside = /^\.\.(?:[\\/]|$)/.test(fromRoot) || path.isAbsolute(fromRoot);
	return `${name}/${isOutside ? path.basename(filename) : fromRoot.replaceAll(path.sep, '/')}`;
}

/** @param {CompileResult} result @param {string} source @param {string} filename @throws {Error} with all diagnostics, when one is an error */
function report({ diagnostics }, source, filename) {
	if (diagnostics.length === 0) return;
	const errors = diagnostics.filter((one) => one.severity === 'error');
	const shown = diagnostics.filter((one) => one.severity !== 'note');
	const text = formatDiagnostics(shown, {
		sources: new Map([[filename, source]]),
		cwd: path.dirname(filename ?? ''),
	});
	if (errors.length > 0)
		throw Object.assign(new Error(`\n${text}`), { code: errors[0]?.code, diagnostics });
	// reason: Babel gives plugins no channel of their own for warnings
	// eslint-disable-next-line no-console
	if (shown.length > 0) console.warn(text);
}

/** @param {any} file @param {CompileResult} result @param {any} api */
function replaceProgram(file, { code, map }, api) {
	const program = file.path;
	const tree = api.parseSync(code, parseOptions(file, file.opts.filename));
	restorePositions(tree, /** @type {NonNullable<CompileResult['map']>} */ (map));
	program.node.body = tree.program.body;
	program.node.directives = tree.program.directives;
	program.node.interpreter = tree.program.interpreter;
	file.ast.comments = tree.comments;
	program.scope.crawl();
}

/** @param {any} file @param {string} filename */
const parseOptions = (file, filename) => ({
	configFile: false,
	babelrc: false,
	filename,
	sourceType: file.opts.parserOpts.sourceType ?? 'unambiguous',
	parserOpts: { plugins: file.opts.parserOpts.plugins },
});

/** @param {string} source @param {any} file @param {PluginOptions} options @param {any} api @returns {WorkerFile[]} */
function transformWorkers(source, file, options, api) {
	const inputMap = file.inputMap?.toObject() ?? null;
	const { filename, plugins, presets, sourceMaps } = file.opts;
	return compileFile(source, file, options, inputMap).workerModules.map((worker) => {
		const { code, map } = api.transformSync(worker.code, {
			...parseOptions(file, filename),
			caller: { name: CALLER },
			plugins: plugins.filter((/** @type {{ key?: string }} */ one) => one.key !== 'lapidary'),
			presets,
			inputSourceMap: worker.map,
			sourceMaps: sourceMaps || true,
		});
		return {
			fileName: worker.fileName.replace(/\.([mc]?)ts$/, '.$1js').replace(/\.[jt]sx$/, '.js'),
			code,
			map,
		};
	});
}

/**
 * @param {WorkerFile} worker
 * @param {any} file
 * @param {{ options: PluginOptions, dirname: string, tool: string | undefined }} setting `tool`: what runs Babel, where it says so
 * @throws {Error} LP7032
 */
function deliver(worker, file, { options, dirname, tool }) {
	const { filename, sourceMaps } = file.opts;
	options.onWorkerModule?.(worker, filename);
	if (options.outDir) writeWorkerModule(worker, { filename, dirname, options, sourceMaps });
	else if (tool !== undefined && !options.onWorkerModule) throw placeless(filename, tool);
}

/** What to do about a tool that asks Babel for one module and takes no other. @type {Record<string, string>} */
const HINTS = {
	'@babel/cli':
		"set the option 'outDir' of @lapidary/compiler/babel to the --out-dir of this build, and 'srcDir' to its source",
	'babel-jest':
		'take `@lapidary/compiler/jest` for `transform` of the configuration of Jest: it needs no worker modules',
};

/** @param {string} filename @param {string} tool @returns {Error} */
function placeless(filename, tool) {
	const hint =
		HINTS[tool] ??
		"set the option 'outDir' to where the module goes, or 'onWorkerModule' to what writes worker modules beside it";
	const diagnostic = workerModuleWithoutPlace({ path: filename, tool, hint }, { filename });
	const text = formatDiagnostics([diagnostic], { sources: new Map(), cwd: path.dirname(filename) });
	return Object.assign(new Error(`\n${text}`), {
		code: diagnostic.code,
		diagnostics: [diagnostic],
	});
}
