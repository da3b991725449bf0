// Writes the declarations that packages ship, `packages/*/types`, from the types in the comments of their sources. The
// repository itself is checked against the sources (`paths` in tsconfig.json), so that these are never stale here.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['runtime', 'compiler'];

/**
 * Emit the declarations of all packages, each into `<folder>/<package>/types`.
 *
 * @param {string} [folder] absolute
 * @returns {{ ok: boolean, output: string }}
 */
export function emitTypes(folder = path.join(ROOT, 'packages')) {
	const stage = mkdtempSync(path.join(ROOT, 'packages', '.types-'));
	try {
		const args = ['-p', path.join(ROOT, 'tsconfig.types.json'), '--outDir', stage];
		const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
		const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, ...args], {
			cwd: ROOT,
			encoding: 'utf8',
		});
		if (status !== 0) return { ok: false, output: `${stdout}${stderr}`.trim() };
		for (const name of PACKAGES) {
			const target = path.join(folder, name, 'types');
			rmSync(target, { recursive: true, force: true });
			cpSync(path.join(stage, name, 'src'), target, { recursive: true });
		}
		return { ok: true, output: '' };
	} finally {
		rmSync(stage, { recursive: true, force: true });
	}
}

/** @returns {boolean} false where development dependencies are not installed */
export const canEmitTypes = () => existsSync(path.join(ROOT, 'node_modules/typescript/bin/tsc'));
