/** @import { ModuleSummary } from '@lapidary/compiler/link' */
/** @import { Diagnostic, Linked, Options, SourceFile } from '../types.js' */
import path from 'node:path';
import { compile } from '@lapidary/compiler';
import { createPackageScopes, identify } from '@lapidary/compiler/package-scope';

/**
 * Compile a text that an annotated file is about to have.
 *
 * @param {string} filename absolute
 * @param {string} text
 * @param {{ files: readonly SourceFile[], options: Pick<Options, 'strict'>, linked?: Linked }} context `linked`: what other files do to it
 * @returns {{ summary: ModuleSummary | undefined, diagnostics: Diagnostic[] }} about the absolute path
 */
export function recompile(filename, text, { files, options, linked }) {
	const { root } = /** @type {SourceFile} */ (files.find((one) => one.path === filename));
	const identity = identify(filename, createPackageScopes()(path.dirname(filename)), root);
	const { strict } = options;
	const { facts, diagnostics } = compile(text, { ...identity, strict, link: true, linked });
	return {
		summary: facts.link && { ...facts.link, filename },
		diagnostics: diagnostics.map((one) => ({ ...one, filename })),
	};
}
