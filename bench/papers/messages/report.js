/** @import { Machine } from '../../lib/machine.js' */
/** @import { Report, Section } from '../../lib/report.js' */
/** @import { Plan, Point } from './child.js' */
/** @import { Samples } from './measure.js' */
/** @import { TopologyName } from './topologies.js' */
import { digits, spread } from '../../lib/format.js';
import { summarize } from '../../lib/statistics.js';
import { messagesChart } from './chart.js';
import { messageClaims, messageGoals, rangeOf } from './claims.js';
import { CONTENDERS, linesOf } from './names.js';

/**
 * @typedef {Record<TopologyName, { sizes: Point[], workers: Point[], bySize: Record<string, Samples> }> & { access: { counts: { count: number, samples: Samples }[] } }} Figures
 */

/** @type {Record<TopologyName, string>} */
const TITLES = {
	ping: 'Ping: there and back to one worker (Owned)',
	ring: 'Ring: there and back, to one worker after the other (Owned)',
	multicast: 'Multicast: to all workers at once (ReadOnly)',
	dispatch: 'Dispatch: from worker to worker (ReadOnly)',
};

/**
 * @param {{ machine: Machine, plan: Plan, figures: Figures, note: string }} run
 * @returns {Report}
 */
export function messagesReport({ machine, plan, figures, note }) {
	return {
		name: 'messages',
		title: 'Messages between workers [GEM16 §7.2, Fig. 10]',
		machine,
		sections: [
			{ title: 'What ran', text: describeRun(plan, note) },
			...Object.entries(TITLES).flatMap(([name, title]) =>
				topologySections(title, figures[/** @type {TopologyName} */ (name)]),
			),
			accessSection(figures.access),
			linesSection(),
		],
		goals: messageGoals(figures),
		claims: messageClaims(figures),
		data: { plan, figures },
		chart: messagesChart(figures),
	};
}

/** @param {Plan} plan @param {string} note */
function describeRun(plan, note) {
	return `Each benchmark is a process of its own, in which the contenders take turns. Median (p10–p90) of microseconds for a message there and back (Ping,
Ring), for a receiver (Multicast, which says that it has the message), for a message from worker to worker (Dispatch; by way of the host with cluster,
whose processes have no pipes to each other). Each receiver reads a field, and what it read is compared; before anything is timed, a worker has sent back the hash of
all that it got. A GEM and an objectbuffer are made once, before that, and sent again and again; the others copy at each message. Each size has workers of its
own, so that a row also shows where the system has put their threads, and what it takes to wake a thread on a core that slept while another contender copied. Whether a cost is flat is
seen where _sizes_ take _turns_ at the same workers. The paper exchanges a message
a thousand times; here as often as it fits into ${plan.sampleMs} ms, once at least, after each contender has run for ${plan.warmMs} ms, since workers are new for
each point and V8 compiles for each of them. Sizes are those of the JSON; the paper has 16 workers on 16 cores, here there are ${plan.atWorkers}.
Pools cannot address a worker, so they are in Ping and Access only. ${note}`;
}

/**
 * @param {string} title
 * @param {Figures[TopologyName]} figures
 * @returns {Section[]}
 */
function topologySections(title, { sizes, workers, bySize }) {
	const byWorkers = {
		title: `${title}, by workers, ${bytesText(workers[0]?.bytes ?? 0)}`,
		table: tableOf(workers.map((point) => [String(point.workers), point.samples])),
	};
	return [
		{ title, table: tableOf(sizes.map((point) => [bytesText(point.bytes), point.samples])) },
		{ title: `${title}, sizes in turns`, table: turnsTable(bySize) },
		...(workers.length > 0 ? [byWorkers] : []),
	];
}

/** @param {Record<string, Samples>} bySize @returns {Section['table']} */
function turnsTable(bySize) {
	const sizes = Object.keys(Object.values(bySize)[0]).map(Number);
	return {
		columns: ['µs', ...sizes.map((bytes) => `>${bytesText(bytes)}`), '>dearest over cheapest'],
		rows: Object.entries(bySize).map(([key, samples]) => [
			CONTENDERS[key].name,
			...sizes.map((bytes) => spread(summarize(samples[bytes]))),
			digits(rangeOf(Object.values(samples))),
		]),
	};
}

/** @param {Figures['access']} access @returns {Section} */
function accessSection({ counts }) {
	return {
		title: 'Access: a message of 10 KB, of which so many properties are read (ReadOnly)',
		text: 'The worker of a GEM reads through its proxy; the call with a GEM runs what the compiler made of the same loop.',
		table: tableOf(counts.map(({ count, samples }) => [String(count), samples])),
	};
}

/**
 * @param {[string, Samples][]} points
 * @returns {Section['table']} a row for each contender, a column for each point
 */
function tableOf(points) {
	const keys = Object.keys(CONTENDERS).filter((key) => points[0]?.[1][key]);
	return {
		columns: ['µs', ...points.map(([title]) => `>${title}`)],
		rows: keys.map((key) => [
			CONTENDERS[key].name,
			...points.map(([, samples]) => (samples[key] ? spread(summarize(samples[key])) : '–')),
		]),
	};
}

/** @returns {Section} */
function linesSection() {
	return {
		title: 'What a user writes',
		text: 'Code lines that are there for this way of passing a message alone, of what has to be written for Ping.',
		table: {
			columns: ['', '>lines'],
			rows: Object.entries(CONTENDERS).map(([key, { name }]) => [name, String(linesOf(key))]),
		},
	};
}

/** @param {number} bytes */
export const bytesText = (bytes) =>
	bytes >= 1e6 ? `${bytes / 1e6} MB` : bytes >= 1e3 ? `${bytes / 1e3} KB` : `${bytes} B`;
