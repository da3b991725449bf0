/** @import { AnnotatedSource } from '../../ecosystem/lib/annotated-sources.js' */
import { readFileSync } from 'node:fs';
import { mayContainDirective } from '@lapidary/compiler/prescan';
import { collectCorpus } from '../babel/corpus.js';
import { interleave } from '../lib/interleave.js';
import { CONTENDERS, parseWithBabel, workerSizes } from './contenders.js';

/**
 * @typedef {object} Plan
 * @property {number} warmUp rounds that are not measured
 * @property {number} rounds
 * @property {import('../lib/options.js').Setting} corpus of the pre-scan
 *
 * @typedef {Record<string, number[]>} Samples by contender, milliseconds per round
 *
 * @typedef {object} FileFigures
 * @property {string} name package and file
 * @property {number} bytes
 * @property {number} workerBytes
 * @property {Samples} samples
 *
 * @typedef {object} Figures
 * @property {FileFigures[]} files
 * @property {Samples} total of all files
 * @property {{ files: number, bytes: number, samples: Samples }} prescan
 */

/** A file is scanned so often in a row: once takes about a microsecond, and a build has just read the bytes, as here the scan before. */
const SCANS = 10;

const names = /** @type {(keyof typeof CONTENDERS)[]} */ (Object.keys(CONTENDERS));

/**
 * @param {readonly AnnotatedSource[]} sources
 * @param {Plan} plan
 * @param {(text: string) => void} onStep
 * @returns {Promise<Figures>}
 */
export async function measure(sources, plan, onStep) {
	const sizes = workerSizes(sources);
	/** @type {FileFigures[]} */
	const files = sources.map(({ package: name, file, text }, index) => ({
		name: `${name}/${file}`,
		bytes: Buffer.byteLength(text),
		workerBytes: sizes[index],
		samples: Object.fromEntries(names.map((contender) => [contender, []])),
	}));
	const { warmUp, rounds } = plan;
	const total = await interleave(names, {
		warmUp,
		rounds,
		async sample(name, round) {
			onStep(`${round < 0 ? 'warming up' : `round ${round + 1}/${rounds}`}: ${name}`);
			let sum = 0;
			for (const [index, source] of sources.entries()) {
				const milliseconds = timed(() => CONTENDERS[/** @type {'babel'} */ (name)](source));
				if (round >= 0) files[index].samples[name].push(milliseconds);
				sum += milliseconds;
			}
			return sum;
		},
	});
	onStep('files without an annotation');
	return { files, total, prescan: await measurePrescan(plan) };
}

/**
 * The pre-scan looks at bytes as they come from the disk, the parser needs a string; decoding is not counted.
 *
 * @param {Plan} plan
 * @returns {Promise<Figures['prescan']>}
 * @throws {Error} when the pre-scan finds something in a file
 */
async function measurePrescan({ warmUp, rounds, corpus }) {
	const files = collectCorpus(corpus).map(({ input }) => {
		const bytes = readFileSync(input);
		return { input, bytes, text: bytes.toString(), isTypeScript: input.endsWith('.ts') };
	});
	const found = files.find(({ bytes }) => mayContainDirective(bytes));
	if (found) throw new Error(`${found.input} would be parsed`);
	const samples = await interleave(['pre-scan', 'parse'], {
		warmUp: Math.ceil(warmUp / 2),
		rounds,
		async sample(name) {
			if (name === 'parse') {
				return timed(() => {
					for (const { text, isTypeScript } of files) parseWithBabel(text, isTypeScript);
				});
			}
			const milliseconds = timed(() => {
				for (const { bytes } of files)
					for (let time = 0; time < SCANS; time++) mayContainDirective(bytes);
			});
			return milliseconds / SCANS;
		},
	});
	const bytes = files.reduce((sum, one) => sum + one.bytes.length, 0);
	return { files: files.length, bytes, samples };
}

/** @param {() => unknown} work @returns {number} milliseconds */
function timed(work) {
	const start = performance.now();
	work();
	return performance.now() - start;
}
