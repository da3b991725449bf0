import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isBuildStale } from '../build-stamp.js';
import { emitTypes } from '../emit-types.js';

export const ROOT = path.resolve(import.meta.dirname, '../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const OPTIONS = '--strict --noEmit --target es2023 --module nodenext --types node --skipLibCheck';

/**
 * A project in a folder of its own, whose packages are those of this repository as they are published.
 *
 * @typedef {object} TypedProject
 * @property {string} folder
 * @property {(files: Record<string, string>) => string[]} check writes files and compiles them; `file:line TSnnnn`, one for each error
 * @property {() => void} remove
 */

/** @returns {TypedProject} */
export function createTypedProject() {
	const folder = mkdtempSync(path.join(tmpdir(), 'lapidary-types-'));
	const modules = path.join(folder, 'node_modules/@lapidary');
	mkdirSync(modules, { recursive: true });
	symlinkSync(path.join(ROOT, 'node_modules/@types'), path.join(folder, 'node_modules/@types'));
	const isStale = isBuildStale();
	// Emitting them takes half a minute.
	if (isStale) expect(emitTypes(modules)).toEqual({ ok: true, output: '' });
	for (const name of ['runtime', 'compiler']) {
		for (const part of ['package.json', 'src', ...(isStale ? [] : ['types'])])
			cpSync(path.join(ROOT, 'packages', name, part), path.join(modules, name, part), {
				recursive: true,
			});
	}
	writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
	const check = (/** @type {Record<string, string>} */ files) => {
		for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
		const args = [TSC, ...OPTIONS.split(' '), '--pretty', 'false', ...Object.keys(files)];
		const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
		const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
		return errors.map((line) => line.replace(/\((\d+),\d+\): error (TS\d+): .*/, ':$1 $2'));
	};
	return { folder, check, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
