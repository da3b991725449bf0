/** @import { SourceRoot } from '../types.js' */
import path from 'node:path';
import { watch } from 'chokidar';
import { isInside } from './paths.js';

/**
 * Editors write a file in several steps, and save several files at once: changes are told when nothing has happened for so
 * long.
 */
const QUIET_MS = 60;

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM']);

/**
 * @typedef {object} Changes
 * @property {() => Promise<string[] | undefined>} next absolute paths that changed since the last call, at least one;
 *   undefined when the process is asked to end meanwhile
 */

/**
 * Watch what a build reads.
 *
 * @param {SourceRoot[]} roots
 * @param {(string | undefined)[]} written absolute paths of folders that builds write to
 * @returns {Promise<Changes>} once every change is noticed
 */
export async function createChanges(roots, written) {
	const watcher = watch(
		roots.map((root) => root.file ?? root.path),
		{
			ignoreInitial: true,
			ignored: (file) =>
				/[\\/](?:node_modules|\.git)(?:[\\/]|$)/.test(file) ||
				written.some((folder) => folder !== undefined && isInside(file, folder)),
		},
	);
	/** @type {Set<string>} */
	const changed = new Set();
	/** @type {{ onChange: () => void }} */
	const waiting = { onChange() {} };
	await new Promise((resolve) => watcher.once('ready', () => resolve(undefined)));
	watcher.on('all', (_event, file) => {
		changed.add(path.resolve(file));
		waiting.onChange();
	});
	return {
		async next() {
			const isStopped = await waitForQuiet(changed, waiting);
			if (isStopped) {
				await watcher.close();
				return undefined;
			}
			const files = [...changed];
			changed.clear();
			return files;
		},
	};
}

/**
 * @param {ReadonlySet<string>} changed
 * @param {{ onChange: () => void }} waiting
 * @returns {Promise<boolean>} whether the process was asked to end
 */
function waitForQuiet(changed, waiting) {
	return new Promise((resolve) => {
		/** @type {NodeJS.Timeout | undefined} */
		let timer;
		/** @param {boolean} isStopped */
		const finish = (isStopped) => {
			clearTimeout(timer);
			waiting.onChange = () => {};
			for (const signal of STOP_SIGNALS) process.off(signal, stop);
			resolve(isStopped);
		};
		const stop = () => finish(true);
		waiting.onChange = () => {
			clearTimeout(timer);
			timer = setTimeout(finish, QUIET_MS, false);
		};
		for (const signal of STOP_SIGNALS) process.on(signal, stop);
		if (changed.size > 0) waiting.onChange();
	});
}
