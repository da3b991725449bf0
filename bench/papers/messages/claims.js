/** @import { Claim } from '../../lib/claims.js' */
/** @import { Goal } from '../../lib/goals.js' */
/** @import { Point } from './child.js' */
/** @import { Figures } from './report.js' */
/** @import { Samples } from './measure.js' */
/** @import { TopologyName } from './topologies.js' */
import { verdictAtLeast } from '../../lib/claims.js';
import { digits } from '../../lib/format.js';
import { pairedRatio, summarize } from '../../lib/statistics.js';

/** @type {TopologyName[]} */
const TOPOLOGIES = ['ping', 'ring', 'multicast', 'dispatch'];
/** From here on a GEM has to be ahead of a clone. */
const AHEAD_FROM = 1_000;
/** A cost is flat when the dearest size takes at most so many times the cheapest. */
const FLAT = 2;

const median = (/** @type {number[]} */ samples) => summarize(samples).median;
const capital = (/** @type {string} */ name) => name[0].toUpperCase() + name.slice(1);

/** @param {Point[]} sizes @param {string} key @returns {number} the dearest size over the cheapest */
export const growth = (sizes, key) => rangeOf(sizes.map(({ samples }) => samples[key]));

/** @param {number[][]} samples of each size @returns {number} the dearest size over the cheapest */
export function rangeOf(samples) {
	const costs = samples.map(median);
	return Math.max(...costs) / Math.min(...costs);
}

/** @param {Figures[TopologyName]} figures @returns {number} of a GEM, sizes taking turns at the same workers */
const flatness = ({ bySize }) => rangeOf(Object.values(bySize.gem));

/** @param {Point[]} sizes @returns {number} clone over GEM, where it is least */
export function leastLead(sizes) {
	const from = sizes.filter(({ bytes }) => bytes >= AHEAD_FROM);
	return Math.min(...from.map(({ samples }) => pairedRatio(samples.clone, samples.gem).median));
}

/** @param {Figures} figures @returns {Goal[]} */
export function messageGoals(figures) {
	return TOPOLOGIES.flatMap((name) => [
		{
			name: `${capital(name)}: GEM, dearest size over cheapest`,
			value: flatness(figures[name]),
			direction: /** @type {const} */ ('at most'),
			limit: FLAT,
		},
		{
			name: `${capital(name)}: clone over GEM from 1 KB up, least`,
			value: leastLead(figures[name].sizes),
			direction: /** @type {const} */ ('at least'),
			limit: 1,
		},
	]);
}

/** @param {Figures} figures @returns {Claim[]} */
export function messageClaims(figures) {
	return [
		...TOPOLOGIES.flatMap((name) => topologyClaims(name, figures[name])),
		accessClaim(figures.access.counts),
	];
}

/** @param {TopologyName} name @param {Figures[TopologyName]} figures @returns {Claim[]} */
function topologyClaims(name, figures) {
	const { sizes } = figures;
	const paper = `[GEM16 §7.2, Fig. 10, ${capital(name)}]`;
	const [smallest, largest] = [sizes[0], sizes[sizes.length - 1]];
	const flat = flatness(figures);
	const [clone, json] = [growth(sizes, 'clone'), growth(sizes, 'processes')];
	const small = pairedRatio(smallest.samples.processes, smallest.samples.gem).median;
	const lead = pairedRatio(largest.samples.processes, largest.samples.gem).median;
	return [
		{
			paper,
			claim:
				'The size of a GEM does not affect the cost of a message; that of a copy grows with its size.',
			expected: 'flat against linear; no figures in the text',
			measured: `${digits(flat)} times from the cheapest size to the dearest; clone ${digits(clone)}, cluster ${digits(json)} times`,
			verdict: flat <= FLAT && clone > FLAT ? 'reproduced' : 'not reproduced',
			why: `flat is at most ${FLAT}; ${smallest.bytes} B to ${largest.bytes / 1e6} MB, sizes taking turns at the same workers; ${digits(growth(sizes, 'gem'))} where each size has workers of its own, as copies have`,
		},
		{
			paper,
			claim: 'A GEM costs considerably less than the messages of Node.js, also for small objects.',
			expected: 'no figures in the text',
			measured: `cluster takes ${digits(small)} times as long at ${smallest.bytes} B, ${digits(lead)} at ${largest.bytes / 1e6} MB; clones between threads ${digits(leastLead(sizes))} at least, from 1 KB up`,
			verdict: verdictAtLeast(small, { reproduced: 1 }),
			why: "the paper's Node.js passed JSON between processes, as cluster does; clones between threads came later",
		},
	];
}

/** @param {{ count: number, samples: Samples }[]} counts @returns {Claim} */
function accessClaim(counts) {
	const { count, samples } = counts[counts.length - 1];
	const compiled = pairedRatio(samples.processes, samples.lapidary).median;
	const proxied = pairedRatio(samples.processes, samples.gem).median;
	return {
		paper: '[GEM16 §7.2, Fig. 10, Access]',
		claim: 'A GEM is ahead even when the receiver uses all of the message; what it reads costs.',
		expected: 'no figures in the text',
		measured: `with ${count} properties read, cluster takes ${digits(compiled)} times as long as a call with a GEM, ${digits(proxied)} times as long as a worker that reads through the proxy`,
		verdict: verdictAtLeast(Math.max(compiled, proxied), { reproduced: 1 }),
		why: `clones between threads take ${digits(pairedRatio(samples.clone, samples.gem).median)} times as long as a GEM with all properties read`,
	};
}
