/** @import { ImportFact, ModuleSummary, ValueFact } from '../ir/summary.js' */

/**
 * Whether those who import a module may get at what it imports, or may have to change with it: it exports something
 * of an import again, or a function that uses one.
 *
 * A tree is linked from its annotated files outwards, and this says where to stop.
 *
 * @param {ModuleSummary} module
 * @param {(fact: ImportFact) => boolean} matters of an import: leads to what is linked
 * @returns {boolean}
 */
export function passesOn({ imports, exports, uses, live }, matters) {
	const important = new Set(imports.flatMap((fact, index) => (matters(fact) ? [index] : [])));
	if (important.size === 0) return false;
	// A function matters when it uses an import that does, or a function that matters.
	const held = new Set();
	for (let size = -1; size !== held.size;) {
		size = held.size;
		for (const { of, holder } of uses) {
			const isImportant =
				of.kind === 'import'
					? important.has(of.import)
					: of.kind === 'function' && held.has(of.function);
			if (isImportant && holder !== null) held.add(holder);
		}
	}
	// So does a function whose callers have to wait for such a use.
	const awaited = new Set(
		uses.flatMap(({ of, awaitedBy }) =>
			of.kind === 'import' && important.has(of.import)
				? (awaitedBy?.outside ?? []).map(({ local }) => local)
				: [],
		),
	);
	/** @param {ValueFact} value @returns {boolean} */
	const reaches = (value) => {
		if ('local' in value && value.local && awaited.has(value.local)) return true;
		if (value.kind === 'import') return important.has(value.import);
		// `exports.lib = () => require('./lib')`
		const code = value.kind === 'other' ? live.codes[value.code ?? -1] : undefined;
		if (code?.gives?.kind === 'import' && reaches(code.gives)) return true;
		if (value.kind === 'function') return held.has(value.function);
		return (
			value.kind === 'object' &&
			[...Object.values(value.properties), ...value.spreads].some(reaches)
		);
	};
	return exports.some(({ value }) => reaches(value));
}
