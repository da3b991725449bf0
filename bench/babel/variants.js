/** @import { Contender } from './contenders.js' */
/** @import { Passes } from './measure.js' */
import { digits, spread } from '../lib/format.js';
import { describeMachine } from '../lib/machine.js';
import { readOptions } from '../lib/options.js';
import { createProgress } from '../lib/progress.js';
import { publish } from '../lib/report.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { CONTENDERS } from './contenders.js';
import { collectCorpus } from './corpus.js';
import { measure } from './measure.js';

const LARGE_YOUNG_GENERATION = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Flags that may shorten the time until the workers' code is compiled, or the time for garbage. */
const VARIANTS = [
	[],
	LARGE_YOUNG_GENERATION,
	['--single-threaded-gc'],
	['--always-sparkplug'],
	['--max-lazy'],
	['--no-flush-bytecode'],
	['--interrupt-budget=40000'],
];
const ROUNDS = { quick: 1, small: 2, full: 5 };

const options = readOptions(process.argv.slice(2), {
	command: 'node bench/babel/variants.js',
	about:
		'The plain program and the hand-written pool of the Babel benchmark under flags of V8: does one of them\n' +
		'shorten the first pass of a pool?',
});
const machine = describeMachine();
const progress = createProgress();
const [sequential, pool] = ['sequential', 'piscina'].map(
	(name) => /** @type {Contender} */ (CONTENDERS.find((contender) => contender.name === name)),
);
/**
 * @param {Contender} contender
 * @param {string} label
 */
const underFlags = (contender, label) => (/** @type {string[]} */ execArgv) => ({
	...contender,
	name: `${label} ${execArgv.length > 0 ? execArgv.join(' ') : 'without flags'}`,
	execArgv,
});
// What helps the pool is no gain if it helps the plain program as much.
const contenders = [
	...[[], LARGE_YOUNG_GENERATION].map(underFlags(sequential, 'sequential')),
	...VARIANTS.map(underFlags(pool, 'pool')),
];
const plain = contenders[0].name;
const rounds = ROUNDS[options.setting];
const { passes } = await measure(collectCorpus(options.setting), {
	contenders,
	coldRounds: rounds,
	warmRounds: rounds + 1,
	onStep: progress.show,
});
progress.clear();
await publish(
	{
		name: 'babel-variants',
		title: 'Parallel Babel under flags of V8',
		machine,
		sections: [
			{
				title: 'Seconds',
				text: '`later`: the passes after the second. `CPU` is of the host process with its threads.',
				table: {
					columns: ['', '>cold', '>speed-up', '>CPU', '>later', '>speed-up', '>CPU'],
					rows: contenders.map(({ name }) => [
						name,
						...cells(passes[plain], passes[name], 'sinceSpawnMs', (each) => each.cold),
						...cells(passes[plain], passes[name], 'wallMs', (each) => each.warm.slice(1)),
					]),
				},
			},
		],
		goals: [],
		data: Object.fromEntries(
			Object.entries(passes).map(([name, { cold, warm }]) => [
				name,
				{ coldMs: cold.map((pass) => pass.sinceSpawnMs), laterMs: warm.map((pass) => pass.wallMs) },
			]),
		),
	},
	options,
);

/**
 * @param {Passes} baseline
 * @param {Passes} variant
 * @param {'sinceSpawnMs' | 'wallMs'} clock
 * @param {(passes: Passes) => Passes['cold']} select
 */
function cells(baseline, variant, clock, select) {
	const [base, times] = [baseline, variant].map((each) => select(each).map((pass) => pass[clock]));
	const cpu = summarize(select(variant).map((pass) => pass.cpuMs));
	return [
		spread(summarize(times), 1 / 1000),
		spread(pairedRatio(base, times)),
		digits(cpu.median / 1000),
	];
}
