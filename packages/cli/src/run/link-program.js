/** @import { Diagnostic, Linked, Options, SourceFile, SourceRoot } from '../types.js' */
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { scanSpecifiers } from '@lapidary/compiler/link';
import { mayBeOptional, mayContainDirective } from '@lapidary/compiler/prescan';
import { isCompiled } from '../build/languages.js';
import { errorCode } from '../build/paths.js';
import { createResolver } from '../link/resolver.js';

/**
 * Check the uses of annotated functions in the files that a program imports: the loader sees one file at a time. What it says
 * of a file itself is left to it.
 *
 * @param {string} entry absolute
 * @param {Pick<Options, 'strict' | 'trust'>} options
 * @returns {Promise<{ diagnostics: Diagnostic[], needs: Map<string, Linked> }>} `diagnostics` of the link alone; `needs`: what other files do to annotated
 *   ones, by path
 */
export async function linkProgram(entry, options) {
	const { sources, annotated } = readProgram(entry);
	if (annotated.length === 0) return { diagnostics: [], needs: new Map() };
	const folder = path.dirname(entry);
	/** @type {SourceRoot} */
	const root = { given: entry, path: folder, realPath: realpathSync(folder), file: entry };
	/** @type {SourceFile[]} */
	const files = [...sources.keys()].map((file) => ({
		path: file,
		relative: path.relative(folder, file),
		root,
	}));
	// the compiler, and what lints with it
	const { linkSources } = await import('../link/link-sources.js');
	const { linked, diagnostics } = await linkSources(files, {
		sources,
		options,
		// What the program does not import, nothing runs.
		isClosed: () => true,
	});
	// the loader says of each file what the compiler does, and reads the packages of a program of one file
	const told = new Set([...diagnostics, ...linked.ofCompiler].map(identityOf));
	// which imports cannot be followed, the program is about to show
	const shown = linked.diagnostics.filter(
		(one) => one.severity !== 'note' && !told.has(identityOf(one)),
	);
	return { diagnostics: shown, needs: linked.needs };
}

/** The compiler knows what it does; a workspace has it outside of `node_modules`. */
const RUNTIME = /^@lapidary\/runtime(\/|$)/;

/** @param {Diagnostic} diagnostic @returns {string} */
const identityOf = ({ code, filename, start }) => JSON.stringify([code, filename, start]);

/**
 * Follow the imports of a program, by what their text looks like. Installed packages are run as they are.
 *
 * @param {string} entry absolute
 * @returns {{ sources: Map<string, string>, annotated: string[] }} `annotated`: files with directives; none where the program is one file
 *   without optional units, which a link says nothing of
 */
function readProgram(entry) {
	const { locate } = createResolver([]);
	/** @type {Map<string, string>} */
	const sources = new Map();
	const queue = [entry];
	for (const file of queue) {
		if (sources.has(file)) continue;
		const text = readText(file);
		if (text === null) continue;
		sources.set(file, text);
		for (const specifier of scanSpecifiers(text)) {
			if (RUNTIME.test(specifier)) continue;
			const found = locate(specifier, file);
			if (!found || !isCompiled(found) || /[\\/]node_modules[\\/]/.test(found)) continue;
			queue.push(found);
		}
	}
	const annotated = [...sources].flatMap(([file, text]) => (mayContainDirective(text) ? file : []));
	const isLinked = sources.size > 1 || [...sources.values()].some(mayBeOptional);
	return { sources, annotated: isLinked ? annotated : [] };
}

/** @param {string} file @returns {string | null} null for what Node will complain of */
function readText(file) {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		return null;
	}
}
