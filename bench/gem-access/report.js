/** @import { Machine } from '../lib/machine.js' */
/** @import { Report } from '../lib/report.js' */
/** @import { Blocks } from './blocks.js' */
/** @import { Plan, Row } from './measure.js' */
import { digits, spread } from '../lib/format.js';
import { pairedRatio, summarize } from '../lib/statistics.js';
import { accessChart } from './chart.js';
import { accessClaims } from './claims.js';
import { cellsOf, goalsOf, peersOf } from './goals.js';

/**
 * @param {{ machine: Machine, plan: Plan, rows: Row[], blocks: Blocks[], missing: string[] }} run
 * @returns {Report}
 */
export function gemAccessReport({ machine, plan, rows, blocks, missing }) {
	return {
		name: 'gem-access',
		title: 'What access to memory that threads share costs',
		machine,
		sections: [
			cellSection(rows),
			...(peersOf(rows).length > 0 ? [peerSection(rows, missing)] : []),
			...(blocks.length > 0 ? [blockSection(blocks), togetherSection(blocks)] : []),
		],
		goals: goalsOf(rows, blocks, Number(process.versions.node.split('.')[0])),
		claims: accessClaims(rows),
		data: {
			plan,
			rows: rows.map(({ pattern, measured }) => ({ pattern: pattern.name, measured })),
			blocks,
			missing,
		},
		chart: accessChart(cellsOf(rows)),
	};
}

/** @param {Row[]} rows @returns {Report['sections'][number]} */
function cellSection(rows) {
	return {
		title: 'Loops over a document',
		text:
			'Each function as it is written, on plain objects and on a GEM (general), and compiled, on a GEM (lowered). Median (p10–p90); ns of one element, in which ' +
			'an object has ten accesses, a row two to four; ratios to the plain function are of the same round.',
		table: {
			columns: ['', 'pattern', 'policy', '>plain, ns', '>lowered / plain', '>general / plain'],
			rows: cellsOf(rows).map(({ row, policy, plain, lowered, general }) => [
				row.pattern.group,
				row.pattern.name,
				policy,
				digits(summarize(plain.samples).median),
				spread(pairedRatio(lowered.samples, plain.samples)),
				digits(pairedRatio(general.samples, plain.samples).median),
			]),
		},
	};
}

/** @param {Row[]} rows @param {string[]} missing @returns {Report['sections'][number]} */
function peerSection(rows, missing) {
	const refused = rows.flatMap(({ pattern, measured }) =>
		measured
			.filter((one) => one.refused)
			.map((one) => `${one.name}, ${pattern.name}: ${one.refused}`),
	);
	return {
		title: 'Other libraries',
		text: [
			'The same functions on objects of other libraries, with a fiftieth of the elements; against the lowered function on a GEM of the first policy above.',
			...(missing.length > 0 ? [`Not on this Node: ${missing.join('; ')}.`] : []),
			...(refused.length > 0 ? [`Left out: ${refused.join('; ')}.`] : []),
		].join(' '),
		table: {
			columns: ['', 'pattern', 'library', '>ns', '>it / lowered'],
			rows: peersOf(rows).map(({ row, peer, ratio }) => [
				row.pattern.group,
				row.pattern.name,
				peer.name,
				digits(summarize(peer.samples).median),
				digits(ratio),
			]),
		},
	};
}

/** @param {Blocks[]} blocks @returns {Report['sections'][number]} */
function blockSection(blocks) {
	return {
		title: 'Blocks, one thread',
		text: 'Median (p10–p90) of nanoseconds: a block over its body; an access by a loop of a hundred in a block.',
		table: {
			columns: ['policy', '>block', '>read', '>write'],
			rows: blocks.map(({ kind, block, read, write }) => [
				kind,
				...[block, read, write].map((samples) => spread(summarize(samples))),
			]),
		},
	};
}

/** @param {Blocks[]} blocks @returns {Report['sections'][number]} */
function togetherSection(blocks) {
	return {
		title: 'Blocks, two threads on one GEM',
		text: 'Median (p10–p90) of the nanoseconds that pass for each block of both: one that does next to nothing, one with a hundred reads, one with a hundred writes.',
		table: {
			columns: ['policy', '>empty', '>100 reads', '>100 writes'],
			rows: blocks.map(({ kind, together: { enter, read, write } }) => [
				kind,
				...[enter, read, write].map((samples) => spread(summarize(samples))),
			]),
		},
	};
}
