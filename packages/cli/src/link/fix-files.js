/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, FixedFile, LeftFile, Options, SourceFile } from '../types.js' */
/** @import { Fix, LinkCache } from '@lapidary/compiler/link-files' */
/** @import { Linked } from './link-files.js' */
import { readFileSync } from 'node:fs';
import { applyFixes } from '@lapidary/compiler/link';
import { formatDiff } from '../output/diff.js';
import { relativeFile } from '../output/relative-uri.js';
import { readSources } from './leave-alone.js';
import { summariseSource } from './summarise-source.js';
import { linkFiles } from './link-files.js';
import { recompile } from './recompile.js';
import { writeSources } from './write-sources.js';

/**
 * @typedef {object} Fixed
 * @property {Diagnostic[]} diagnostics what is left, or what there was before a dry run
 * @property {FixedFile[]} fixed
 * @property {LeftFile[]} left
 * @property {number} fixable what fixes could settle that were not written
 */

/** What fixes make of the sources, and what there is to say of that. @typedef {{ rewritten: Map<string, string>, diagnostics: Diagnostic[] }} Attempt */

/**
 * Rewrite what a link proposes, as far as that is for the better: a file in which a fix would give rise to another diagnostic
 * is not written, and neither is any other file of that fix. All files are written, or none.
 *
 * @param {readonly SourceFile[]} files of the whole tree
 * @param {Linked} linked
 * @param {{ options: Pick<Options, 'strict' | 'dryRun' | 'trust'>, cache: LinkCache }} context
 * @returns {Promise<Fixed>}
 */
export async function fixFiles(files, linked, { options, cache }) {
	const wanted = new Set(linked.fixes.flatMap(({ edits }) => [...edits.keys()]));
	const { sources, left: reasons } = readSources(wanted, files);
	const left = [...reasons].map(([filename, reason]) => ({ filename, reason }));
	let fixes = without(linked.fixes, reasons);
	let attempt = await tryFixes(files, linked, { fixes, sources, options, cache });
	for (;;) {
		const kept = without(fixes, filesThatAreWorse(linked.diagnostics, attempt.diagnostics));
		if (kept.length === fixes.length) break;
		fixes = kept;
		attempt = await tryFixes(files, linked, { fixes, sources, options, cache });
	}
	const { rewritten } = attempt;
	const fixed = [...rewritten].map(([filename, text]) => ({
		filename,
		changes: countChanges(fixes, filename),
		diff: options.dryRun
			? formatDiff(relativeFile(filename), String(sources.get(filename)), text)
			: null,
	}));
	fixed.sort((one, other) => (one.filename < other.filename ? -1 : 1));
	const fixable = fixes.length;
	if (options.dryRun) return { diagnostics: linked.diagnostics, fixed, left, fixable };
	const failures = writeSources(rewritten, sources);
	if (failures.length > 0)
		return { diagnostics: [...linked.diagnostics, ...failures], fixed: [], left, fixable };
	return { diagnostics: attempt.diagnostics, fixed, left, fixable: 0 };
}

/**
 * @param {readonly Fix[]} fixes
 * @param {{ has: (filename: string) => boolean }} files
 * @returns {Fix[]} those that change none of the files
 */
function without(fixes, files) {
	return fixes.filter(({ edits }) => ![...edits.keys()].some((file) => files.has(file)));
}

/**
 * @param {readonly SourceFile[]} files
 * @param {Linked} linked
 * @param {{ fixes: readonly Fix[], sources: ReadonlyMap<string, string>, options: Pick<Options, 'strict' | 'trust'>, cache: LinkCache }} proposal
 * @returns {Promise<Attempt>}
 */
async function tryFixes(files, linked, { fixes, sources, options, cache }) {
	/** @type {Map<string, string>} */
	const rewritten = new Map();
	for (const [filename, source] of sources) {
		const text = applyFixes(source, fixes, filename);
		if (text !== source) rewritten.set(filename, text);
	}
	/** @type {ModuleSummary[]} */
	const summaries = [];
	const annotated = linked.summaries.filter((one) => one.isAnnotated);
	const changed = new Set(
		annotated.map(({ filename }) => filename).filter((one) => rewritten.has(one)),
	);
	const diagnostics = linked.ofCompiler.filter(({ filename }) => !changed.has(filename));
	for (const summary of annotated) {
		const text = rewritten.get(summary.filename);
		const again = text === undefined ? null : recompile(summary.filename, text, { files, options });
		diagnostics.push(...(again?.diagnostics ?? []));
		const current = again ? again.summary : summary;
		if (current) summaries.push(current);
	}
	const unchanged = new Map([...cache].filter(([filename]) => !rewritten.has(filename)));
	const again = await linkFiles(
		files,
		{ summaries, diagnostics },
		{
			options,
			sources: rewritten,
			cache: unchanged,
			summarise: async (task) => summariseSource(task),
			recompile: async (needs) =>
				[...needs].map(([filename, one]) => {
					const text =
						rewritten.get(filename) ?? sources.get(filename) ?? readFileSync(filename, 'utf8');
					return { path: filename, ...recompile(filename, text, { files, options, linked: one }) };
				}),
		},
	);
	return { rewritten, diagnostics: again.diagnostics };
}

/**
 * @param {Diagnostic[]} before
 * @param {Diagnostic[]} after
 * @returns {Set<string>} files that have more of some diagnostic than they had
 */
function filesThatAreWorse(before, after) {
	/** @type {Map<string, { filename: string, count: number }>} */
	const counts = new Map();
	/** @param {Diagnostic} diagnostic @param {1 | -1} step */
	const count = ({ filename, code, message }, step) => {
		const key = JSON.stringify([filename, code, message]);
		const found = counts.get(key) ?? { filename, count: 0 };
		counts.set(key, { filename, count: found.count + step });
	};
	for (const one of before) count(one, -1);
	for (const one of after) count(one, 1);
	const worse = [...counts.values()].filter((one) => one.count > 0);
	return new Set(worse.map(({ filename }) => filename));
}

/**
 * @param {readonly Fix[]} fixes
 * @param {string} filename
 * @returns {number} of changes, those that several fixes ask for counted once
 */
function countChanges(fixes, filename) {
	const wraps = fixes.flatMap(({ edits }) => edits.get(filename) ?? []);
	return new Set(wraps.map((wrap) => JSON.stringify(wrap))).size;
}
