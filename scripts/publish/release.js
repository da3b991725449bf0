// `npm run release`: versions, changelogs and tags by the commits since the last release, then publishes all packages.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LERNA = path.join(ROOT, 'node_modules', 'lerna', 'dist', 'cli.js');

/**
 * What has to hold before anything is published.
 *
 * @param {{ branch: string, changes: string }} repository `changes`: as `git status --porcelain` prints them
 * @returns {string | undefined} why there is no release
 */
export function reasonNotToRelease({ branch, changes }) {
	if (branch !== 'main') return `releases are made from \`main\`, and this is \`${branch}\``;
	if (changes !== '') return `the working tree has changes:\n${changes}`;
	return undefined;
}

/** @param {string[]} args @returns {string} */
function git(...args) {
	const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
	if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
	return stdout.trim();
}

/** @param {string} command @param {string[]} args @returns {boolean} whether it ended well */
function run(command, args) {
	const env = { ...process.env, LAPIDARY_RELEASE: '1' };
	return spawnSync(command, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;
}

/** @param {string[]} args of `lerna publish` @returns {number} the exit code */
function release(args) {
	const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
	const changes = git('status', '--porcelain');
	const reason = reasonNotToRelease({ branch, changes });
	if (reason !== undefined) {
		console.error(`nothing is released: ${reason}`);
		return 1;
	}
	// The tests run on what is published: a failure here leaves neither a version nor a tag behind.
	if (!run('npm', ['run', 'check'])) return 1;
	return run(process.execPath, [LERNA, 'publish', '--conventional-commits', ...args]) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	process.exitCode = release(process.argv.slice(2));
}
