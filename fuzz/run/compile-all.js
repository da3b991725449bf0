import { compile, mayContainDirective } from '../../packages/compiler/src/index.js';
import { link, mergeLinked, RELINKED } from '../../packages/compiler/src/link/index.js';
import { summarise } from '../../packages/compiler/src/summarise.js';

/** @typedef {ReturnType<typeof compile>} CompileResult */
/** @typedef {CompileResult['diagnostics'][number]} Diagnostic */
/** @typedef {{ compiled: Map<string, CompileResult>, diagnostics: Diagnostic[] }} Compiled */

/** A link that asks for more each time would never end: no program of the generator has so many files. */
const MOST_ROUNDS = 8;

/** Programs that this process has compiled. What the runtime keeps of a unit (once-per-unit warnings, budgets) must not outlive its program. */
let programs = 0;

/**
 * Compile the annotated files of a program, and link all of them where there are several, as the command line does: what the link has
 * found out about a file, it is compiled with again.
 *
 * @param {ReadonlyMap<string, string>} sources
 * @returns {Compiled}
 */
export function compileAll(sources) {
	const prefix = `demo${++programs}`;
	if (sources.size === 1)
		return compileFiles(sources, { needs: new Map(), made: new Map(), prefix });
	/** @type {Map<string, any>} */
	const needs = new Map();
	/** @type {Map<string, Made>} */
	const made = new Map();
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const { compiled, summaries, diagnostics } = compileFiles(sources, { needs, made, prefix });
		const linked = link(summaries, {
			resolve: (specifier) => resolveAmong(sources, specifier),
			isClosed: () => true,
		});
		const before = JSON.stringify([...needs]);
		for (const [filename, found] of /** @type {any} */ (linked).needs ?? [])
			needs.set(filename, mergeLinked(needs.get(filename), found));
		if (JSON.stringify([...needs]) !== before) continue;
		const own = diagnostics.filter(({ code }) => !RELINKED.includes(code));
		return { compiled, diagnostics: [...own, ...linked.diagnostics] };
	}
	throw new Error('the link asks for something else each time');
}

/** The result of compiling a file, with the results of the link that it depends on. @typedef {{ needs: string, result?: CompileResult, summary?: ReturnType<typeof summarise> }} Made */

/**
 * @param {ReadonlyMap<string, string>} sources
 * @param {object} context
 * @param {ReadonlyMap<string, any>} context.needs results of the link, by file name
 * @param {Map<string, Made>} context.made by file name; gets what is made
 * @param {string} context.prefix of the ids of its units: no two programs share one
 * @returns {Compiled & { summaries: ReturnType<typeof summarise>[] }}
 */
function compileFiles(sources, { needs, made, prefix }) {
	/** @type {Map<string, CompileResult>} */
	const compiled = new Map();
	const summaries = [];
	for (const [filename, source] of sources) {
		const wanted = JSON.stringify(needs.get(filename)) ?? '';
		let one = made.get(filename);
		if (one?.needs !== wanted) {
			const options = { filename, id: `${prefix}/${filename}`, link: sources.size > 1 };
			one = { needs: wanted, ...compileFile(source, { ...options, linked: needs.get(filename) }) };
			made.set(filename, one);
		}
		if (one.result) compiled.set(filename, one.result);
		if (one.summary) summaries.push(one.summary);
	}
	const diagnostics = [...compiled.values()].flatMap((one) => one.diagnostics);
	return { compiled, summaries, diagnostics };
}

/** @param {string} source @param {{ filename: string, id: string, link: boolean, linked: any }} options @returns {Omit<Made, 'needs'>} */
function compileFile(source, { linked, ...options }) {
	const { filename, id, link: isLinked } = options;
	const isAnnotated = mayContainDirective(source);
	const result =
		isAnnotated || linked
			? compile(source, { ...options, ...(linked ? { linked } : {}) })
			: undefined;
	if (!isAnnotated) return isLinked ? { result, summary: summarise(source, { filename, id }) } : {};
	return { result, summary: result?.facts.link };
}

/** @param {ReadonlyMap<string, string>} sources @param {string} specifier @returns {string | null} */
function resolveAmong(sources, specifier) {
	if (!specifier.startsWith('./')) return null;
	const name = specifier.slice(2);
	return [name, name.replace(/\.js$/, '.ts')].find((one) => sources.has(one)) ?? null;
}
