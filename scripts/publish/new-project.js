// A new project outside of the repository, with the packages as they are published: what a user has after README's commands.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** @typedef {'npm' | 'pnpm' | 'yarn'} Manager */

/** @param {string} file of an installed package @returns {string[]} the command that runs it with Node */
const nodeScript = (file) => [
	process.execPath,
	fileURLToPath(new URL(`../../node_modules/${file}`, import.meta.url)),
];
const NPM_QUIET = ['--no-audit', '--no-fund', '--prefer-offline'];

/**
 * The entry point of each package manager, and how it installs what a package.json and its lockfile say.
 *
 * @type {Record<Manager, { entry: readonly string[], all: string[], production: string[] }>}
 */
const MANAGERS = {
	npm: {
		entry: ['npm'],
		all: ['install', ...NPM_QUIET],
		production: ['ci', '--omit=dev', ...NPM_QUIET],
	},
	pnpm: {
		entry: nodeScript('pnpm/bin/pnpm.cjs'),
		all: ['install', '--prefer-offline'],
		production: ['install', '--prod', '--frozen-lockfile', '--prefer-offline'],
	},
	yarn: {
		entry: nodeScript('yarn/bin/yarn.js'),
		all: ['install', '--non-interactive'],
		production: ['install', '--production', '--frozen-lockfile', '--non-interactive'],
	},
};

/**
 * @typedef {object} Project
 * @property {string} folder absolute
 * @property {(...args: string[]) => string} run run Node in it, without what this process has in its environment; its standard output
 * @property {(kind: 'all' | 'production') => void} install
 * @property {() => void} remove
 */

/**
 * Create a project that depends on the runtime and, for development, on the command line, the plugins for bundlers and rollup.
 *
 * The dependencies of the packages upon each other are overridden with the tarballs: the versions are not in a registry yet.
 *
 * @param {Manager} manager
 * @param {Record<string, string>} tarballs as `packAll` gives them
 * @param {Record<string, string>} files text by path
 * @returns {Project}
 * @throws {Error} from `run` and `install`, with what the command has printed, when it fails
 */
export function createProject(manager, tarballs, files) {
	const folder = mkdtempSync(path.join(tmpdir(), `lapidary-${manager}-`));
	const [runtime, compiler, cli, unplugin] = ['runtime', 'compiler', 'cli', 'unplugin'].map(
		(name) => `file:${tarballs[name]}`,
	);
	const versions = { '@lapidary/runtime': runtime, '@lapidary/compiler': compiler };
	const manifest = {
		name: 'new-project',
		private: true,
		type: 'module',
		dependencies: { '@lapidary/runtime': runtime },
		devDependencies: { lapidary: cli, '@lapidary/unplugin': unplugin, rollup: '^4.68.7' },
		...(manager === 'npm' && {
			overrides: { '@lapidary/compiler': compiler, '@lapidary/runtime': '$@lapidary/runtime' },
		}),
		...(manager === 'pnpm' && { pnpm: { overrides: versions } }),
		...(manager === 'yarn' && { resolutions: versions }),
	};
	const all = { ...files, 'package.json': JSON.stringify(manifest) };
	for (const [name, text] of Object.entries(all)) {
		const file = path.join(folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
	/** @param {string[]} command @returns {string} */
	const execute = ([command, ...args]) => {
		// A folder without a package.json above it, and without the repository's tools in the path.
		const env = {
			PATH: path.dirname(process.execPath) + path.delimiter + process.env.PATH,
			HOME: process.env.HOME,
			LAPIDARY_THREADS: '2',
		};
		const { status, stdout, stderr, error } = spawnSync(command, args, {
			cwd: folder,
			env,
			encoding: 'utf8',
			timeout: 180_000,
		});
		if (error) throw error;
		if (status !== 0)
			throw new Error(`${[command, ...args].join(' ')}: ${status}\n${stdout}${stderr}`);
		return stdout;
	};
	return {
		folder,
		run: (...args) => execute([process.execPath, ...args]),
		install(kind) {
			rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true });
			const { entry, [kind]: args } = MANAGERS[manager];
			execute([...entry, ...args]);
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
