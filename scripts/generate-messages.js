// Turns packages/*/messages/*.md into the functions that report diagnostics, and into docs/diagnostics.md.
// `--check` writes nothing and fails when a generated file is not what the messages say.
/** @import { MessageEntry } from './messages/entry.js' */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { checkMessages } from './messages/check-messages.js';
import { MessageFileError } from './messages/entry.js';
import { isOfTools } from './messages/families.js';
import { parseMessages } from './messages/parse-messages.js';
import {
	renderCatalogue,
	renderCompilerCodes,
	renderCompilerList,
	renderPlacedCodes,
	renderReference,
	renderRuntimeCodes,
} from './messages/render.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['compiler', 'runtime', 'cli', 'unplugin'];

/**
 * @typedef {object} Output
 * @property {string} file relative to the root, posix separators
 * @property {(entry: MessageEntry) => boolean} isFrom which messages it is made from
 * @property {(entries: MessageEntry[]) => string} render
 */

/** @param {string} name @returns {(entry: MessageEntry) => boolean} */
const fromPackage =
	(name) =>
	({ file }) =>
		file.startsWith(`packages/${name}/`);

/** @param {MessageEntry} entry */
const isOfCompiler = (entry) => fromPackage('compiler')(entry) && !isOfTools(entry);

/** @type {readonly Output[]} */
const OUTPUTS = [
	{
		file: 'packages/compiler/src/diagnostics/codes.js',
		isFrom: isOfCompiler,
		render: renderCompilerCodes,
	},
	{
		file: 'packages/compiler/src/diagnostics/list.js',
		isFrom: isOfCompiler,
		render: renderCompilerList,
	},
	{
		file: 'packages/compiler/src/adapters/diagnostics/codes.js',
		isFrom: isOfTools,
		render: renderPlacedCodes,
	},
	{
		file: 'packages/runtime/src/errors/codes.js',
		isFrom: fromPackage('runtime'),
		render: renderRuntimeCodes,
	},
	{
		file: 'packages/cli/src/diagnostics/codes.js',
		isFrom: fromPackage('cli'),
		render: renderPlacedCodes,
	},
	{
		file: 'packages/unplugin/src/diagnostics/codes.js',
		isFrom: fromPackage('unplugin'),
		render: renderPlacedCodes,
	},
	{
		file: 'packages/cli/src/explain/catalogue.js',
		isFrom: () => true,
		render: renderCatalogue,
	},
	{ file: 'docs/diagnostics.md', isFrom: () => true, render: renderReference },
];

/**
 * Read the messages of all packages under a root.
 *
 * @param {string} root
 * @returns {Promise<MessageEntry[]>} sorted by code; a package without a messages folder has none
 * @throws {MessageFileError} for a file that cannot be parsed
 */
export async function readMessages(root) {
	const entries = [];
	for (const name of PACKAGES) {
		const folder = `packages/${name}/messages`;
		for (const file of await listFolder(path.join(root, folder))) {
			if (!file.endsWith('.md')) continue;
			const source = await readFile(path.join(root, folder, file), 'utf8');
			entries.push(...parseMessages(source, `${folder}/${file}`));
		}
	}
	return entries.sort((left, right) => (left.code < right.code ? -1 : 1));
}

/**
 * Render every generated file that the entries give something to put into.
 *
 * @param {MessageEntry[]} entries
 * @param {string} root where the Prettier configuration is
 * @returns {Promise<Map<string, string>>} path relative to the root → text
 */
export async function renderAll(entries, root) {
	const rendered = new Map();
	for (const { file, isFrom, render } of OUTPUTS) {
		const own = entries.filter(isFrom);
		if (own.length === 0) continue;
		const filepath = path.join(root, file);
		const config = await resolveConfig(filepath);
		rendered.set(file, await format(render(own), { ...config, filepath }));
	}
	return rendered;
}

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
async function main(argv) {
	const entries = await readMessages(ROOT);
	const problems = checkMessages(entries);
	if (problems.length > 0) {
		console.error(problems.join('\n'));
		return 1;
	}
	const stale = [];
	for (const [file, text] of await renderAll(entries, ROOT)) {
		if ((await readIfPresent(path.join(ROOT, file))) !== text) stale.push({ file, text });
	}
	if (argv.includes('--check')) {
		for (const { file } of stale) console.error(`${file} is stale; run: npm run generate`);
		return stale.length > 0 ? 1 : 0;
	}
	for (const { file, text } of stale) {
		await mkdir(path.dirname(path.join(ROOT, file)), { recursive: true });
		await writeFile(path.join(ROOT, file), text);
	}
	console.log(`${entries.length} messages, ${stale.length} files written`);
	return 0;
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} sorted names, none when the folder does not exist
 */
async function listFolder(folder) {
	try {
		return (await readdir(folder)).sort();
	} catch (error) {
		if (isMissing(error)) return [];
		throw error;
	}
}

/**
 * @param {string} file
 * @returns {Promise<string | undefined>}
 */
async function readIfPresent(file) {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (isMissing(error)) return undefined;
		throw error;
	}
}

/**
 * @param {unknown} error
 * @returns {boolean} whether it says that a file or folder does not exist
 */
function isMissing(error) {
	return /** @type {{ code?: string }} */ (error).code === 'ENOENT';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	try {
		process.exitCode = await main(process.argv.slice(2));
	} catch (error) {
		if (!(error instanceof MessageFileError)) throw error;
		console.error(error.message);
		process.exitCode = 1;
	}
}
