/** @import { CorpusFile } from './corpus.js' */
/** @import { Contender } from './contenders.js' */
/** @import { TimedPass } from './contender-process.js' */
/** @import { Hashes } from '../lib/compare-outputs.js' */
import { deepStrictEqual } from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertSameOutputs, hashFiles } from '../lib/compare-outputs.js';
import { turnOrder } from '../lib/interleave.js';
import { ContenderProcess } from './contender-process.js';
import { jobsFor } from './corpus.js';

const OUTPUTS = fileURLToPath(new URL('../.out/babel/outputs/', import.meta.url));

/**
 * @typedef {object} Passes one contender's
 * @property {TimedPass[]} cold first passes, each of a new process
 * @property {TimedPass[]} warm later passes of the last of these processes
 */

/**
 * Run all contenders, alternating pass by pass: `coldRounds` times a new process and its first
 * pass, then `warmRounds` passes more in the last of them. While one runs, the processes and pools
 * of the others are up and idle. The first output seen is the reference for all that follow.
 *
 * @param {CorpusFile[]} corpus
 * @param {object} plan
 * @param {Contender[]} plan.contenders
 * @param {number} plan.coldRounds at least 1
 * @param {number} plan.warmRounds
 * @param {(text: string) => void} plan.onStep
 * @returns {Promise<{ passes: Record<string, Passes>, outputs: Hashes }>} `outputs`: the files that
 *   each pass of each contender wrote
 */
export async function measure(corpus, { contenders, coldRounds, warmRounds, onStep }) {
	/** @type {Record<string, Passes>} */
	const passes = Object.fromEntries(contenders.map(({ name }) => [name, { cold: [], warm: [] }]));
	/** @type {Map<string, ContenderProcess>} */
	const processes = new Map();
	/** @type {{ outputs: Hashes, hashes: string[] } | undefined} */
	let reference;

	/** @param {Contender} contender */
	async function runPass({ name }) {
		const directory = join(OUTPUTS, name.toLowerCase().replace(/[^a-z0-9]+/g, '-'));
		rmSync(directory, { recursive: true, force: true });
		mkdirSync(directory, { recursive: true });
		const process = /** @type {ContenderProcess} */ (processes.get(name));
		const pass = await process.pass(jobsFor(corpus, directory));
		const outputs = hashFiles(directory);
		reference ??= { outputs, hashes: pass.hashes };
		assertSameOutputs(name, reference.outputs, outputs);
		deepStrictEqual(pass.hashes, reference.hashes, `${name}: results differ`);
		return pass;
	}

	try {
		onStep('reading packages and sources once, so that all find them in the cache of the system');
		await readOnce(corpus, contenders[0]);
		for (let round = 0; round < coldRounds; round++) {
			for (const contender of turnOrder(contenders, round)) {
				onStep(`first pass ${round + 1}/${coldRounds}: ${contender.name}`);
				await processes.get(contender.name)?.close();
				processes.set(contender.name, start(contender));
				passes[contender.name].cold.push(await runPass(contender));
			}
		}
		for (let round = 0; round < warmRounds; round++) {
			for (const contender of turnOrder(contenders, round)) {
				onStep(`later pass ${round + 1}/${warmRounds}: ${contender.name}`);
				// Waiting for its turn a process collects garbage and forgets compiled code, one whose threads block
				// between tasks less so than one whose event loops go on. A pass that does not count undoes that.
				await runPass(contender);
				passes[contender.name].warm.push(await runPass(contender));
			}
		}
		for (const process of processes.values()) await process.close();
	} finally {
		for (const process of processes.values()) process.kill();
	}
	return { passes, outputs: reference?.outputs ?? new Map() };
}

/**
 * @param {CorpusFile[]} corpus
 * @param {Contender} contender its process loads the packages and ends
 */
async function readOnce(corpus, contender) {
	for (const { input } of corpus) readFileSync(input);
	const process = start(contender);
	await process.pass([]);
	await process.close();
}

/** @param {Contender} contender */
function start({ name, program, execArgv }) {
	return new ContenderProcess(name, program, execArgv);
}
