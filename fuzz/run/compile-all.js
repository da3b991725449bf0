import { compile, mayContainDirective } from '../../packages/compiler/src/index.js';
import { link, RELINKED } from '../../packages/compiler/src/link/index.js';
import { summarise } from '../../packages/compiler/src/summarise.js';

/** @typedef {ReturnType<typeof compile>} CompileResult */
/** @typedef {CompileResult['diagnostics'][number]} Diagnostic */
/** @typedef {{ compiled: Map<string, CompileResult>, diagnostics: Diagnostic[] }} Compiled */

/** A link that asks for more each time would never end: no program of the generator has so many files. */
const MOST_ROUNDS = 8;

/**
 * Compile the annotated files of a program, and link all of them where there are several, as the command line does: what the link has
 * found out about a file, it is compiled with again.
 *
 * @param {ReadonlyMap<string, string>} sources
 * @returns {Compiled}
 */
export function compileAll(sources) {
	if (sources.size === 1) return compileFiles(sources, new Map());
	/** @type {Map<string, any>} */
	const needs = new Map();
	for (let round = 0; round < MOST_ROUNDS; round++) {
		const { compiled, summaries, diagnostics } = compileFiles(sources, needs);
		const linked = link(summaries, {
			resolve: (specifier) => resolveAmong(sources, specifier),
			isClosed: () => true,
		});
		const before = JSON.stringify([...needs]);
		for (const [filename, found] of /** @type {any} */ (linked).needs ?? [])
			needs.set(filename, merged(needs.get(filename), found));
		if (JSON.stringify([...needs]) !== before) continue;
		const own = diagnostics.filter(({ code }) => !RELINKED.includes(code));
		return { compiled, diagnostics: [...own, ...linked.diagnostics] };
	}
	throw new Error('the link asks for something else each time');
}

/**
 * @param {ReadonlyMap<string, string>} sources
 * @param {ReadonlyMap<string, any>} needs what the link has found out, by file name
 * @returns {Compiled & { summaries: ReturnType<typeof summarise>[] }}
 */
function compileFiles(sources, needs) {
	/** @type {Map<string, CompileResult>} */
	const compiled = new Map();
	const summaries = [];
	for (const [filename, source] of sources) {
		const options = { filename, id: `demo/${filename}` };
		if (!mayContainDirective(source)) {
			if (sources.size > 1) summaries.push(summarise(source, options));
			continue;
		}
		const linked = needs.has(filename) ? { linked: needs.get(filename) } : {};
		const one = compile(source, { ...options, link: sources.size > 1, ...linked });
		compiled.set(filename, one);
		if (one.facts.link) summaries.push(one.facts.link);
	}
	const diagnostics = [...compiled.values()].flatMap((one) => one.diagnostics);
	return { compiled, summaries, diagnostics };
}

/** @param {Record<string, string[]> | undefined} known @param {Record<string, string[]>} found @returns {Record<string, string[]>} */
function merged(known, found) {
	return Object.fromEntries(
		Object.entries(found).map(([key, names]) => [
			key,
			[...new Set([...(known?.[key] ?? []), ...names])].sort(),
		]),
	);
}

/** @param {ReadonlyMap<string, string>} sources @param {string} specifier @returns {string | null} */
function resolveAmong(sources, specifier) {
	if (!specifier.startsWith('./')) return null;
	const name = specifier.slice(2);
	return [name, name.replace(/\.js$/, '.ts')].find((one) => sources.has(one)) ?? null;
}
