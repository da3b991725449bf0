/** @import { Machine } from '../../lib/machine.js' */
/** @import { Report, Section } from '../../lib/report.js' */
/** @import { Kind, BothCounts, Figures, Plan } from './measure.js' */
import { digits } from '../../lib/format.js';
import { KINDS } from './measure.js';

/** @type {Record<string, string>} */
const NAMES = {
	lapidary: 'Lapidary',
	piscina: 'piscina',
	piscinaAsync: 'piscina, async atomics',
	piscinaDisabled: 'piscina, no atomics',
	tinypool: 'tinypool',
	raw: 'message with a number',
};

/**
 * @param {{ machine: Machine, plan: Plan, figures: Figures }} run
 * @returns {Report}
 */
export function countersReport({ machine, plan, figures }) {
	return {
		name: 'dispatch-counters',
		title: 'The path of a call, counted',
		machine,
		sections: [
			...Object.keys(KINDS).map((kind) => countSection(figures, /** @type {Kind} */ (kind))),
			...Object.keys(KINDS).map((kind) => costSection(figures, /** @type {Kind} */ (kind))),
		],
		goals: goals(figures),
		data: { plan, figures },
	};
}

/** @param {Figures} figures @param {Kind} kind @returns {Section} */
function countSection({ counts }, kind) {
	const rows = Object.entries(counts).map(([name, byKind]) => countRow(name, byKind[kind]));
	return {
		title: `Per call: ${KINDS[kind].name}`,
		text: kind === 'nothing' ? COUNT_NOTE : undefined,
		table: { columns: COUNT_COLUMNS, rows },
	};
}

const COUNT_NOTE =
	'Host / thread. Functions of JavaScript entered, with those of Node, and how many different; bytes that V8 allocated; ' +
	'messages posted; promises created and reactions run; turns of the event loop; `Atomics.wait` of the thread.';

const COUNT_COLUMNS = [
	'',
	'>functions',
	'>different',
	'>bytes',
	'>messages',
	'>promises',
	'>reactions',
	'>turns',
	'>waits',
];

/** @param {string} name @param {BothCounts} counts @returns {string[]} */
function countRow(name, { host, thread }) {
	const both = (/** @type {keyof typeof host} */ key) =>
		`${digits(host[key])} / ${digits(thread[key])}`;
	return [
		NAMES[name],
		both('functions'),
		both('distinct'),
		both('bytes'),
		both('messages'),
		both('promises'),
		both('reactions'),
		both('turns'),
		digits(thread.waits),
	];
}

/** @param {Figures} figures @param {Kind} kind @returns {Section} */
function costSection({ costs }, kind) {
	const rows = Object.keys(costs[kind][0].costs).map((name) => [
		NAMES[name],
		...costs[kind].flatMap(({ costs: { [name]: cost } }) => [
			digits(cost.cpuUs),
			digits(cost.latencyUs),
			digits(cost.sleeps),
		]),
	]);
	const columns = costs[kind].flatMap(({ gapMs }) => [
		`>CPU µs, ${gapMs} ms apart`,
		'>latency µs',
		'>sleeps',
	]);
	return {
		title: `CPU time of all threads, latency and times a thread went to sleep: ${KINDS[kind].name}`,
		table: { columns: ['', ...columns], rows },
	};
}

/** @param {Figures} figures @returns {Report['goals']} */
function goals({ counts }) {
	const { host, thread } = counts.lapidary.nothing;
	const raw = counts.raw.nothing;
	return [
		{
			name: "messages of a lone call over a message's",
			value: (host.messages + thread.messages) / (raw.host.messages + raw.thread.messages),
			direction: 'at most',
			limit: 1.01,
		},
		{
			name: "functions of a lone call over those of a message's",
			value: (host.functions + thread.functions) / (raw.host.functions + raw.thread.functions),
			direction: 'at most',
			limit: 2,
		},
	];
}
