/** @import { CompileOptions, CompileResult, Diagnostic, Linked, WorkerModule } from '@lapidary/compiler' */
/** @import { LapidaryOptions } from '../options.js' */
import path from 'node:path';
import { compile, mayContainDirective, mayUseGems } from '@lapidary/compiler';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';

/** @typedef {NonNullable<CompileOptions['worker']>} WorkerOptions */

/**
 * @typedef {object} Source
 * @property {string} code
 * @property {string} filename absolute
 * @property {boolean} [isJavaScript] whatever its name says: TypeScript and JSX have been compiled away
 * @property {object | string | null} [inputMap] of earlier transforms
 *
 * @typedef {object} Lowered
 * @property {string} code
 * @property {NonNullable<CompileResult['map']>} map
 * @property {WorkerModule | undefined} worker
 * @property {CompileResult['facts']} facts
 *
 * @typedef {object} Naming how host and worker module name each other
 * @property {(worker: WorkerModule) => string} worker expression for the URL of the worker module
 * @property {WorkerOptions['host']} [host] expression for the URL of the host module, in the worker module
 * @property {WorkerOptions['paths']} [paths] as of `compile`
 *
 * @typedef {object} Outcome
 * @property {Lowered | null} lowered null when the source stays as it is
 * @property {Diagnostic[]} diagnostics
 * @property {CompileResult['facts']} facts with those of a link
 */

/** @typedef {ReturnType<typeof createLowerer>} Lowerer */

/**
 * Create what compiles one file after the other, as a bundler comes by them. The same source gives the same result, and is compiled once.
 *
 * @param {LapidaryOptions} options
 * @param {(filename: string) => Naming} namingOf
 * @param {() => readonly string[]} [constantsOf] the build: names that the bundler replaces by values
 */
export function createLowerer(
	{ strict, cancellation, verify, link = true },
	namingOf,
	constantsOf,
) {
	const identifyFile = createIdentities();
	/**
	 * @param {Source} source
	 * @param {Linked} [linked] what other files do to it
	 * @returns {Outcome}
	 */
	const lower = ({ code, filename, isJavaScript = false, inputMap = null }, linked) => {
		const { id } = identifyFile(filename, code);
		const naming = namingOf(filename);
		const name = isJavaScript ? javascriptName(filename) : filename;
		/** @param {'module' | undefined} sourceType */
		const attempt = (sourceType) =>
			compile(code, {
				filename: name,
				id,
				sourceType,
				inputSourceMap: inputMap,
				link,
				linked,
				constants: constantsOf?.() ?? [],
				worker: { locate: naming.worker, host: naming.host, paths: naming.paths },
				...(strict === undefined ? {} : { strict }),
				...(cancellation === undefined ? {} : { cancellation }),
				...(verify === undefined ? {} : { verify }),
			});
		const first = attempt(undefined);
		// Bundlers take for an ES module what does not say that it is CommonJS.
		const isModule = first.facts.moduleKind === 'module' || COMMONJS.test(code);
		const result = isModule ? first : attempt('module');
		const { map, workerModules, facts, diagnostics } = result;
		const [worker] = workerModules;
		return {
			lowered: map ? { code: result.code, map, worker, facts } : null,
			diagnostics,
			facts,
		};
	};
	/** The last outcome of each file: a link compiles files before the bundler asks for them. @type {Map<string, { key: string, outcome: Outcome }>} */
	const known = new Map();
	/** @type {typeof lower} */
	return (source, linked) => {
		const { filename, code, isJavaScript, inputMap } = source;
		const key = JSON.stringify([code, isJavaScript ?? false, inputMap ?? null, linked]);
		const found = known.get(filename);
		if (found?.key === key) return found.outcome;
		const outcome = lower(source, linked);
		known.set(filename, { key, outcome });
		return outcome;
	};
}

/** @returns {(filename: string, code: string) => { filename: string, id: string, sourceType: 'module' | undefined }} what the compiler is told of a file */
export function createIdentities() {
	const findScope = createPackageScopes();
	return (filename, code) => ({
		...identify(filename, findScope(path.dirname(filename)), { path: process.cwd() }),
		sourceType: COMMONJS.test(code) ? undefined : 'module',
	});
}

const COMMONJS = /\b(?:require|module|exports|__filename|__dirname)\b/;

/** @param {string} name @returns {string} */
const javascriptName = (name) => name.replace(/\.([mc]?)ts$/, '.$1js').replace(/\.[jt]sx$/, '.js');

/** What stays outside of every bundle: threads load the runtime by its own files. */
export const RUNTIME = /^@lapidary\/runtime(\/|$)/;

/**
 * Whether a file is the compiler's business. Installed packages run as they are.
 *
 * @param {string} id of a module
 * @returns {boolean}
 */
export const isSource = (id) =>
	/^[^?\0]+\.[cm]?[jt]sx?$/.test(id) &&
	!/[\\/]node_modules[\\/]/.test(id) &&
	!/\.d\.[cm]?ts$/.test(id);

/** @param {string} id of a module @returns {string} its file; webpack writes `#` in paths with a character in front */
export const fileOf = (id) => id.replace(/\?.*$/, '').replace(/[\0\u200b]#/g, '#');

/** @param {string} id of a module @returns {boolean} whether it is a source with a query, of which nothing is lowered */
export const isQueried = (id) => id.includes('?') && isSource(fileOf(id));

/** @param {string} code @returns {boolean} */
export const mayBeLowered = (code) => mayContainDirective(code) || mayUseGems(code);

/** @param {string} code @returns {boolean} whether a module may define types of GEMs, which threads find by the file that it is in */
export const mayDefineTypes = (code) => /['"]@lapidary\/runtime\/gem\/define['"]/.test(code);
