/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Figure, Plan } from './measure.js' */
import { spread } from '../lib/format.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { LOOPS } from './measure.js';

/** Those whose turns are a few cycles of arithmetic. */
const TIGHT = ['intSum', 'floatSum', 'multiply'];

/**
 * @param {{ machine: Machine, plan: Plan, figures: Figure[] }} run
 * @returns {Report}
 */
export function cancellationReport({ machine, plan, figures }) {
	return {
		name: 'cancellation',
		title: 'What looking whether to stop costs',
		machine,
		sections: [
			{
				title: 'Loops with and without checks, milliseconds',
				text:
					`Median (p10–p90) over ${plan.rounds} rounds; each sample is the shortest of ${plan.repeats} runs in a row, in a thread that was started for the round. ` +
					'Short loops get no check of their own; the loops around them do. Results of both builds were equal.',
				table: {
					columns: ['loop', 'has checks', '>with', '>without', '>with / without'],
					rows: figures.map(({ name, looks, samples: { checked, unchecked } }) => [
						LOOPS[name],
						looks ? 'yes' : 'no',
						spread(summarize(checked)),
						spread(summarize(unchecked)),
						spread(pairedRatio(checked, unchecked)),
					]),
				},
			},
		],
		goals: TIGHT.map((tight) => {
			const { samples } = /** @type {Figure} */ (figures.find(({ name }) => name === tight));
			return {
				name: `${LOOPS[tight]}: time with checks over time without`,
				value: pairedRatio(samples.checked, samples.unchecked).median,
				direction: /** @type {const} */ ('at most'),
				limit: 1.03,
			};
		}),
		data: { plan, figures },
	};
}
