// Writes the declarations that packages ship, `packages/*/types`, from the types in the comments of their sources. The
// repository itself is checked against the sources (`paths` in tsconfig.json), so that these are never stale here.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['runtime', 'compiler', 'unplugin'];
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** @returns {boolean} false where development dependencies are not installed */
export const canEmitTypes = () => existsSync(TSC);

/**
 * Emit the declarations of all packages, each into `<folder>/<package>/types`: those of its entries, and what they refer to.
 *
 * @param {string} [folder] absolute
 * @returns {{ ok: boolean, output: string }} not ok when one of these cannot be emitted; then nothing is replaced
 */
export function emitTypes(folder = path.join(ROOT, 'packages')) {
	const stage = mkdtempSync(path.join(ROOT, 'packages', '.types-'));
	try {
		const args = [TSC, '-p', path.join(ROOT, 'tsconfig.types.json'), '--outDir', stage];
		const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
		const needed = PACKAGES.map((name) => filesOf(name, path.join(stage, name, 'src')));
		// What is said about files that no entry needs is of no interest here; `npm run types` checks them.
		const missing = needed.flat().filter((file) => !existsSync(file));
		if (missing.length > 0) return { ok: false, output: `${stdout}${stderr}${missing.join('\n')}` };
		PACKAGES.forEach((name, index) => {
			const target = path.join(folder, name, 'types');
			rmSync(target, { recursive: true, force: true });
			for (const file of needed[index]) {
				const copy = path.join(target, path.relative(path.join(stage, name, 'src'), file));
				mkdirSync(path.dirname(copy), { recursive: true });
				cpSync(file, copy);
			}
		});
		return { ok: true, output: '' };
	} finally {
		rmSync(stage, { recursive: true, force: true });
	}
}

/**
 * @param {string} name of a package
 * @param {string} folder absolute, where its declarations have been emitted
 * @returns {string[]} absolute paths of the declarations that its entries need; they may not exist
 */
function filesOf(name, folder) {
	const manifest = readFileSync(path.join(ROOT, 'packages', name, 'package.json'), 'utf8');
	const entries = Object.values(JSON.parse(manifest).exports).map(({ types }) => types ?? '');
	const found = new Set(
		entries
			.filter((/** @type {string} */ entry) => entry.startsWith('./types/'))
			.map((/** @type {string} */ entry) => path.join(folder, entry.slice('./types/'.length))),
	);
	for (const file of found) {
		if (!existsSync(file)) continue;
		const imports = readFileSync(file, 'utf8').matchAll(
			/\b(?:from|import)\b\s*\(?['"](\.[^'"]+)\.(c?)js['"]/g,
		);
		for (const [, target, kind] of imports)
			found.add(path.join(path.dirname(file), `${target}.d.${kind}ts`));
	}
	return [...found];
}
