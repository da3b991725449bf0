import { spawn } from 'node:child_process';
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const BIN = fileURLToPath(new URL('../bin/lapidary.js', import.meta.url));

/**
 * A folder of its own for one test, in which programs find the packages of this repository.
 *
 * @typedef {object} Sandbox
 * @property {string} root absolute, links followed
 * @property {(files: Record<string, string | Uint8Array>) => void} write by path relative to the root
 * @property {(folder?: string) => Record<string, string>} tree path → content as Latin-1, `-> target` for links; without node_modules
 * @property {(args: string[], options?: RunOptions) => Running} lapidary starts the command line from its sources
 * @property {(args: string[], options?: RunOptions) => Running} node
 * @property {() => void} remove
 */

/** @typedef {{ env?: Record<string, string | undefined>, cwd?: string, bin?: string, uid?: number }} RunOptions */

/** @typedef {{ status: number | null, signal: string | null, stdout: string, stderr: string }} Finished */

/** @typedef {Promise<Finished> & { child: import('node:child_process').ChildProcessWithoutNullStreams }} Running */

/**
 * @param {Record<string, string | Uint8Array>} [files]
 * @returns {Sandbox}
 */
export function createSandbox(files = {}) {
	const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'lapidary-cli-')));
	symlinkSync(NODE_MODULES, path.join(root, 'node_modules'));
	/** @type {Sandbox} */
	const sandbox = {
		root,
		write(more) {
			for (const [file, content] of Object.entries(more)) {
				const absolute = path.join(root, file);
				mkdirSync(path.dirname(absolute), { recursive: true });
				writeFileSync(absolute, content);
			}
		},
		tree: (folder = '.') => readTree(path.join(root, folder)),
		lapidary: (args, { bin = BIN, ...options } = {}) =>
			run([bin, ...args], { cwd: root, ...options }),
		node: (args, options) => run(args, { cwd: root, ...options }),
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
	sandbox.write(files);
	return sandbox;
}

/**
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Running}
 */
function run(args, { env = {}, cwd, uid }) {
	const child = spawn(process.execPath, args, {
		cwd,
		uid,
		env: { ...cleanEnvironment(), LAPIDARY_CLI_SOURCE: '1', ...env },
	});
	const finished = new Promise((resolve, reject) => {
		/** @type {Record<'stdout' | 'stderr', string>} */
		const output = { stdout: '', stderr: '' };
		child.stdout.on('data', (data) => (output.stdout += data));
		child.stderr.on('data', (data) => (output.stderr += data));
		child.on('error', reject);
		child.on('close', (status, signal) => resolve({ status, signal, ...output }));
	});
	return Object.assign(finished, { child });
}

/**
 * @returns {NodeJS.ProcessEnv} without what the test runner, or who runs it, adds
 */
function cleanEnvironment() {
	const { NODE_OPTIONS: _options, FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env;
	return env;
}

/**
 * @param {string} folder absolute
 * @param {string} [prefix]
 * @returns {Record<string, string>} sorted by path
 */
function readTree(folder, prefix = '') {
	/** @type {Record<string, string>} */
	const tree = {};
	for (const name of readdirSync(folder).sort()) {
		if (prefix === '' && name === 'node_modules') continue;
		const absolute = path.join(folder, name);
		const stats = lstatSync(absolute);
		if (stats.isSymbolicLink()) tree[prefix + name] = `-> ${readlinkSync(absolute)}`;
		else if (stats.isDirectory()) Object.assign(tree, readTree(absolute, `${prefix}${name}/`));
		else tree[prefix + name] = readFileSync(absolute, 'latin1');
	}
	return tree;
}
