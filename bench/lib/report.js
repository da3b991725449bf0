/** @import { TopLevelSpec } from 'vega-lite' */
/** @import { Claim } from './claims.js' */
/** @import { Goal } from './goals.js' */
/** @import { Machine } from './machine.js' */
/** @import { BenchOptions } from './options.js' */
/** @import { Table } from './table.js' */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { renderChart } from './chart.js';
import { claimTable } from './claims.js';
import { goalLine, isMet } from './goals.js';
import { machineLine } from './machine.js';
import { markdownTable, textTable } from './table.js';
import { foreignShare, usage } from './usage.js';

// Of the process of a benchmark, which loads this before it measures.
const AT_START = usage();

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {string} [text] Markdown
 * @property {Table} [table]
 *
 * @typedef {object} Report
 * @property {string} name of the benchmark: file names start with it
 * @property {string} title
 * @property {Machine} machine as described before the run
 * @property {Section[]} sections
 * @property {Goal[]} goals
 * @property {Claim[]} [claims] of papers, judged by this run
 * @property {unknown} data every sample, for `<name>-<setting>.json`
 * @property {TopLevelSpec} [chart]
 */

/**
 * Print the tables and write `<name>-<setting>.md`, `.json` and, with a chart, `.svg`.
 *
 * @param {Report} measured
 * @param {BenchOptions} options
 */
export async function publish(measured, { directory, setting, strictGoals }) {
	const machine = { ...measured.machine, others: foreignShare(AT_START, usage()) };
	const report = { ...measured, machine };
	const base = `${report.name}-${setting}`;
	mkdirSync(directory, { recursive: true });
	const { name, goals, claims = [], data } = report;
	const record = { name, setting, machine, goals: goals.map(withVerdict), claims, data };
	writeFileSync(join(directory, `${base}.json`), `${JSON.stringify(record, null, '\t')}\n`);
	if (report.chart) writeFileSync(join(directory, `${base}.svg`), await renderChart(report.chart));
	writeFileSync(join(directory, `${base}.md`), markdownReport(report, setting));

	process.stdout.write(textReport(report, setting));
	const endings = report.chart ? 'md,json,svg' : 'md,json';
	process.stdout.write(`\n${relative(process.cwd(), join(directory, base))}.{${endings}}\n`);
	if (strictGoals && !goals.every(isMet)) process.exitCode = 1;
}

/** @param {Goal} goal */
function withVerdict(goal) {
	return { ...goal, met: isMet(goal) };
}

/**
 * @param {Report} report
 * @param {string} setting
 */
export function textReport({ title, machine, sections, goals }, setting) {
	const parts = sections.flatMap(({ title, table }) =>
		table ? [`${title}\n\n${textTable(table)}`] : [],
	);
	const lines = goals.map(goalLine).join('\n');
	return `\n${[`${title} (${setting})`, machineLine(machine), ...parts, lines].join('\n\n')}\n`;
}

/**
 * @param {Report} report
 * @param {string} setting
 */
export function markdownReport(report, setting) {
	const { name, title, machine, sections, goals, claims = [], chart } = report;
	const parts = sections.map(({ title, text, table }) =>
		[`## ${title}`, text, table && markdownTable(table)].filter(Boolean).join('\n\n'),
	);
	return `${[
		`# ${title} (${setting})`,
		machineLine(machine),
		...(chart ? [`![${title}](${name}-${setting}.svg)`] : []),
		...(goals.length > 0 ? [goals.map((goal) => `- ${goalLine(goal)}`).join('\n')] : []),
		...(claims.length > 0 ? ['## What the paper claims', markdownTable(claimTable(claims))] : []),
		...parts,
	].join('\n\n')}\n`;
}
