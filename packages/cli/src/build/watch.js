/** @import { Lowerer } from './lowerer.js' */
/** @import { LinkState } from '../link/link-processed.js' */
/** @import { Options, SourceFile, SourceRoot } from '../types.js' */
import { existsSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createRuntimeCheck } from '@lapidary/compiler/runtime-check';
import { printReport } from '../output/print-report.js';
import { buildFiles } from './build-files.js';
import { createLinkState } from '../link/link-processed.js';
import { createChanges } from './changes.js';
import { createLowerer } from './lowerer.js';
import { errorCode } from './paths.js';
import { planOutputs } from './plan-outputs.js';
import { walkSources } from './walk.js';

/**
 * @typedef {object} WatchOptions
 * @property {Options} options
 * @property {string} outDir absolute, links followed
 */

/**
 * Build, and build again what changes, until the process is asked to end.
 *
 * Every build is whole or does not happen. What could not be built, for an error in whichever file, stays pending and goes
 * with the next change.
 *
 * @param {SourceRoot[]} roots
 * @param {WatchOptions} context
 * @returns {Promise<number>} the exit status
 */
export async function watch(roots, context) {
	/** @type {Set<string> | 'all'} */
	let pending = 'all';
	/** @type {Map<string, string[]>} what each file became, to be removed with it */
	const outputs = new Map();
	const lowerer = createLowerer({ ...context.options, isReused: true });
	const link = createLinkState();
	const checkRuntime = createRuntimeCheck();
	const changes = await createChanges(roots, [context.outDir, context.options.cacheDir]);
	for (;;) {
		const tools = { ...context, lowerer, outputs, link, checkRuntime };
		const isBuilt = await rebuild(roots, pending, tools);
		if (isBuilt) pending = new Set();
		// listen first: whoever reads the line may send a signal at once
		const next = changes.next();
		process.stdout.write(`watching ${roots.map(({ given }) => given).join(', ')}\n`);
		const changed = await next;
		if (changed === undefined) return 0;
		if (pending !== 'all')
			for (const file of [...changed, ...findLost(outputs, context.outDir)]) pending.add(file);
	}
}

/**
 * @param {ReadonlyMap<string, string[]>} outputs by file
 * @param {string} outDir absolute
 * @returns {string[]} files of which others have removed an output, or all of the out-dir
 */
const findLost = (outputs, outDir) =>
	[...outputs].flatMap(([file, own]) =>
		own.every((output) => existsSync(path.join(outDir, output))) ? [] : [file],
	);

/**
 * @param {SourceRoot[]} roots
 * @param {Set<string> | 'all'} pending absolute paths
 * @param {WatchOptions & { lowerer: Lowerer, outputs: Map<string, string[]>, link: LinkState, checkRuntime: ReturnType<typeof createRuntimeCheck> }} context
 * @returns {Promise<boolean>} whether everything that is pending was built
 */
async function rebuild(roots, pending, { outputs, ...context }) {
	const { options, outDir, link } = context;
	const startMs = performance.now();
	// the tree is listed as a whole: collisions may come and go with files that did not change themselves
	const walk = await walkSources(roots, options);
	const plan = planOutputs(walk.files, { ...options, outDir });
	const wanted = pending !== 'all' && options.types ? await pair(plan.files, pending) : pending;
	const files = plan.files.filter((file) => wanted === 'all' || wanted.has(file.path));
	const diagnostics = [...walk.diagnostics, ...plan.diagnostics];
	link.all = plan.files;
	const built = await buildFiles(files, { ...context, diagnostics, startMs });
	await printReport({ command: 'build', format: options.format, ...built });
	if (built.summary.errors > 0) return false;
	removeGone(walk.files, outDir, outputs);
	for (const [file, own] of built.outputs) outputs.set(file, own);
	return true;
}

/**
 * @param {import('./plan-outputs.js').PlannedFile[]} files
 * @param {Set<string>} pending
 * @returns {Promise<Set<string>>}
 */
async function pair(files, pending) {
	const { withPartners } = await import('../declarations/type-staged.js');
	return withPartners(files, pending);
}

/**
 * @param {SourceFile[]} files that are there
 * @param {string} outDir absolute
 * @param {Map<string, string[]>} outputs loses those whose file is gone
 */
function removeGone(files, outDir, outputs) {
	const present = new Set(files.map((file) => file.path));
	for (const [file, own] of outputs) {
		if (present.has(file)) continue;
		for (const output of own) {
			rmSync(path.join(outDir, output), { force: true });
			removeEmpty(path.dirname(output), outDir);
		}
		outputs.delete(file);
	}
}

/**
 * @param {string} folder relative to the out-dir, `.` for that itself, which stays
 * @param {string} outDir absolute
 */
function removeEmpty(folder, outDir) {
	for (let at = folder; at !== '.'; at = path.dirname(at)) {
		try {
			rmdirSync(path.join(outDir, at));
		} catch (error) {
			if (!/^(?:ENOTEMPTY|EEXIST|ENOENT)$/.test(errorCode(error) ?? '')) throw error;
			return;
		}
	}
}
