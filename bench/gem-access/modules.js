import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { compile } from '@lapidary/compiler';

const SOURCE = new URL('./src/', import.meta.url);
const LOWERED = new URL('../.out/gem-access/', import.meta.url);

/** @typedef {(...args: any[]) => any} Run */
/** @typedef {Map<string, { worker: string, id: string }>} Compiled by file of `src/`: worker module, id of the units without their names */

/**
 * Compile the patterns, and write their worker modules.
 *
 * @param {Iterable<string>} files of `src/`
 * @param {URL} [target] folder; emptied first
 * @returns {Compiled}
 */
export function lowerPatterns(files, target = LOWERED) {
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	/** @type {Compiled} */
	const compiled = new Map();
	for (const file of new Set(files)) {
		const id = `bench/${file}`;
		const source = readFileSync(new URL(file, SOURCE), 'utf8');
		const { workerModules, diagnostics } = compile(source, { filename: file, id });
		const errors = diagnostics.filter(({ severity }) => severity === 'error');
		if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
		for (const { fileName, code } of workerModules) {
			writeFileSync(new URL(fileName, target), code);
			compiled.set(file, { worker: new URL(fileName, target).href, id });
		}
	}
	return compiled;
}

/**
 * Functions of modules that are loaded for each of them anew: what V8 learns of one contender would be false of another.
 *
 * @param {Compiled} compiled
 */
export function createLoader(compiled) {
	let serial = 0;
	return {
		/** @param {string} file @param {string} unit @returns {Promise<Run>} as it is written */
		plain: async (file, unit) => (await import(`${new URL(file, SOURCE).href}?${serial++}`))[unit],
		/** @param {string} file @param {string} unit @returns {Promise<Run>} of the worker module, without a pool */
		async lowered(file, unit) {
			const { worker, id } = /** @type {{ worker: string, id: string }} */ (compiled.get(file));
			const { $lp_units } = await import(`${worker}?${serial++}`);
			return $lp_units[`${id}#${unit}`](undefined);
		},
	};
}
