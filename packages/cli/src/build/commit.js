/** @import { Diagnostic } from '../types.js' */
/** @import { Stage } from './stage.js' */
import { linkSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { unwritableOutput } from '../diagnostics/codes.js';
import { displayPath, entryType, errorCode, reasonOf } from './paths.js';
import { isStaleModule } from './stale-modules.js';

/**
 * One step of a commit that has been done, and how to undo it.
 *
 * @typedef {() => void} Undo
 */

/**
 * @typedef {object} Plan
 * @property {string[]} folders that are missing, outermost first; relative to the out-dir
 * @property {string[]} outputs relative to the out-dir
 * @property {Set<string>} replaced those of `outputs` that exist
 * @property {string[]} removed worker modules that no host refers to any more
 */

/**
 * @typedef {object} Built
 * @property {string[]} outputs relative to the out-dir
 * @property {Set<string>} unchanged those of `outputs` that are in their place already
 * @property {string[]} hosts where host modules go, relative to the out-dir: earlier worker modules of theirs are removed
 */

/**
 * Put the staged outputs into their place: all of them, or none.
 *
 * What could go wrong is looked for before the first rename. What goes wrong nevertheless undoes the renames so far: the
 * files that they replace are kept in the stage until the end.
 *
 * @param {Stage} stage
 * @param {Built} built
 * @returns {Diagnostic[]} LP7008, then nothing has changed
 */
export function commit(stage, built) {
	if (stage.isFresh) return attempt(stage.outDir, () => renameSync(stage.path, stage.outDir));
	const { plan, diagnostics } = planCommit(stage, built);
	if (diagnostics.length > 0) return diagnostics;
	/** @type {Undo[]} */
	const done = [];
	const failures = attempt(stage.outDir, () => carryOut(stage, plan, done));
	if (failures.length > 0) for (const undo of done.reverse()) undo();
	return failures;
}

/**
 * @param {string} target absolute
 * @param {() => void} action
 * @returns {Diagnostic[]}
 */
function attempt(target, action) {
	try {
		action();
		return [];
	} catch (error) {
		const { dest } = /** @type {{ dest?: string }} */ (error);
		return [unwritable(dest ?? target, reasonOf(error))];
	}
}

/**
 * @param {Stage} stage
 * @param {Built} built
 * @returns {{ plan: Plan, diagnostics: Diagnostic[] }}
 */
function planCommit({ outDir }, { outputs, unchanged, hosts }) {
	const staged = outputs.filter((output) => !unchanged.has(output));
	/** @type {Plan} */
	const plan = { folders: [], outputs: staged, replaced: new Set(), removed: [] };
	const diagnostics = [];
	const current = new Set(outputs);
	const hostsByFolder = groupByFolder(hosts);
	for (const [folder, files] of groupByFolder(outputs)) {
		const problem = problemWithFolder(outDir, folder);
		if (problem) diagnostics.push(problem);
		else if (entryType(path.join(outDir, folder)) === 'none') plan.folders.push(folder);
		else {
			const entries = readdirSync(path.join(outDir, folder), { withFileTypes: true });
			const folders = new Set(
				entries.filter((entry) => entry.isDirectory()).map(({ name }) => name),
			);
			const names = new Set(entries.map(({ name }) => name));
			for (const file of files) {
				const name = path.basename(file);
				const target = path.join(outDir, file);
				if (folders.has(name)) diagnostics.push(unwritable(target, 'it is a folder'));
				else if (names.has(name)) plan.replaced.add(file);
			}
			const isStale = isStaleModule(hostsByFolder.get(folder) ?? []);
			const stale = [...names].filter((name) => isStale(name) && !folders.has(name));
			const removed = stale.map((name) => path.join(folder, name));
			plan.removed.push(...removed.filter((file) => !current.has(file)));
		}
	}
	return { plan, diagnostics };
}

/**
 * @param {string[]} outputs
 * @returns {Map<string, string[]>} by folder, every folder on the way included, outermost first
 */
function groupByFolder(outputs) {
	/** @type {Map<string, string[]>} */
	const groups = new Map([['.', []]]);
	/** @param {string} folder @returns {string[]} */
	const filesOf = (folder) => {
		const known = groups.get(folder);
		if (known) return known;
		filesOf(path.dirname(folder));
		/** @type {string[]} */
		const files = [];
		groups.set(folder, files);
		return files;
	};
	for (const output of outputs) filesOf(path.dirname(output)).push(output);
	return groups;
}

/**
 * A link inside the out-dir would lead a write out of it; a file cannot hold others.
 *
 * @param {string} outDir absolute
 * @param {string} folder relative
 * @returns {Diagnostic | undefined}
 */
function problemWithFolder(outDir, folder) {
	const absolute = path.join(outDir, folder);
	const type = entryType(absolute);
	if (type === 'none' || type === 'folder') return undefined;
	return unwritable(
		absolute,
		type === 'link'
			? 'it is a link, and a build writes nothing outside its out-dir'
			: 'it is not a folder',
	);
}

/**
 * @param {Stage} stage
 * @param {Plan} plan
 * @param {Undo[]} done gains a step for each change
 */
function carryOut({ path: stagePath, outDir }, { folders, outputs, replaced, removed }, done) {
	const kept = path.join(stagePath, '.lapidary-replaced');
	mkdirSync(kept);
	/** @param {string} file @param {(from: string, to: string) => void} keep */
	const keepOld = (file, keep) => {
		const target = path.join(outDir, file);
		const copy = path.join(kept, String(done.length));
		keep(target, copy);
		done.push(() => renameSync(copy, target));
	};
	for (const folder of folders) {
		mkdirSync(path.join(outDir, folder));
		done.push(() => rmdirSync(path.join(outDir, folder)));
	}
	for (const file of outputs) {
		if (replaced.has(file)) keepOld(file, linkOrRename);
		const [from, to] = [path.join(stagePath, file), path.join(outDir, file)];
		renameSync(from, to);
		if (!replaced.has(file)) done.push(() => renameSync(to, from));
	}
	for (const file of removed) keepOld(file, renameSync);
}

/**
 * Keep a file under a second name. With a hard link its own name never goes missing; not every file system has them.
 *
 * @param {string} from
 * @param {string} to
 */
export function linkOrRename(from, to) {
	try {
		linkSync(from, to);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
		renameSync(from, to);
	}
}

/**
 * @param {string} filename absolute
 * @param {string} reason
 * @returns {Diagnostic}
 */
export function unwritable(filename, reason) {
	const hint = `choose another out-dir, or make room for \`${displayPath(filename)}\``;
	return unwritableOutput({ path: displayPath(filename), reason, hint }, { filename });
}
