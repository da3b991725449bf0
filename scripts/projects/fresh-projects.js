/** @import { Home } from './workplace.js' */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from './shell.js';

/**
 * A project as a tool makes it, and what proves that it still builds.
 *
 * @typedef {object} FreshProject
 * @property {string[]} create commands in an empty folder
 * @property {Record<string, string>} files that they do not write
 * @property {string} build
 * @property {string} [run] prints what the units compute; none for a build whose program is for browsers
 */

const UNIT = `export async function square(n) {
  "use cpu_bound";
  return n * n;
}
`;
const PROGRAM = `import { square } from './square.mjs';
const values = Promise.all([1, 2, 3].map((n) => square(n)));
values.then((squares) => console.log(squares.join(' ')));
`;
const EXPECTED = '1 4 9';

/** @type {Record<string, FreshProject>} */
export const FRESH_PROJECTS = {
	plain: {
		create: ['npm init -y'],
		files: { 'src/main.mjs': PROGRAM, 'src/square.mjs': UNIT },
		build: 'npm run build',
		run: 'node dist/main.mjs',
	},
	'vite app': {
		create: ['npm create --yes vite@latest . -- --template vanilla-ts --no-interactive'],
		files: {},
		build: 'npm run build',
	},
	vite: {
		create: ['npm init -y', 'npm install --save-dev vite'],
		files: {
			'src/main.mjs': PROGRAM,
			'src/square.mjs': UNIT,
			'vite.config.mjs': `import { defineConfig } from 'vite'

export default defineConfig({
  build: { ssr: 'src/main.mjs' },
})
`,
		},
		build: 'npx vite build',
		run: 'node dist/main.mjs',
	},
	webpack: {
		create: ['npm init -y', 'npm install --save-dev webpack webpack-cli'],
		files: {
			'src/main.mjs': PROGRAM,
			'src/square.mjs': UNIT,
			'webpack.config.js': `const path = require('path');

module.exports = {
  mode: 'production',
  target: 'node',
  entry: './src/main.mjs',
  output: {
    filename: 'main.js',
    path: path.resolve(__dirname, 'dist'),
  },
};
`,
		},
		build: 'npx webpack',
		run: 'node dist/main.js',
	},
	'Next.js': {
		create: ['npx --yes create-next-app@latest . --api --yes --use-npm --disable-git'],
		files: {},
		build: 'npm run build',
	},
};

/**
 * Set a fresh project up, build and run it, and take the set-up back.
 *
 * @param {FreshProject} project
 * @param {Home} home an empty folder
 * @returns {Promise<string>} what was seen
 * @throws {Error} when a command fails, or a byte is not what it was
 */
export async function tryInit({ create, files, build, run }, home) {
	const { folder } = home;
	const execute = (/** @type {string} */ command) => runCommand(command, home);
	for (const command of create) await execute(command);
	for (const [file, text] of Object.entries(files)) home.write(file, text);
	const before = hashFiles(folder);
	await execute('npx --yes lapidary@latest init --yes');
	const changed = differences(before, hashFiles(folder));
	await execute('npm install');
	await execute(build);
	const seen = [
		`wrote ${changed.filter((file) => !file.startsWith('.lapidary/')).join(', ')}`,
		'built',
	];
	if (run) {
		const printed = (await execute(run)).trim();
		if (printed !== EXPECTED) throw new Error(`\`${run}\` printed ${printed}`);
		const count = home.calls().length;
		if (count !== 3) throw new Error(`${count} calls ran on threads`);
		seen.push(`${count} calls on other threads`);
	}
	await execute('npx lapidary init --undo --yes');
	const left = differences(before, hashFiles(folder));
	if (left.length > 0) throw new Error(`not as it was before: ${left.join(', ')}`);
	return [...seen, 'every byte restored'].join('; ');
}

/** What package managers and builds write. */
const OTHERS =
	/^(?:node_modules|dist|\.next|package-lock\.json|next-env\.d\.ts|tsconfig\.tsbuildinfo)$/;

/**
 * @param {string} folder absolute
 * @param {string} [prefix]
 * @returns {Map<string, string>} hash by path, of all files but those that others write
 */
function hashFiles(folder, prefix = '') {
	/** @type {Map<string, string>} */
	const hashes = new Map();
	for (const name of readdirSync(path.join(folder, prefix))) {
		if (OTHERS.test(name)) continue;
		const file = prefix + name;
		const absolute = path.join(folder, file);
		if (lstatSync(absolute).isDirectory())
			for (const [one, hash] of hashFiles(folder, `${file}/`)) hashes.set(one, hash);
		else hashes.set(file, createHash('sha256').update(readFileSync(absolute)).digest('hex'));
	}
	return hashes;
}

/**
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @returns {string[]} paths of files that are not the same
 */
const differences = (before, after) =>
	[...new Set([...before.keys(), ...after.keys()])].filter(
		(file) => before.get(file) !== after.get(file),
	);
