/** @import { CompileOptions, Node } from '../types.js' */
/** @import { Parsed } from '../ir/module.js' */
/** @import { Reporter } from '../diagnostics/reporter.js' */
import { restoreAwaiters } from '../ast/awaiter.js';
import { parseSource } from '../ast/babel.js';
import { nameDefaultClass } from '../ast/default-class.js';
import { readDirectCallees } from '../ast/direct-callees.js';
import { mayContainDirective } from '../ast/directive-text.js';
import { expandImportAliases } from '../ast/import-alias.js';
import { nameModuleThis } from '../ast/module-this.js';
import { isTypeOnly } from '../ast/shapes.js';
import { findInitialisations } from '../ast/initialisation/index.js';
import { resolveNames } from '../ast/resolve.js';
import { eraseHelperCalls, findHelperUses } from '../ir/helper-calls.js';
import { syntaxError } from '../diagnostics/codes.js';
import { isStackOverflow, TOO_DEEP } from '../diagnostics/stack-overflow.js';

/** `export default class {`, `export default abstract class extends Base {` */
const NAMELESS = /\bdefault\s+(abstract\s+)?class\b/;

/**
 * Read a source text into a module record: its tree, its language, its module kind and its names.
 *
 * @param {string} source
 * @param {{ options: CompileOptions, reporter: Reporter }} context reports LP6001
 * @returns {Parsed | null} null when the text cannot be parsed
 */
export function parse(source, { options, reporter }) {
	const { filename } = options;
	const baseName = /** @type {string} */ (filename.split(/[\\/]/).pop());
	const extension = /** @type {string} */ (/\.[^.]*$/.exec(baseName)?.[0] ?? '.js');
	const language = languageOf(extension);
	const byName = declaredKind(extension);
	// TypeScript and Babel turn module syntax into CommonJS: only a JavaScript extension fixes the syntax.
	const declared = language === 'js' ? (byName ?? 'unknown') : 'unknown';
	const asked = byName ?? options.sourceType;
	/** @type {Node} */
	let file;
	try {
		file = parseSource(source, { language, moduleKind: declared, plugins: options.parserPlugins });
	} catch (error) {
		if (isStackOverflow(error)) {
			syntaxError(reporter, { start: 0, end: 0 }, { reason: TOO_DEEP });
			return null;
		}
		const { message, pos } = /** @type {{ message: string, pos?: number }} */ (error);
		if (pos === undefined) throw error;
		const reason = message.replace(/\s*\(\d+:\d+\)$/, '');
		syntaxError(reporter, { start: pos, end: pos }, { reason });
		return null;
	}
	if (language !== 'js') expandImportAliases(file.program, source);
	const syntax = detectKind(file.program);
	const moduleKind = declared !== 'unknown' ? declared : asked === 'module' ? 'module' : syntax;
	const runsAs = asked ?? moduleKind;
	const strict = moduleKind === 'module' || hasStrictDirective(file.program);
	readDirectCallees(file.program, source);
	if (/\b__(awaiter|async)\b/.test(source)) restoreAwaiters(file.program);
	if (NAMELESS.test(source) && mayContainDirective(source)) nameDefaultClass(file.program, source);
	if (/\bthis\b/.test(source)) nameModuleThis(file.program, moduleKind);
	const { helper, resolution } = resolve(file, source, { strict, pragmas: jsxPragmas(file) });
	const id = options.id ?? baseName;
	return {
		source,
		filename,
		baseName,
		extension,
		id,
		language,
		moduleKind,
		runsAs,
		strict,
		file,
		resolution,
		helper,
	};
}

/**
 * @param {Node} file
 * @param {string} source
 * @param {Parameters<typeof resolveNames>[1]} options
 * @returns {Pick<Parsed, 'resolution' | 'helper'>} of the tree without calls of the helper
 */
function resolve(file, source, options) {
	const found = resolveAll(file, source, options);
	const { helper, resolution } = found;
	const made = new Set(helper.calls.map(({ fn }) => fn));
	const isOfAll = isAnnotated(file.program);
	findInitialisations(resolution, (fn) => isOfAll || made.has(fn) || isAnnotated(fn.body));
	return found;
}

/** @param {Node} file @param {string} source @param {Parameters<typeof resolveNames>[1]} options @returns {Pick<Parsed, 'resolution' | 'helper'>} */
function resolveAll(file, source, options) {
	const resolution = resolveNames(file, options);
	if (!/cpuBound|cpu-bound/.test(source)) return { helper: { calls: [], misuses: [] }, resolution };
	const helper = findHelperUses(file, resolution);
	if (helper.calls.length === 0) return { helper, resolution };
	eraseHelperCalls(helper.calls, resolution.parents);
	resolution.parents.clear();
	return { helper, resolution: resolveNames(file, options) };
}

/** @param {Node} block a program, or what a function has as its body @returns {boolean} */
const isAnnotated = ({ directives }) =>
	(directives ?? []).some((/** @type {Node} */ { value }) => /cpu_bound/.test(value.value));

/** @param {string} extension @returns {'js' | 'ts' | 'tsx'} */
function languageOf(extension) {
	if (extension === '.tsx') return 'tsx';
	return /^\.[mc]?ts$/.test(extension) ? 'ts' : 'js';
}

/** @param {string} extension @returns {'module' | 'commonjs' | null} null when the extension leaves it open */
function declaredKind(extension) {
	if (/^\.m[jt]s$/.test(extension)) return 'module';
	return /^\.c[jt]s$/.test(extension) ? 'commonjs' : null;
}

/**
 * What the text itself says. TypeScript's `import x = require()` leaves both open, and Babel's
 * own guess does not count it as a module.
 *
 * @param {Node} program
 * @returns {'module' | 'commonjs'}
 */
function detectKind(program) {
	if (program.sourceType === 'module') return 'module';
	return program.body.some(
		(/** @type {Node} */ node) => /^(Import|Export)/.test(node.type) && !isTypeOnly(node),
	)
		? 'module'
		: 'commonjs';
}

/** @param {Node} program @returns {boolean} */
const hasStrictDirective = (program) =>
	program.directives.some(
		(/** @type {Node} */ directive) => directive.value.value === 'use strict',
	);

/**
 * What JSX calls: what the file's comments name, `React` otherwise. It only counts as a use when the
 * file declares a variable of that name.
 *
 * @param {Node} file
 * @returns {{ element: string, fragment: string }}
 */
function jsxPragmas(file) {
	/** @param {RegExp} pattern */
	const find = (pattern) => {
		for (const comment of file.comments ?? []) {
			const found = pattern.exec(comment.value);
			if (found) return found[1];
		}
		return undefined;
	};
	return {
		element: find(/@jsx\s+([\w$]+)/) ?? 'React',
		fragment: find(/@jsxFrag\s+([\w$]+)/) ?? 'React',
	};
}
