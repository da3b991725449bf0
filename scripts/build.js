// Lowers the command line with itself: packages/cli/src → packages/cli/dist, emits the declarations that packages ship, and puts
// the runtime together as it is published: packages/runtime/dist.
// Runs after `npm install`, so a failure says what it means for the tree that was just installed: the command line works from
// its sources, sequentially.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampBuild } from './build-stamp.js';
import { canEmitTypes, emitTypes } from './emit-types.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = path.join('packages', 'cli', 'bin', 'lapidary.js');
const SOURCE = path.join('packages', 'cli', 'src');
const TARGET = path.join('packages', 'cli', 'dist');

/**
 * @returns {{ ok: boolean, output: string }}
 */
function lowerCommandLine() {
	const result = spawnSync(process.execPath, [BIN, 'build', SOURCE, '--out-dir', TARGET], {
		cwd: ROOT,
		encoding: 'utf8',
		// The bin runs what is in dist when there is something; here it is what has to be built.
		env: { ...process.env, LAPIDARY_CLI_SOURCE: '1' },
	});
	const output = [result.stdout, result.stderr, result.error?.message].filter(Boolean).join('\n');
	return { ok: result.status === 0, output: output.trim() };
}

/** @returns {Promise<number>} the exit code */
async function main() {
	// `npm install --omit=dev` in a tree without sources has nothing to build.
	if (!existsSync(path.join(ROOT, SOURCE))) return 0;
	const startedAt = new Date();
	const startMs = performance.now();
	const { ok, output } = lowerCommandLine();
	const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
	if (ok) {
		console.log(`built ${TARGET} from ${SOURCE} in ${seconds} s`);
		const status = buildTypes() || (await buildRuntime());
		if (status === 0) stampBuild(startedAt);
		return status;
	}
	const duringInstall = process.env.npm_lifecycle_event === 'prepare';
	console.error(`could not lower ${SOURCE} into ${TARGET}:\n\n${output}\n`);
	console.error('The command line still runs, from its sources. To try again: npm run build');
	return duringInstall ? 0 : 1;
}

/** @returns {number} the exit code; an installation without them works, except for type checks against it */
function buildTypes() {
	if (!canEmitTypes()) return 0;
	const { ok, output } = emitTypes();
	if (ok) return 0;
	console.error(`could not emit the declarations of packages:\n\n${output}\n`);
	return process.env.npm_lifecycle_event === 'prepare' ? 0 : 1;
}

/** @returns {Promise<number>} the exit code */
async function buildRuntime() {
	if (!existsSync(path.join(ROOT, 'node_modules', 'rollup'))) return 0;
	// Not there in an installation without development dependencies.
	const { stageRuntime } = await import('./publish/stage.js');
	try {
		await stageRuntime(path.join(ROOT, 'packages', 'runtime', 'dist'));
		return 0;
	} catch (error) {
		console.error(`could not put the published runtime together:\n\n${String(error)}\n`);
		return process.env.npm_lifecycle_event === 'prepare' ? 0 : 1;
	}
}

process.exitCode = await main();
