/** @import { FileFacts } from './types.js' */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from '@lapidary/compiler';

/**
 * What the compiler makes of one file of a package.
 *
 * @param {string} folder a copy of a package, annotated
 * @param {string} file
 * @returns {{ facts: FileFacts, codes: string[] }} `codes` of the errors, sorted, each once
 */
export function compileFile(folder, file) {
	const source = readFileSync(path.join(folder, file), 'utf8');
	const { facts, diagnostics, workerModules } = compile(source, { filename: file });
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	return {
		codes: [...new Set(errors.map(({ code }) => code))].sort(),
		facts: {
			file,
			moduleKind: facts.moduleKind,
			sourceBytes: Buffer.byteLength(source),
			workerBytes: workerModules.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0),
			kept: facts.statements.filter(({ kept }) => kept).length,
			statements: facts.statements.length,
		},
	};
}
