/** @import { Claim } from './claims.js' */
/** @import { Goal } from './goals.js' */
/** @import { Machine } from './machine.js' */
import { claimTable, paperOf } from './claims.js';
import { digits } from './format.js';
import { isMet } from './goals.js';
import { machineLine } from './machine.js';
import { markdownTable } from './table.js';

// Of the cores: what a system does beside a benchmark is less.
const MOST_FOR_OTHERS = 0.1;

/**
 * @typedef {{ name: string, machine: Machine, goals: Goal[], claims: Claim[] }} BenchRecord what a benchmark's JSON holds of it
 *
 * @typedef {object} Run a benchmark, and its files beside the summary
 * @property {string} name
 * @property {BenchRecord} [record] absent when it has not run
 * @property {string} report
 * @property {string} [chart]
 */

/**
 * One report of all benchmarks: for each claim of each paper what it says, what is here and a verdict; then all goals.
 *
 * @param {Run[]} runs
 * @param {string} setting
 * @returns {{ markdown: string, data: { setting: string, papers: Record<string, (Claim & { benchmark: string })[]>, missing: string[] } }}
 */
export function summaryReport(runs, setting) {
	const papers = claimsByPaper(runs);
	const missing = runs.filter(({ record }) => !record).map(({ name }) => name);
	const parts = [
		`# What the papers claim, and what was measured (${setting})`,
		'Made of the reports of the benchmarks, which have the tables, the spread and the machine. A verdict is about what a paper ' +
			'claims, on this machine; its absolute figures are those of other machines and engines.',
		...Object.entries(papers).flatMap(([paper, claims]) => paperParts(paper, claims, runs)),
		'## Goals',
		markdownTable(goalTable(runs)),
		'## Runs',
		runs.map(runLine).join('\n'),
	];
	return { markdown: `${parts.join('\n\n')}\n`, data: { setting, papers, missing } };
}

/**
 * @param {Run[]} runs
 * @returns {Record<string, (Claim & { benchmark: string })[]>} by paper, sorted by figure
 */
function claimsByPaper(runs) {
	const claims = runs.flatMap(({ name, record }) =>
		(record?.claims ?? []).map((claim) => ({ ...claim, benchmark: name })),
	);
	const byFigure = new Intl.Collator('en', { numeric: true });
	claims.sort((a, b) => byFigure.compare(a.paper, b.paper));
	/** @type {Record<string, (Claim & { benchmark: string })[]>} */
	const papers = {};
	for (const claim of claims) (papers[paperOf(claim)] ??= []).push(claim);
	return papers;
}

/**
 * @param {string} paper
 * @param {(Claim & { benchmark: string })[]} claims
 * @param {Run[]} runs
 */
function paperParts(paper, claims, runs) {
	const { columns, rows } = claimTable(claims);
	const count = (/** @type {Claim['verdict']} */ wanted) =>
		claims.filter(({ verdict }) => verdict === wanted).length;
	return [
		`## [${paper}]`,
		`${claims.length} claims: ${count('beaten')} beaten, ${count('reproduced')} reproduced, ${count('not reproduced')} not.`,
		markdownTable({
			columns: [...columns, 'benchmark'],
			rows: rows.map((row, index) => [...row, links(runs, claims[index].benchmark)]),
		}),
	];
}

/** @param {Run[]} runs @param {string} benchmark */
function links(runs, benchmark) {
	const { report, chart } = /** @type {Run} */ (runs.find(({ name }) => name === benchmark));
	return [`[${benchmark}](${report})`, ...(chart ? [`[chart](${chart})`] : [])].join(', ');
}

/** @param {Run[]} runs */
function goalTable(runs) {
	return {
		columns: ['benchmark', 'goal', '>value', 'wanted', 'verdict', 'why missed'],
		rows: runs.flatMap(({ name, record }) =>
			(record?.goals ?? []).map((goal) => [
				links(runs, name),
				goal.name.replaceAll('|', '\\|'),
				digits(goal.value),
				`${goal.direction} ${digits(goal.limit)}`,
				isMet(goal) ? 'met' : '**missed**',
				isMet(goal) ? '' : (goal.why ?? ''),
			]),
		),
	};
}

/** @param {Run} run */
function runLine({ name, record }) {
	return record
		? `- ${name}: ${machineLine(record.machine)}${isBusy(record.machine) ? BUSY : ''}`
		: `- ${name}: has not been run with this setting: \`npm run bench:${name}\``;
}

const BUSY = '. **Other programs used the cores meanwhile: measure again.**';

/** @param {Machine} machine */
const isBusy = ({ others }) => Number(others) > MOST_FOR_OTHERS;
