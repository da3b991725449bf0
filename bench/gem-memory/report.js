/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Way } from './create.js' */
/** @import { Sharing } from './memory.js' */
/** @import { Sending } from './send.js' */
/** @import { Minute } from './updates.js' */
import { digits, spread } from '../lib/format.js';
import { pairedRatio, summarize } from '../lib/statistics.js';

/**
 * @typedef {object} Figures
 * @property {Record<Way, number[]>} create milliseconds
 * @property {Record<Sharing, number[]>} memory bytes
 * @property {Sending[]} send
 * @property {Minute[]} updates
 */

/**
 * @param {{ machine: Machine, plan: any, figures: Figures }} run
 * @returns {Report}
 */
export function gemMemoryReport({ machine, plan, figures }) {
	const { memory, send, updates } = figures;
	const none = summarize(memory.none).median;
	const ofClones = summarize(memory.clone).median - none;
	const ofGem = summarize(memory.gem).median - none;
	const trips = send.map(({ gem }) => summarize(gem).median);
	const largest = send[send.length - 1];
	const growth = updates.map(({ bytes, liveBytes }) => bytes / liveBytes);
	return {
		name: 'gem-memory',
		title: 'What memory that threads share costs',
		machine,
		sections: sectionsOf(plan, figures, { ofClones, ofGem, growth }),
		goals: [
			goal(
				'memory of four threads with one GEM, documents',
				(4 * ofGem) / ofClones,
				'at most',
				1.3,
			),
			goal(
				'sending, slowest size over fastest',
				Math.max(...trips) / Math.min(...trips),
				'at most',
				2,
			),
			goal(
				'a clone of the largest over a GEM of it',
				pairedRatio(largest.clone, largest.gem).median,
				'at least',
				500,
			),
			goal('memory after updates over live size', Math.max(...growth), 'at most', 2),
		],
		data: { plan, figures },
	};
}

/**
 * @param {any} plan
 * @param {Figures} figures
 * @param {{ ofClones: number, ofGem: number, growth: number[] }} sums
 * @returns {Report['sections']}
 */
function sectionsOf(plan, { create, send }, { ofClones, ofGem, growth }) {
	return [
		{
			title: `Creating from a document of ${megabytes(plan.create.bytes)} of JSON`,
			text: 'Median (p10–p90) of milliseconds; the ratio is that of the same round.',
			table: {
				columns: ['way', '>ms', '>GEM / it'],
				rows: /** @type {Way[]} */ (Object.keys(create)).map((way) => [
					way,
					spread(summarize(create[way])),
					way === 'gem' ? '' : spread(pairedRatio(create.gem, create[way])),
				]),
			},
		},
		{
			title: `Four threads with a document of ${megabytes(plan.memory.bytes)} of JSON`,
			text: 'Resident memory of the process beyond that of the same process without the document, after garbage collection, with a young generation of 3 MB in each thread (V8 keeps up to 48 MB of it otherwise, whatever the thread holds); a document is a quarter of what four clones take.',
			table: {
				columns: ['threads have', '>MB', '>documents'],
				rows: [
					['a clone each', digits(ofClones / 1e6), '4'],
					['one GEM', digits(ofGem / 1e6), digits((4 * ofGem) / ofClones)],
				],
			},
		},
		{
			title: 'Sending to a thread, and its answer',
			text: 'Median (p10–p90) of milliseconds there and back. The thread reads one field of the first row.',
			table: {
				columns: ['JSON', '>GEM', '>clone', '>clone / GEM'],
				rows: send.map(({ bytes, gem, clone }) => [
					megabytes(bytes),
					spread(summarize(gem)),
					spread(summarize(clone)),
					spread(pairedRatio(clone, gem)),
				]),
			},
		},
		{
			title: 'An hour of updates',
			text:
				`${plan.updates.sessions} sessions, ${plan.updates.updatesPerMinute} updates a minute. Memory of the GEM, as a multiple of that of a new GEM with the same content: ` +
				`${digits(growth[0])} after the first minute, ${digits(Math.max(...growth))} at most, ${digits(growth[growth.length - 1])} at the end.`,
		},
	];
}

/** @param {number} bytes */
const megabytes = (bytes) => (bytes >= 1e6 ? `${bytes / 1e6} MB` : `${bytes / 1e3} KB`);

/**
 * @param {string} name
 * @param {number} value
 * @param {'at most' | 'at least'} direction
 * @param {number} limit
 */
const goal = (name, value, direction, limit) => ({ name, value, direction, limit });
