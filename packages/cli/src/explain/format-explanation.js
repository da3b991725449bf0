/** @import { Explanation } from './explain-file.js' */
import { counted } from '../output/print-report.js';

/**
 * @param {Explanation} explanation
 * @returns {string} for a person; ends with a line break
 */
export function formatExplanation(explanation) {
	const { file, id, moduleKind, units, statements, callSites, sizes, host, worker } = explanation;
	const kind = moduleKind === 'module' ? 'ES module' : 'CommonJS module';
	const sections = [
		`${file}: ${kind} ${id}, ${counted(units.length, 'unit')}`,
		...units.map(formatUnit),
		...(callSites.length > 0 ? [section('call sites', callSites.map(formatCallSite))] : []),
		...(worker ? [section('top-level statements', statements.map(formatStatement))] : []),
		...(worker ? [formatSizes(sizes)] : []),
		...(worker ? [section('host module', host.code.trimEnd().split('\n'))] : []),
		...(worker
			? [section(`worker module ${worker.fileName}`, worker.code.trimEnd().split('\n'))]
			: []),
	];
	return `${sections.join('\n\n')}\n`;
}

/**
 * @param {Explanation['units'][number]} unit
 * @returns {string}
 */
function formatUnit(unit) {
	const { id, name, kind, directive, form, captures, start, end, stub } = unit;
	const { mode, pool, priority, timeoutMs } = directive;
	const options = [
		pool && `pool=${pool}`,
		priority && `priority=${priority}`,
		timeoutMs !== undefined && `timeout=${timeoutMs}ms`,
	].filter(Boolean);
	const place = `lines ${start.line} to ${end.line}`;
	const rows = captures.map(({ name: captured, channel, reason, bytes }) => [
		captured,
		channel,
		bytes === undefined ? '' : `${bytes} B`,
		reason,
	]);
	return [
		`unit ${name} (${unit.async ? 'async ' : ''}${kind}, ${form} form, ${place})`,
		`  id         ${id}`,
		`  directive  use ${[mode, ...options].join(' ')}`,
		`  captures   ${captures.length === 0 ? 'none' : ''}`.trimEnd(),
		...columns(rows).map((row) => `    ${row}`),
		'  stub',
		...stub
			.split('\n')
			.filter((line) => line.trim() !== '')
			.map((line) => `    ${line}`),
	].join('\n');
}

/**
 * @param {Explanation['callSites'][number]} callSite
 * @returns {string}
 */
function formatCallSite({ unit, start, action, detail }) {
	const name = unit.slice(unit.indexOf('#') + 1);
	return [`${start.line}:${start.column + 1}`, name, action, detail].filter(Boolean).join('  ');
}

/**
 * @param {Explanation['statements'][number]} statement
 * @returns {string}
 */
function formatStatement({ start, text, kept, reason, bytes }) {
	const size = `${bytes} B`.padStart(8);
	return `${kept ? 'kept   ' : 'dropped'} ${size}  ${start.line}: ${text}  (${reason})`;
}

/**
 * @param {Explanation['sizes']} sizes
 * @returns {string}
 */
function formatSizes({ sourceBytes, hostBytes, workerBytes }) {
	return `sizes\n  source ${sourceBytes} B, host module ${hostBytes} B, worker module ${workerBytes} B`;
}

/**
 * @param {string} title
 * @param {string[]} lines
 * @returns {string}
 */
function section(title, lines) {
	return [title, ...lines.map((line) => `  ${line}`.trimEnd())].join('\n');
}

/**
 * @param {string[][]} rows
 * @returns {string[]} with the cells of each column below each other
 */
function columns(rows) {
	const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at].length)));
	return rows.map((row) =>
		row
			.map((cell, at) => cell.padEnd(widths[at]))
			.join('  ')
			.trimEnd(),
	);
}
