/**
 * What a paper says that it measured, and what was measured here.
 *
 * @typedef {'reproduced' | 'beaten' | 'not reproduced'} Verdict `beaten`: better than what the paper has, in its own terms
 * @typedef {object} Claim
 * @property {string} paper with the figure or section: `[GEM16 §7.2, Fig. 10]`
 * @property {string} claim of the paper, as a sentence
 * @property {string} expected the paper's figure as text; `no figure in the text` where it is in a chart only
 * @property {string} measured ours, with its unit
 * @property {Verdict} verdict
 * @property {string} why the verdict is what it is
 */

/**
 * @param {number} value measured; more is better
 * @param {{ reproduced: number, beaten?: number }} limits from which it is that; `beaten` where the paper has a figure to beat
 * @returns {Verdict}
 */
export function verdictAtLeast(value, { reproduced, beaten = Infinity }) {
	if (value >= beaten) return 'beaten';
	return value >= reproduced ? 'reproduced' : 'not reproduced';
}

/**
 * @param {number} value measured; less is better
 * @param {{ reproduced: number, beaten?: number }} limits up to which it is that
 * @returns {Verdict}
 */
export function verdictAtMost(value, { reproduced, beaten = -Infinity }) {
	if (value <= beaten) return 'beaten';
	return value <= reproduced ? 'reproduced' : 'not reproduced';
}

/** @param {Claim} claim @returns {string} `GEM16` */
export function paperOf({ paper }) {
	const name = /^\[(\S+?)[\s,\]]/.exec(paper)?.[1];
	if (name === undefined) throw new Error(`'${paper}' names no paper`);
	return name;
}

/**
 * @param {readonly Claim[]} claims
 * @returns {{ columns: string[], rows: string[][] }}
 */
export function claimTable(claims) {
	return {
		columns: ['', 'the paper says', 'its figure', 'here', 'verdict', 'why'],
		rows: claims.map(({ paper, claim, expected, measured, verdict, why }) =>
			[paper, claim, expected, measured, `**${verdict}**`, why].map(cell),
		),
	};
}

/** What stands in a cell of a Markdown table. @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
