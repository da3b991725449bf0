/** @import { Setting } from '../lib/options.js' */
/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Figures } from './measure.js' */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digits, spread } from '../lib/format.js';
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { measure } from './measure.js';

/** @type {Record<Setting, { files: number, rounds: number }>} */
const PLANS = {
	quick: { files: 200, rounds: 3 },
	small: { files: 2_000, rounds: 11 },
	full: { files: 2_000, rounds: 31 },
};

const options = readOptions(process.argv.slice(2), {
	command: 'npm run bench:passthrough --',
	about:
		'What `lapidary build` costs where nothing is annotated: a tree of files against a plain program\n' +
		'that reads and writes them.',
});
const progress = createProgress();
const machine = describeMachine();
const directory = mkdtempSync(join(tmpdir(), 'lapidary-passthrough-'));
try {
	const figures = await measure(directory, PLANS[options.setting], progress.show);
	progress.clear();
	await publish(passthroughReport(machine, figures), options);
} finally {
	rmSync(directory, { recursive: true, force: true });
}

/**
 * @param {Machine} machine
 * @param {Figures} figures
 * @returns {Report}
 */
function passthroughReport(machine, figures) {
	const { tree, samples, unparsed } = figures;
	const ratio = pairedRatio(samples['lapidary build'], samples.copy);
	return {
		name: 'passthrough',
		title: 'Files without an annotation',
		machine,
		sections: [
			{
				title: `${tree.files} files, ${digits(tree.bytes / 1e6)} MB`,
				text: [
					'Each run is a process of its own, from its start to its end, into an empty folder. `copy` is',
					'`bench/passthrough/copy.js`: it lists the tree, makes the folders, then reads and writes 16 files at',
					'a time. `nothing` is a Node process without work. Median (p10–p90); ratios are of neighbours.',
				].join('\n'),
				table: {
					columns: ['', '>ms', '>time / copy'],
					rows: Object.keys(samples).map((name) => [
						name,
						spread(summarize(samples[name])),
						spread(pairedRatio(samples[name], samples.copy)),
					]),
				},
			},
			{ title: 'Nothing is parsed', text: unparsed },
		],
		goals: [
			{
				name: 'time of lapidary build over a plain copy',
				value: ratio.median,
				direction: 'at most',
				limit: 1.3,
			},
		],
		data: figures,
	};
}
