/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Figures, Plan, Samples } from './measure.js' */
import { digits, spread } from '../lib/format.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { dispatchChart } from './chart.js';
import { BURST_TASK_MICROSECONDS, IN_FLIGHT } from './measure.js';

/** @type {Record<string, string>} */
const NAMES = {
	direct: 'direct',
	lapidary: 'Lapidary',
	piscina: 'piscina',
	piscina64: 'piscina, 64 per worker',
};

/**
 * @param {{ machine: Machine, plan: Plan, figures: Figures }} run
 * @returns {Report}
 */
export function dispatchReport({ machine, plan, figures }) {
	const { burst, lone } = figures;
	return {
		name: 'dispatch',
		title: 'The cost of a call',
		machine,
		sections: [
			{
				title: `${plan.burstCalls} calls of ${BURST_TASK_MICROSECONDS} µs in one Promise.all`,
				text: burstNote(figures),
				table: burstTable(burst, plan.burstCalls),
			},
			{ title: 'One call at a time, microseconds', text: loneNote, table: loneTable(lone) },
			{
				title: `Speed-up over a direct loop, ${IN_FLIGHT} calls in flight`,
				table: taskTable(figures.tasks),
			},
		],
		goals: goals(figures),
		data: { plan, figures },
		chart: dispatchChart(figures.tasks, NAMES),
	};
}

const loneNote =
	'A call that returns its argument; each sample is the median of a row of calls. The contenders alternate in ' +
	'one process.';

/** @param {Figures} figures */
function burstNote({ stepsPerMicrosecond, idleShare }) {
	return [
		`Median (p10–p90) over the rounds; ${digits(stepsPerMicrosecond)} steps of the loop take 1 µs here.`,
		'Results of all contenders were equal. With all pools open and nothing to do, the process used',
		`${digits(idleShare * 100)} % of a core.`,
	].join('\n');
}

/**
 * @param {Samples} samples milliseconds
 * @param {number} calls
 */
function burstTable(samples, calls) {
	return {
		columns: ['', '>ms for all', '>µs per call', '>time / Lapidary', '>speed-up over direct'],
		rows: Object.keys(samples).map((name) => [
			NAMES[name],
			spread(summarize(samples[name])),
			digits((summarize(samples[name]).median * 1000) / calls),
			spread(pairedRatio(samples[name], samples.lapidary)),
			spread(pairedRatio(samples.direct, samples[name])),
		]),
	};
}

/** @param {Figures['lone']} lone */
function loneTable(lone) {
	return {
		columns: ['payload', '>Lapidary', '>piscina', '>Lapidary / piscina'],
		rows: lone.map(({ bytes, samples }) => [
			bytes === 0 ? 'none' : `${bytes / 1000} KB object`,
			spread(summarize(samples.lapidary)),
			spread(summarize(samples.piscina)),
			spread(pairedRatio(samples.lapidary, samples.piscina)),
		]),
	};
}

/** @param {Figures['tasks']} tasks */
function taskTable(tasks) {
	const contenders = Object.keys(tasks[0].samples).filter((name) => name !== 'direct');
	return {
		columns: ['task', '>calls', ...contenders.map((name) => `>${NAMES[name]}`)],
		rows: tasks.map(({ microseconds, calls, samples }) => [
			microseconds < 1000 ? `${microseconds} µs` : `${microseconds / 1000} ms`,
			String(calls),
			...contenders.map((name) => spread(pairedRatio(samples.direct, samples[name]))),
		]),
	};
}

/**
 * @param {Figures} figures
 * @returns {Report['goals']}
 */
function goals({ burst, lone, idleShare }) {
	return [
		{
			name: "burst: piscina's time over Lapidary's",
			value: pairedRatio(burst.piscina, burst.lapidary).median,
			direction: 'at least',
			limit: 5,
		},
		{
			name: "lone call without payload: Lapidary's latency over piscina's",
			value: pairedRatio(lone[0].samples.lapidary, lone[0].samples.piscina).median,
			direction: 'at most',
			limit: 1.15,
		},
		{
			name: 'idle pools: share of a core',
			value: idleShare,
			direction: 'at most',
			limit: 0.05,
		},
	];
}
