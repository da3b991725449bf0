import { stripFiles } from '../../fixtures/runner/strip-types.js';
import { compileAll } from './compile-all.js';

/** @import { Diagnostic } from './compile-all.js' */

/**
 * @typedef {object} Lowered
 * @property {ReadonlyMap<string, string>} plain name → JavaScript, as it is written
 * @property {ReadonlyMap<string, string>} lowered the same, lowered; with the worker modules
 * @property {Diagnostic[]} errors why the compiler refuses it; empty when it does not
 * @property {Set<string>} warnings codes, those of notes as well
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
 * @param {{ tamper?: Tamper, stub?: (host: string) => string, untold?: readonly string[] }} [spoilt] `tamper` changes worker modules,
 *   `stub` host modules; `untold`: codes of diagnostics that do not count
 * @returns {Lowered}
 */
export function lower(sources, spoilt = {}) {
	const { tamper = (text) => text, stub = (text) => text, untold = [] } = spoilt;
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
		result.plain = strip(sources, new Map());
	} catch (error) {
		return { ...result, invalid: String(error) };
	}
	try {
		const { compiled, diagnostics: all } = compileAll(sources);
		const diagnostics = all.filter(({ code }) => !untold.includes(code));
		result.errors.push(...diagnostics.filter(({ severity }) => severity === 'error'));
		for (const { code, severity } of diagnostics)
			if (severity !== 'error') result.warnings.add(code);
		for (const [filename, { code, workerModules }] of compiled) {
			files.set(filename, stub(code));
			for (const worker of workerModules) {
				files.set(worker.fileName, tamper(worker.code, { sources }));
				result.workers.push(worker.fileName.replace(/\.([cm]?)ts$/, '.$1js'));
				result.units.push(...worker.units.map(({ id }) => id));
			}
			const count = (/** @type {string} */ text) => text.split('\n').length;
			if (count(code) !== count(sources.get(filename) ?? ''))
				throw new Error(`${filename}: lines have moved`);
		}
		return { ...result, lowered: strip(files, plainOf(sources, result.plain)) };
	} catch (crash) {
		return { ...result, crash };
	}
}

/** @param {string} name @returns {boolean} */
const isTypeScript = (name) => /\.[cm]?ts$/.test(name);

/**
 * @param {ReadonlyMap<string, string>} files
 * @param {ReadonlyMap<string, string>} known JavaScript by TypeScript source, for sources that have been stripped already: most time goes into that
 * @returns {ReadonlyMap<string, string>}
 */
function strip(files, known) {
	if (![...files.keys()].some(isTypeScript)) return files;
	const stripped = new Map();
	for (const [name, text] of files) {
		const [[newName, made] = [name, text]] = known.has(text)
			? [[name.replace(/\.([cm]?)ts$/, '.$1js'), known.get(text)]]
			: stripFiles(new Map([[name, text]]));
		stripped.set(newName, made);
	}
	return stripped;
}

/** @param {ReadonlyMap<string, string>} sources @param {ReadonlyMap<string, string>} plain in the same order @returns {Map<string, string>} by the text */
function plainOf(sources, plain) {
	const made = [...plain.values()];
	return new Map([...sources.values()].map((text, index) => [text, String(made[index])]));
}
