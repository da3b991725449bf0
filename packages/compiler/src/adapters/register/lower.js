/** @import { compile as Compile } from '../../index.js' */
/** @import { compileAlone as CompileAlone } from '../packages/compile-alone.js' */
/** @import { ModuleKind } from './loader.js' */
/** @import { LoaderOptions } from './options.js' */
/** @import { LoaderReporter } from './reporter.js' */
/** @import { SharedResults } from './shared-results.js' */
import { createRequire } from 'node:module';
import path from 'node:path';
import { createRuntimeCheck } from '../install/runtime-check.js';
import { readInputMap } from './input-map.js';
import { createPackageScopes, identify } from './package-scope.js';
import { isTyped } from './stripper.js';

/** Of a file to which no other one does anything. @type {any} */
const NOTHING = Object.freeze({});

/** @typedef {Pick<ReturnType<typeof Compile>, 'code' | 'map' | 'workerModules'>} Lowered */

/**
 * Create the call of the compiler that the hooks of one thread share.
 *
 * The compiler is loaded by the first annotated file: most modules that pass by have nothing to lower. `require` it has to
 * be, as hooks cannot wait for an `import()`.
 *
 * @param {Pick<LoaderOptions, 'strict' | 'cancellation' | 'verify' | 'linked' | 'trust'>} options
 * @param {{ reporter: LoaderReporter, results: SharedResults }} thread
 * @returns {(source: string, filename: string, kind?: ModuleKind) => Lowered} `kind`: what Node takes a JavaScript file for
 */
export function createLower({ strict, cancellation, verify, linked, trust }, thread) {
	const { reporter, results } = thread;
	const require = createRequire(import.meta.url);
	const findScope = createPackageScopes();
	const checkRuntime = createRuntimeCheck();
	/** @param {string} source @param {string} filename @param {ModuleKind} [kind] @returns {Lowered} */
	const lower = (source, filename, kind) => {
		/** @type {{ compileAlone: typeof CompileAlone }} */
		const { compileAlone } = require('../packages/compile-alone.js');
		/** @type {{ compile: typeof Compile }} */
		const { compile } = require('../../index.js');
		const folder = path.dirname(filename);
		const { id, sourceType } = identify(filename, findScope(folder), { path: folder });
		/** @type {Parameters<typeof Compile>[1]} */
		const compileOptions = {
			filename,
			id,
			// Node does not say what TypeScript is before its types are gone
			sourceType: isTyped(filename) ? sourceType : (kind ?? sourceType),
			strict,
			cancellation,
			verify,
			inputSourceMap: readInputMap(source, filename),
			worker: { locate: 'query' },
			linked: linked && (linked[filename] ?? NOTHING),
		};
		// Where a link has said something of the file, it has read the packages as well.
		const result = linked?.[filename]
			? compile(source, compileOptions)
			: compileAlone(source, compileOptions, { file: filename, trust });
		reporter.report(result.diagnostics, filename, source);
		if (result.workerModules.length > 0) checkRuntime([filename]).forEach(reporter.warnOnce);
		const { code, map, workerModules } = result;
		return { code, map, workerModules };
	};
	return (source, filename, kind) =>
		results.of(['lower', source, filename], () => lower(source, filename, kind));
}
