import { compile, mayContainDirective } from '../../packages/compiler/src/index.js';
import { link, RELINKED } from '../../packages/compiler/src/link/index.js';
import { summarise } from '../../packages/compiler/src/summarise.js';
import { stripFiles } from '../../fixtures/runner/strip-types.js';

/** @typedef {ReturnType<typeof compile>['diagnostics'][number]} Diagnostic */

/**
 * @typedef {object} Lowered
 * @property {ReadonlyMap<string, string>} plain name → JavaScript, as it is written
 * @property {ReadonlyMap<string, string>} lowered the same, lowered; with the worker modules
 * @property {Diagnostic[]} errors why the compiler refuses it; empty when it does not
 * @property {Set<string>} warnings codes
 * @property {string[]} units ids
 * @property {string[]} workers names of the worker modules among what is lowered
 * @property {string} invalid why the sources are no program; empty when they are
 * @property {unknown} crash what the compiler threw; undefined when it threw nothing
 */

/**
 * Changes a worker module's text, to see whether anybody notices.
 *
 * @typedef {(worker: string, program: { sources: ReadonlyMap<string, string> }) => string} Tamper
 */

/**
 * Compile the files of a program.
 *
 * @param {ReadonlyMap<string, string>} sources name → JavaScript or TypeScript
 * @param {Tamper} [tamper]
 * @returns {Lowered}
 */
export function lower(sources, tamper = (text) => text) {
	const files = new Map(sources);
	/** @type {Lowered} */
	const result = {
		plain: new Map(),
		lowered: files,
		errors: [],
		warnings: new Set(),
		units: [],
		workers: [],
		invalid: '',
		crash: undefined,
	};
	try {
		result.plain = strip(sources);
	} catch (error) {
		return { ...result, invalid: String(error) };
	}
	try {
		const { compiled, diagnostics } = compileAll(sources);
		result.errors.push(...diagnostics.filter(({ severity }) => severity === 'error'));
		for (const { code, severity } of diagnostics)
			if (severity === 'warning') result.warnings.add(code);
		for (const [filename, { code, workerModules }] of compiled) {
			files.set(filename, code);
			for (const worker of workerModules) {
				files.set(worker.fileName, tamper(worker.code, { sources }));
				result.workers.push(worker.fileName.replace(/\.([cm]?)ts$/, '.$1js'));
				result.units.push(...worker.units.map(({ id }) => id));
			}
			const count = (/** @type {string} */ text) => text.split('\n').length;
			if (count(code) !== count(sources.get(filename) ?? ''))
				throw new Error(`${filename}: lines have moved`);
		}
		return { ...result, lowered: strip(files) };
	} catch (crash) {
		return { ...result, crash };
	}
}

/** @typedef {ReturnType<typeof compile>} CompileResult */

/**
 * Compile the annotated files of a program, and link all of them where there are several, as the command line does.
 *
 * @param {ReadonlyMap<string, string>} sources
 * @returns {{ compiled: Map<string, CompileResult>, diagnostics: Diagnostic[] }}
 */
function compileAll(sources) {
	const isLinked = sources.size > 1;
	/** @type {Map<string, CompileResult>} */
	const compiled = new Map();
	const summaries = [];
	for (const [filename, source] of sources) {
		const options = { filename, id: `demo/${filename}` };
		if (isLinked && !mayContainDirective(source)) {
			summaries.push(summarise(source, options));
			continue;
		}
		const one = compile(source, { ...options, link: isLinked });
		compiled.set(filename, one);
		if (one.facts.link) summaries.push(one.facts.link);
	}
	const diagnostics = [...compiled.values()].flatMap((one) => one.diagnostics);
	if (!isLinked) return { compiled, diagnostics };
	const linked = link(summaries, {
		resolve: (specifier) => resolveAmong(sources, specifier),
		isClosed: () => true,
	});
	const own = diagnostics.filter(({ code }) => !RELINKED.includes(code));
	return { compiled, diagnostics: [...own, ...linked.diagnostics] };
}

/** @param {ReadonlyMap<string, string>} sources @param {string} specifier @returns {string | null} */
function resolveAmong(sources, specifier) {
	if (!specifier.startsWith('./')) return null;
	const name = specifier.slice(2);
	return [name, name.replace(/\.js$/, '.ts')].find((one) => sources.has(one)) ?? null;
}

/** @param {ReadonlyMap<string, string>} files @returns {ReadonlyMap<string, string>} */
const strip = (files) =>
	[...files.keys()].some((name) => /\.[cm]?ts$/.test(name)) ? stripFiles(new Map(files)) : files;
