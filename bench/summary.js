/** @import { BenchOptions } from './lib/options.js' */
/** @import { BenchRecord } from './lib/summary-report.js' */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BENCHMARKS } from './benchmarks.js';
import { summaryReport } from './lib/summary-report.js';

/**
 * Sum up what the benchmarks have written for a setting, as `report-<setting>.md` and `.json` beside it. What has not run is
 * named; what ran at another time stands with its time.
 *
 * @param {Pick<BenchOptions, 'setting' | 'directory'>} options
 */
export function writeSummary({ setting, directory }) {
	const runs = BENCHMARKS.map(({ name }) => {
		const base = `${name}-${setting}`;
		const hasFile = (/** @type {string} */ ending) => existsSync(join(directory, base + ending));
		const record = hasFile('.json') ? readRecord(join(directory, `${base}.json`)) : undefined;
		return {
			name,
			record,
			report: `${base}.md`,
			chart: hasFile('.svg') ? `${base}.svg` : undefined,
		};
	});
	const { markdown, data } = summaryReport(runs, setting);
	const base = join(directory, `report-${setting}`);
	writeFileSync(`${base}.md`, markdown);
	writeFileSync(`${base}.json`, `${JSON.stringify(data, null, '\t')}\n`);
	process.stdout.write(`\n${relative(process.cwd(), base)}.{md,json}\n`);
}

/** @param {string} file @returns {BenchRecord} */
function readRecord(file) {
	const { name, machine, goals, claims } = JSON.parse(readFileSync(file, 'utf8'));
	return { name, machine, goals, claims: claims ?? [] };
}
