// The plain program that `lapidary build` is compared with: copies a tree by reading and writing each
// file, as many at a time as keep the disk busy. Usage: node copy.js <from> <to>
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const AT_A_TIME = 16;

const [from, to] = process.argv.slice(2);
const entries = await readdir(from, { recursive: true, withFileTypes: true });
const paths = entries
	.filter((entry) => entry.isFile())
	.map((entry) => relative(from, join(entry.parentPath, entry.name)));
const folders = new Set(paths.map((path) => dirname(join(to, path))));
for (const folder of folders) await mkdir(folder, { recursive: true });

async function lane() {
	for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
		await writeFile(join(to, path), await readFile(join(from, path)));
	}
}
await Promise.all(Array.from({ length: AT_A_TIME }, lane));
