/** @import { Claim } from '../../lib/claims.js' */
/** @import { Goal } from '../../lib/goals.js' */
/** @import { Point } from './figures.js' */
import { verdictAtLeast } from '../../lib/claims.js';
import { digits } from '../../lib/format.js';
import { PROGRAMS } from './content.js';
import { ratioOf } from './figures.js';

/** Programs that are about moving data, not about computing. */
const DATA = ['wordcount', 'grep'];
/** How much faster those have to be than messages, where workers are few. */
const WANTED = 3;
const FEW = 2;

/** A document that is used once crosses either way. */
const WHY_NEW =
	'each text is written to memory by one thread and decoded by another, in JavaScript; a clone does both by the serialiser of V8';

/** @param {Point[]} points @returns {string} what programs reach to which nothing is sent but their results */
const whyKept = (points) =>
	`workers that have kept their part, and are sent nothing, have ${byWorkers(points, 'cloneKept', 'clone').join(', ')} workers; what is left is the program itself, and waking its threads`;

/** @param {Point[]} figures @param {string} name */
const pointsOf = (figures, name) => figures.filter((point) => point.name === name);

/** @param {Point[]} figures @returns {Goal[]} */
export function programGoals(figures) {
	return PROGRAMS.filter(({ name }) => DATA.includes(name)).flatMap(({ name, title }) =>
		['gem', 'gemNew'].map((key) => {
			const few = pointsOf(figures, name).filter(({ parts }) => parts <= FEW);
			const what = key === 'gem' ? 'data in GEMs' : 'GEMs made for each run';
			return {
				name: `${title}, ${what}, over messages by clone, least of up to ${FEW} workers`,
				value: Math.min(...few.map(({ measured }) => ratioOf(measured, key, 'clone'))),
				direction: /** @type {const} */ ('at least'),
				limit: WANTED,
				why: key === 'gem' ? whyKept(few) : WHY_NEW,
			};
		}),
	);
}

/** @param {Point[]} figures @returns {Claim[]} */
export function programClaims(figures) {
	return PROGRAMS.flatMap(({ name, title }) => {
		const points = pointsOf(figures, name);
		return DATA.includes(name) ? dataClaims(title, points) : [computeClaim(title, points)];
	});
}

/** @param {Point[]} points @param {string} key @param {string} base */
const byWorkers = (points, key, base) =>
	points.map(({ parts, measured }) => `${digits(ratioOf(measured, key, base))} on ${parts}`);

/** @param {string} title @param {Point[]} points @returns {Claim[]} */
function dataClaims(title, points) {
	const paper = `[GEM16 §7.4, Fig. 12, ${title}]`;
	const ratios = points.map(({ measured }) => ratioOf(measured, 'gem', 'clone'));
	const [first, last] = [ratios[0], ratios[ratios.length - 1]];
	return [
		{
			paper,
			claim: 'GEMs are consistently faster than messages.',
			expected: 'speed-up over messages in a chart; no figures in the text',
			measured: `data in GEMs, over clones: ${byWorkers(points, 'gem', 'clone').join(', ')} workers; over JSON to processes: ${byWorkers(points, 'gem', 'cluster').join(', ')}; with GEMs made for each run, over clones: ${byWorkers(points, 'gemNew', 'clone').join(', ')}`,
			verdict: verdictAtLeast(Math.min(...ratios), { reproduced: 1, beaten: WANTED }),
			why: 'judged with the data in GEMs before; the last figures are those of a document that is used once: its texts are written to memory, and decoded by each worker',
		},
		{
			paper,
			claim: 'The fewer workers, the greater the gain.',
			expected: 'in a chart',
			measured: `${byWorkers(points, 'gem', 'clone').join(', ')} workers`,
			verdict: first > last ? 'reproduced' : 'not reproduced',
			why: 'on two cores the host clones on one while workers read on the other, and four workers add nothing',
		},
	];
}

/** @param {string} title @param {Point[]} points @returns {Claim} */
function computeClaim(title, points) {
	const ratios = points.map(({ measured }) => ratioOf(measured, 'gem', 'clone'));
	return {
		paper: `[GEM16 §7.4, Fig. 12, ${title}]`,
		claim: 'GEMs and messages scale alike, and GEMs are consistently faster.',
		expected: 'in a chart; no figures in the text',
		measured: `data in GEMs, over clones: ${byWorkers(points, 'gem', 'clone').join(', ')} workers; over the sequential program: ${byWorkers(points, 'gem', 'sequential').join(', ')}; SharedArrayBuffer by hand over it: ${byWorkers(points, 'sharedArray', 'sequential').join(', ')}`,
		verdict: verdictAtLeast(Math.min(...ratios), { reproduced: 1 }),
		why: 'at each number of workers; a machine with two cores cannot show more than twice the sequential program',
	};
}
