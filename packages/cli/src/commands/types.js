/** @import { Diagnostic, Options, SourceFile, SourceRoot } from '../types.js' */
/** @import { RewrittenDeclaration } from '../declarations/lower-all.js' */
import { summarise } from '../build/build-files.js';
import { createLowerer } from '../build/lowerer.js';
import { displayPath, realPathOf } from '../build/paths.js';
import { processFiles } from '../build/process-files.js';
import { planOutputs } from '../build/plan-outputs.js';
import { checkOverlap, findRoots } from '../build/source-roots.js';
import { walkSources } from '../build/walk.js';
import { resolveOptions } from '../config/resolve-options.js';
import { isDeclaration, locateDeclarations } from '../declarations/locate.js';
import { lowerAllDeclarations } from '../declarations/lower-all.js';
import { shortened } from '../declarations/rewrite.js';
import { writeInPlace, writeTree } from '../declarations/write.js';
import { missingArgument, staleDeclaration, surplusArgument } from '../diagnostics/codes.js';
import { CommandFailure, exitStatus } from '../diagnostics/command-failure.js';
import { printReport } from '../output/print-report.js';
import { createProgress } from '../output/progress.js';
import { findOutDir, nothing } from './build.js';

const COMMAND = 'lapidary types';

/**
 * `lapidary types`: type units in declaration files as their calls behave.
 *
 * @param {string[]} paths of sources
 * @param {Record<string, unknown>} given options of the command line
 * @returns {Promise<number>} the exit status
 * @throws {CommandFailure} when it cannot start
 */
export async function types(paths, given) {
	const startMs = performance.now();
	const options = await resolveOptions(given, COMMAND);
	checkMode(given);
	const roots = await findRoots(paths);
	const { typesDir } = options;
	const typesRoots = typesDir ? await findRoots([displayPath(typesDir)]) : roots;
	const outDir = given.outDir ? findOutDir(options) : undefined;
	if (outDir) checkOverlap(typesRoots, String(options.outDir), outDir);
	const sources = await walkAll(roots, options);
	if (sources.files.length === 0 && sources.diagnostics.length === 0) throw nothing(paths);
	const declared = typesDir
		? await walkSources(typesRoots, options)
		: { ...sources, diagnostics: [] };
	const analysed = await analyse(sources.files, options);
	const { rewritten, diagnostics } = lowerAllDeclarations(sources.files, analysed.typedUnits, {
		locate: locateDeclarations(declared.files, typesDir),
		mustExist: true,
	});
	const found = [
		...sources.diagnostics,
		...declared.diagnostics,
		...analysed.errors,
		...diagnostics,
	];
	const changed = rewritten.filter(({ changes }) => changes.length > 0);
	if (options.check) found.push(...changed.flatMap(describeStale));
	else if (exitStatus(found) === 0) found.push(...write(declared.files, changed, outDir));
	const units = new Set(changed.flatMap(({ changes }) => changes.map(({ unit }) => unit.id)));
	const fileCount = declared.files.filter(({ path }) => isDeclaration(path)).length;
	const counts = { files: fileCount, lowered: changed.length, copied: fileCount - changed.length };
	const summary = summarise({ ...counts, units: units.size, cached: 0 }, found, startMs);
	await printReport({ command: 'types', format: options.format, diagnostics: found, summary });
	return exitStatus(found);
}

const MODES = ['out-dir', 'write', 'check'];

/**
 * What becomes of the declarations is never guessed.
 *
 * @param {Record<string, unknown>} given
 * @throws {CommandFailure} LP7012, LP7013
 */
function checkMode({ outDir, write: isWrite, check }) {
	const asked = [outDir, isWrite, check].filter(Boolean);
	if (asked.length === 1) return;
	const [what, hint] = [
		`one of ${MODES.map((one) => `\`--${one}\``).join(', ')}`,
		`\`${COMMAND} --help\` shows what each does`,
	];
	throw new CommandFailure(
		asked.length === 0
			? missingArgument({ command: COMMAND, what, hint })
			: surplusArgument({ command: COMMAND, expected: what, count: asked.length }),
	);
}

/**
 * Compile the sources and keep what is to be known of their units. Warnings are left to `lapidary check`.
 *
 * @param {SourceFile[]} files
 * @param {Options} options
 * @returns {Promise<{ typedUnits: Awaited<ReturnType<typeof processFiles>>['typedUnits'], errors: Diagnostic[] }>}
 */
async function analyse(files, options) {
	const planned = files.map((file) => ({ ...file, output: file.relative }));
	const lowerer = createLowerer({ ...options, isReused: false });
	const progress = await createProgress(files.length);
	const { typedUnits, diagnostics } = await processFiles(planned, {
		options: { ...options, stripTypes: false, sourceMaps: false },
		lowerer,
		onProgress: progress.update,
	});
	progress.clear();
	return { typedUnits, errors: diagnostics.filter(({ severity }) => severity === 'error') };
}

/**
 * @param {RewrittenDeclaration} declaration
 * @returns {Diagnostic[]} LP7018, one for each signature
 */
function describeStale({ changes }) {
	return changes.map(({ unit, declared, actual, place }) =>
		staleDeclaration(
			{ unit: unit.name, declared: shortened(declared), actual: shortened(actual) },
			place,
		),
	);
}

/**
 * @param {SourceRoot[]} roots
 * @param {Options} options
 * @returns {ReturnType<typeof walkSources>} without what a build has written
 */
function walkAll(roots, { ignore, cacheDir, outDir }) {
	return walkSources(roots, { ignore, cacheDir, skip: outDir && realPathOf(outDir) });
}

/**
 * @param {SourceFile[]} files among which the declarations are
 * @param {RewrittenDeclaration[]} changed
 * @param {string | undefined} outDir absolute, links followed; undefined to write in place
 * @returns {Diagnostic[]} LP7006, LP7008
 */
function write(files, changed, outDir) {
	if (!outDir) return writeInPlace(changed);
	const tree = files.filter(({ path }) => isDeclaration(path.replace(/\.map$/, '')));
	const plan = planOutputs(tree, { stripTypes: false, outDir });
	return plan.diagnostics.length > 0 ? plan.diagnostics : writeTree(plan.files, changed, outDir);
}
