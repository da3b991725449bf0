/** @import { Diagnostic, LowerTask } from '../types.js' */
/** @import { SourceMap, Transformed } from './lower-source.js' */
import path from 'node:path';
import { compile } from '@lapidary/compiler';
import { typedUnits } from '@lapidary/compiler/declarations';
import { importsTyped, isTyped, strippedName } from './languages.js';

/**
 * Compile a source and, with `--strip-types`, take types and JSX out of the modules that come of it. No I/O.
 *
 * @param {Pick<LowerTask, 'filename' | 'id' | 'sourceType' | 'options' | 'output'>} task
 * @param {object} source
 * @param {string} source.text
 * @param {SourceMap | null} source.inputMap of an earlier transform that made the text
 * @param {Record<string, string>} source.completed specifiers that get an extension with `--strip-types`
 * @returns {Promise<Transformed>} without modules when a diagnostic is an error
 */
export async function transformSource(
	{ filename, id, sourceType, options, output },
	{ text, inputMap, completed },
) {
	const compiled = compile(text, {
		filename,
		id,
		sourceType,
		strict: options.strict,
		cancellation: options.cancellationChecks,
		verify: options.verify,
		inputSourceMap: inputMap,
		link: options.link,
		linked: options.linked,
	});
	/** @type {{ diagnostics: Diagnostic[] }} */
	const { diagnostics } = compiled;
	const unitCount = compiled.workerModules.reduce((count, { units }) => count + units.length, 0);
	const summary = compiled.facts.link;
	if (diagnostics.some(({ severity }) => severity === 'error')) {
		return { modules: [], diagnostics, isLowered: false, unitCount: 0, typedUnits: [], summary };
	}
	const { code, map } = compiled;
	const isLowered = map !== null;
	const typed = typedUnits(compiled.facts);
	const modules = [
		{ name: path.basename(output), code, map },
		...compiled.workerModules.map((worker) => ({ ...worker, name: worker.fileName })),
	];
	if (!options.stripTypes) {
		const result = { diagnostics, isLowered, unitCount, typedUnits: typed, summary };
		return { ...result, modules: modules.map(pickModule) };
	}
	const found = { modules, diagnostics, isLowered, unitCount, typedUnits: typed, summary };
	return strip(found, { filename, options, completed });
}

/**
 * @param {Transformed} compiled
 * @param {Pick<LowerTask, 'filename' | 'options'> & { completed: Record<string, string> }} task
 * @returns {Promise<Transformed>}
 */
async function strip(compiled, { filename, options: { jsx, sourceMaps }, completed }) {
	const { stripTypes, isStripFailure } = await import('./strip-types.js');
	const modules = [];
	for (const [index, { name, code, map }] of compiled.modules.entries()) {
		// Worker modules have their map in any case: errors that come back name the source by it.
		const withMap = sourceMaps || index > 0;
		if (!isTyped(filename) && !importsTyped(code)) {
			modules.push({ name, code, map });
			continue;
		}
		try {
			const stripped = stripTypes(code, {
				filename,
				map,
				jsx,
				sourceMaps: withMap,
				renamed: completed,
			});
			modules.push(pickModule({ ...stripped, name: strippedName(name) }));
		} catch (error) {
			const failure = isStripFailure(error, filename);
			if (!failure) throw error;
			const diagnostics = [...compiled.diagnostics, failure];
			return { modules: [], diagnostics, isLowered: false, unitCount: 0, typedUnits: [] };
		}
	}
	return { ...compiled, modules };
}

/**
 * @param {{ name: string, code: string, map: SourceMap | null }} module
 * @returns {{ name: string, code: string, map: SourceMap | null }} without the compiler's other fields
 */
function pickModule({ name, code, map }) {
	return { name, code, map };
}
