/** @import { ModuleSummary } from '../link/index.js' */
/** @import { ImportGraph } from './import-graph.js' */
import { packageOf } from '../link/index.js';

/**
 * The packages that workers may load and that files of the tree may set up, `dayjs.extend(utc)`: each thread has an instance of its own of
 * each. Too many rather than too few.
 *
 * @param {readonly ModuleSummary[]} annotated
 * @param {ImportGraph} graph
 * @param {ReadonlySet<string>} loaded files that workers may load
 * @returns {{ specifiersOf: (file: string) => string[], setUps: string[] }} `specifiersOf`: those of them that a file imports; `setUps`: the
 *   files that may set them up
 */
export function findSharedPackages(annotated, { packages, setUps }, loaded) {
	/** @param {Iterable<string>} files */
	const packagesOf = (files) =>
		new Set([...files].flatMap((file) => (packages.get(file) ?? []).map(packageOf)));
	const ofWorkers = packagesOf([...annotated.map(({ filename }) => filename), ...loaded]);
	/** @param {string} file */
	const specifiersOf = (file) =>
		(packages.get(file) ?? []).filter((one) => ofWorkers.has(packageOf(one)));
	const found = [...setUps].filter((file) => specifiersOf(file).length > 0);
	const shared = packagesOf(found);
	return {
		specifiersOf: (file) => specifiersOf(file).filter((one) => shared.has(packageOf(one))),
		setUps: found,
	};
}
