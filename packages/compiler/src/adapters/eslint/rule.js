/** @import { Rule, SourceCode } from 'eslint' */
/** @import { CompileOptions, Diagnostic } from '../../types.js' */
/** @import { DiagnosticKind } from '../../diagnostics/list.js' */
import path from 'node:path';
import { compile, mayContainDirective } from '../../index.js';
import { compileAlone } from '../packages/compile-alone.js';

/** A file is compiled once for all rules. @type {WeakMap<SourceCode, readonly Diagnostic[]>} */
const COMPILED = new WeakMap();

const TOP = Object.freeze({ line: 1, column: 0 });

/** What ESLint calls a text that is no file. */
const NO_FILE = /^<.*>$/;

/**
 * The ESLint rule for one diagnostic of the compiler.
 *
 * @param {DiagnosticKind} diagnostic
 * @returns {Rule.RuleModule}
 */
export function createRule({ code, slug, kind, severity, summary }) {
	return {
		meta: {
			type: kind === 'costly' ? 'suggestion' : 'problem',
			docs: {
				description: `${code}: ${summary}`,
				recommended: severity !== 'note',
			},
			schema: [],
			messages: { [slug]: '{{message}}; {{help}} ({{code}})' },
		},
		create: (context) => ({
			Program() {
				for (const one of diagnosticsOf(context)) {
					if (one.slug !== slug || isFallback(one, severity)) continue;
					const { message, help, start = TOP, end } = one;
					context.report({
						loc: end ? { start, end } : start,
						messageId: slug,
						data: { message, help, code },
					});
				}
			},
		}),
	};
}

/**
 * A function with `"use try_cpu_bound"` asks to stay on its thread where it cannot be lowered.
 *
 * @param {Diagnostic} diagnostic
 * @param {string} usual severity
 * @returns {boolean}
 */
const isFallback = ({ severity }, usual) => severity === 'note' && usual !== 'note';

/** @param {Rule.RuleContext} context @returns {readonly Diagnostic[]} */
function diagnosticsOf({ sourceCode, filename, languageOptions }) {
	const known = COMPILED.get(sourceCode);
	if (known) return known;
	const { text } = sourceCode;
	const isCommonJs = languageOptions.sourceType === 'commonjs';
	const options = {
		filename: NO_FILE.test(filename) ? 'input.js' : filename,
		...(isCommonJs ? { sourceType: /** @type {const} */ ('commonjs') } : {}),
	};
	const found = mayContainDirective(text) ? diagnose(text, options) : [];
	COMPILED.set(sourceCode, found);
	return found;
}

/** @param {string} text @param {CompileOptions} options @returns {readonly Diagnostic[]} */
const diagnose = (text, options) =>
	(path.isAbsolute(options.filename)
		? compileAlone(text, options, { file: options.filename })
		: compile(text, options)
	).diagnostics;
