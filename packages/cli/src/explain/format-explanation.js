/** @import { Explanation } from './explain-file.js' */
import { counted } from '../output/print-report.js';

/**
 * @param {Explanation} explanation
 * @returns {string} for a person; ends with a line break
 */
export function formatExplanation(explanation) {
	const { file, id, moduleKind, units, statements, callSites, sizes, host, worker } = explanation;
	const { gemAccesses, isLowered, packages } = explanation;
	const kind = moduleKind === 'module' ? 'ES module' : 'CommonJS module';
	const names = new Map(units.map((unit) => [unit.id, unit.name]));
	const sites = callSites.map((one) => formatCallSite(one, names));
	const sections = [
		`${file}: ${kind} ${id}, ${counted(units.length, 'unit')}`,
		...units.map((unit) => formatUnit(unit, statements)),
		...(sites.length > 0 ? [section('call sites', sites)] : []),
		...(gemAccesses.length > 0
			? [section('accesses of GEMs', columns(gemAccesses.map(describeAccess)))]
			: []),
		...(packages.length > 0 ? [section('packages', columns(packages.map(describePackage)))] : []),
		...(worker ? [section('top-level statements', statements.map(formatStatement))] : []),
		...(worker ? [formatSizes(sizes)] : []),
		...(isLowered ? [section('host module', host.code.trimEnd().split('\n'))] : []),
		...(worker
			? [section(`worker module ${worker.fileName}`, worker.code.trimEnd().split('\n'))]
			: []),
	];
	return `${sections.join('\n\n')}\n`;
}

/**
 * @param {Explanation['units'][number]} unit
 * @param {Explanation['statements']} statements
 * @returns {string}
 */
function formatUnit(unit, statements) {
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
		...formatFunctions(unit),
		...formatInOut(unit),
		...formatSlice(unit, statements),
		'  stub',
		...stub
			.split('\n')
			.filter((line) => line.trim() !== '')
			.map((line) => `    ${line}`),
	].join('\n');
}

/**
 * @param {Explanation['units'][number]} unit
 * @returns {string[]} lines
 */
const formatInOut = ({ inOut }) =>
	inOut.length === 0
		? []
		: [
				`  changes    ${inOut.join(', ')}`,
				"    compared when the unit ends; what has changed comes back, and the caller's own objects follow",
			];

/**
 * @param {Explanation['units'][number]} unit
 * @returns {string[]} lines
 */
function formatFunctions({ functions }) {
	if (functions.length === 0) return [];
	const rows = functions.map(({ path: [index, ...keys], use }) => [
		`args[${index}]${keys.map((key) => `.${key}`).join('')}`,
		use
			? `called; its result is needed at once (line ${use.line}), so no function can be passed`
			: 'called; a function that is passed runs on the host',
	]);
	return ['  functions among the arguments', ...columns(rows).map((row) => `    ${row}`)];
}

/**
 * The top-level statements that a unit needs, each with the uses that lead from it to the unit.
 *
 * @param {Explanation['units'][number]} unit
 * @param {Explanation['statements']} statements
 * @returns {string[]} lines
 */
function formatSlice({ slice, start: own }, statements) {
	if (slice.length === 0) return ['  slice      none: it needs nothing of the module'];
	const total = slice.reduce((sum, { statement }) => sum + statements[statement].bytes, 0);
	const rows = slice.map(({ statement, defines, uses }) => {
		const { start, text, bytes } = statements[statement];
		const shown = text.length > 48 ? `${text.slice(0, 47)}…` : text;
		const isUnit = start.line === own.line && uses.length === 1 && uses[0].line === own.line;
		const why = isUnit ? 'the unit itself' : describeUses(defines, uses);
		return [`${start.line}: ${shown}`, `${bytes} B`, why];
	});
	return [
		`  slice      ${counted(slice.length, 'statement')}, ${total} B`,
		...columns(rows).map((row) => `    ${row}`),
	];
}

/**
 * @param {string[]} defines
 * @param {{ name: string, line: number }[]} uses
 * @returns {string} 'defines `SCALE`, used in line 3 by `norm`, used in line 9'
 */
function describeUses(defines, uses) {
	const [first, ...outer] = uses;
	const verb = defines.includes(first.name) ? 'defines' : 'fills';
	const by = outer.map(({ name, line }) => ` by \`${name}\`, used in line ${line}`).join('');
	return `${verb} \`${first.name}\`, used in line ${first.line}${by}`;
}

/**
 * @param {Explanation['callSites'][number]} callSite
 * @param {ReadonlyMap<string, string>} names of units, by id
 * @returns {string}
 */
function formatCallSite({ unit, start, action, detail }, names) {
	const name = names.get(unit) ?? unit;
	return [`${start.line}:${start.column + 1}`, name, action, detail].filter(Boolean).join('  ');
}

/**
 * @param {Explanation['packages'][number]} found
 * @returns {string[]}
 */
function describePackage({ name, files, can, isKnown }) {
	const known = isKnown ? 'known, or trusted' : 'it only computes';
	return [name, `${counted(files, 'file')} read`, can.length > 0 ? `can ${can.join(', ')}` : known];
}

/**
 * @param {Explanation['gemAccesses'][number]} access
 * @returns {string[]}
 */
function describeAccess({ start, path, use, how, text, side }) {
	const as = how === 'copies' ? 'plain copies' : how;
	const verdict = as ? `in memory, as ${as}` : `general: ${text}`;
	return [`${start.line}:${start.column + 1}`, side, path, use, verdict];
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
