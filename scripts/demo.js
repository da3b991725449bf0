// `npm run demo`: runs examples/thumbnails as it is written, then lowered, and compares the two.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCE = path.join('examples', 'thumbnails');
// Within the repository, so that the lowered program finds the runtime.
const OUTPUT = path.join('bench', '.out', 'demo');

/**
 * Run Node and give what it prints.
 *
 * @param {string[]} args
 * @returns {string} its standard output
 * @throws {Error} with what it has printed when it fails
 */
function runNode(...args) {
	const result = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
	if (result.error) throw result.error;
	if (result.status !== 0)
		throw new Error(`${args.join(' ')} failed:\n${result.stdout}${result.stderr}`);
	return result.stdout;
}

/**
 * @param {string} file of the program
 * @returns {{ result: string, tookMs: number, stopMs: number }}
 */
function measure(file) {
	const [result, times] = runNode(file).split('\n');
	const [tookMs, stopMs] = [...times.matchAll(/(\d+) ms/g)].map(([, ms]) => Number(ms));
	return { result, tookMs, stopMs };
}

console.log(
	`${SOURCE}/thumbnail.js has one function that says "use cpu_bound". As it is written:\n`,
);
const plain = measure(path.join(SOURCE, 'main.js'));
console.log(
	`  ${plain.result}\n  ${plain.tookMs} ms; the event loop stood still for ${plain.stopMs} ms\n`,
);
mkdirSync(path.join(ROOT, OUTPUT), { recursive: true });
const bin = path.join('packages', 'cli', 'bin', 'lapidary.js');
console.log(`lapidary build ${SOURCE} --out-dir ${OUTPUT}\n`);
console.log(`  ${runNode(bin, 'build', SOURCE, '--out-dir', OUTPUT).trim()}\n`);
console.log(`The same program, lowered, on ${availableParallelism()} cores:\n`);
const lowered = measure(path.join(OUTPUT, 'main.js'));
console.log(
	`  ${lowered.result}\n  ${lowered.tookMs} ms; the event loop stood still for ${lowered.stopMs} ms\n`,
);
rmSync(path.join(ROOT, OUTPUT), { recursive: true, force: true });
if (plain.result !== lowered.result)
	throw new Error('the two programs have printed different results');
const share = (lowered.tookMs / plain.tookMs).toFixed(2);
console.log(
	`The same result in ${share} of the time; the event loop stood still for ${lowered.stopMs} ms instead of ${plain.stopMs} ms.`,
);
