// `npm run pack -- <folder>`: writes the tarballs of all packages, as they are published.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { PUBLISHED, stagePackage } from './stage.js';

/**
 * Pack all published packages.
 *
 * @param {string} folder absolute; made when it is not there
 * @returns {Promise<Record<string, string>>} absolute path of each tarball, by the folder name of its package
 */
export async function packAll(folder) {
	mkdirSync(folder, { recursive: true });
	const staging = mkdtempSync(path.join(tmpdir(), 'lapidary-pack-'));
	/** @type {Record<string, string>} */
	const tarballs = {};
	try {
		for (const name of PUBLISHED) {
			const staged = path.join(staging, name);
			await stagePackage(name, staged);
			const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
			const { status, stdout, stderr } = spawnSync('npm', args, { cwd: staged, encoding: 'utf8' });
			if (status !== 0) throw new Error(`npm pack of ${name} failed:\n${stderr}`);
			const [{ filename }] = JSON.parse(stdout);
			tarballs[name] = path.join(folder, filename);
		}
	} finally {
		rmSync(staging, { recursive: true, force: true });
	}
	return tarballs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [folder = '.'] = process.argv.slice(2);
	for (const file of Object.values(await packAll(path.resolve(folder)))) console.log(file);
}
