/** @import { Node } from '../../../types.js' */
/** @import { Access, FastLoop, Known, Region, RowVariable, Site } from '../../../ir/gem-access/model.js' */
/** @import { Edit } from '../../../ir/module.js' */
/** @import { Names } from '../names.js' */
/** @import { SiteText } from './site-text.js' */
import { offsetText } from './key-text.js';
import { listText } from './row-text.js';

/**
 * What is known where in the version of a loop that finds nothing out again: the beginning of a turn has looked whether elements are
 * there. Behind a write that went the general way nothing is known, until the turn ends: `stale` says so.
 */
export class FastText {
	/** @param {FastLoop} loop @param {{ names: Names, sites: SiteText, source: string, outermost: Region | null }} texts `outermost`: of the regions around */
	constructor(loop, { names, sites, source, outermost }) {
		this.loop = loop;
		this.sites = sites;
		this.source = source;
		this.isAsking = loop.doubts.length > 0;
		const [epoch, noted] = outermost
			? [sites.epochOf(outermost), sites.noted(outermost)]
			: ['', ''];
		this.still = `${epoch} === ${noted}`;
		this.changed = `${epoch} !== ${noted}`;
		this.stale = names.of(`s${loop.number}`);
		/** @param {string} name */
		this.local = (name) => names.of(`${name}${loop.number}`);
	}

	/** @param {RowVariable} row @returns {boolean} it is one of the loop */
	declares(row) {
		return this.loop.rows.includes(row);
	}

	/** @param {Access} access @returns {boolean} it has been found out */
	isKnown(access) {
		const { row, site } = access;
		return row ? this.declares(row) : site.kind === 'object' || this.loop.places.has(access);
	}

	/** @param {Access} access @returns {{ place: string, offset: string } | null} of what is known: the element, or where the row is */
	placeOf(access) {
		const { row } = access;
		if (row && row === this.loop.list) return { place: this.local('c'), offset: this.local('z') };
		const known = this.loop.places.get(row ?? access);
		return known && (!row || this.declares(row)) ? this.placeIn(known) : null;
	}

	/** @param {Known} known @returns {{ place: string, offset: string }} */
	placeIn(known) {
		const { site, fact, index, text, number, compared } = known;
		const { sites } = this;
		const offset = offsetText({ index, site }, text, { sites });
		const list = compared
			? this.local(`e${number}_`)
			: known.isMeasured
				? this.lengthsOf(known)
				: sites.of(site, fact);
		const memory = `${list}[${offset}]`;
		return { place: fact === 'r' ? this.local(`c${number}_`) : memory, offset };
	}

	/**
	 * @param {string} source
	 * @returns {{ edits: Edit[], declarations: string }} elements are compared with what stands for the value among them, which is found before
	 */
	comparisons(source) {
		const { known, others } = this.loop;
		const text = (/** @type {Node} */ { start, end }) => source.slice(start, end);
		const found = known.flatMap((one) =>
			one.compared ? [{ ...one, compared: one.compared }] : [],
		);
		const nameOf = (/** @type {Node} */ other) => {
			const one = found.find(({ compared }) => text(compared) === text(other));
			return this.local(`k${one?.number}_`);
		};
		const declarations = found.map(({ site, compared, number }) => {
			const [e, k] = [this.local(`e${number}_`), this.local(`k${number}_`)];
			const values = `${this.sites.of(site, 'v')}, ${text(compared)}`;
			return `const { e: ${e}, k: ${k} } = ${this.sites.of(site, 'a')}.compared(${values}); `;
		});
		const edits = others.map((other) => ({
			start: other.start,
			end: other.end,
			text: nameOf(other),
		}));
		return { edits, declarations: declarations.join('') };
	}

	/** @param {Known} known @returns {string} */
	lengthsOf({ number }) {
		return this.local(`m${number}_`);
	}

	/** @returns {{ edits: Edit[], declarations: string }} where only lengths are asked for, they stand in place of the elements, and are found before */
	measurings() {
		const { known, lengths } = this.loop;
		const declarations = known
			.filter(({ isMeasured }) => isMeasured)
			.map((one) => {
				const [v, a] = ['v', 'a'].map((fact) => this.sites.of(one.site, fact));
				return `const ${this.lengthsOf(one)} = ${a}.lengths(${v}); `;
			});
		const edits = lengths.map(({ object, end }) => ({ start: object.end, end, text: '' }));
		return { edits, declarations: declarations.join('') };
	}

	/** @param {Site} site that is written to @returns {string} what says whether a value can be written there */
	fits(site) {
		const number = [...this.loop.fitted.keys()].indexOf(site);
		return number < 0 ? this.sites.of(site, 'q') : this.local(`f${number}_`);
	}

	/** @returns {{ edits: Edit[], declarations: string }} what says less often of values that they do not fit, where it is known what they are made of */
	fittings() {
		const declarations = [...this.loop.fitted].map(([site, others]) => {
			const [a, q] = ['a', 'q'].map((fact) => this.sites.of(site, fact));
			const lists = others.map((other) => this.sites.of(other, 'v')).join(', ');
			return `const ${this.fits(site)} = ${a}.fitting(${q}, [${lists}]); `;
		});
		return { edits: [], declarations: declarations.join('') };
	}

	/** @param {RowVariable} row @returns {Edit[]} it has no value, but behind writes that go the general way */
	rowEdits({ loop, declaration: { start }, chain: { node } }) {
		if (loop) return [];
		return [
			{ start, end: start + 'const'.length, text: 'let' },
			{ start: node.start, end: node.end, text: 'undefined' },
		];
	}

	/** @param {Access} access @returns {boolean} a write before it may have gone the general way */
	isLate({ node }) {
		const { late, loop } = this.loop;
		const { update } = loop;
		if (update && update.start <= node.start && node.end <= update.end) return late.size > 0;
		return [...late].some((one) => one.node !== node && one.node.end <= node.start);
	}

	/** @param {Access} access @returns {boolean} code of the program may have run before it in the same iteration */
	isDoubted({ node, use }) {
		const { doubts, list, loop } = this.loop;
		if (list) return this.isAsking;
		const isInBody = loop.body.start <= node.start && node.end <= loop.body.end;
		// The loop as it was looks at the length once more.
		if (use === 'length' && loop.test?.start <= node.start && node.end <= loop.test.end)
			return false;
		return isInBody ? doubts.some((at) => loop.body.start <= at && at <= node.end) : this.isAsking;
	}

	/** @param {Access} access @returns {boolean} what is known may no longer hold there */
	isUnsure(access) {
		return this.isLate(access) || this.isDoubted(access);
	}

	/** @param {Access} access @returns {string} whether it does not; empty: it does */
	staleText(access) {
		const texts = [
			this.isLate(access) ? this.stale : '',
			this.isDoubted(access) ? this.changed : '',
		].filter(Boolean);
		return texts.length > 1 ? `(${texts.join(' || ')})` : (texts[0] ?? '');
	}

	/** @param {Access} access @returns {string} asks whether what is known still holds; empty: it does */
	guard(access) {
		const texts = [
			this.isLate(access) ? `!${this.stale}` : '',
			this.isDoubted(access) ? this.still : '',
		];
		return texts.filter(Boolean).join(' && ');
	}

	/** @param {Access} access @param {string} value in memory @param {string} slow the same by the general path @returns {string} */
	whole(access, value, slow) {
		const { row } = access;
		const general = row && this.declares(row) ? `(${this.rowText(row)}, ${slow})` : slow;
		const known = this.isDoubted(access) ? `${this.still} ? ${value} : ${general}` : value;
		if (this.isLate(access)) return `(${this.stale} ? ${slow} : ${known})`;
		return this.isDoubted(access) ? `(${known})` : value;
	}

	/** @param {RowVariable} row @returns {string} gives the variable its value by the general path */
	rowText({ variable, loop, site, index, chain: { node } }) {
		const { source } = this;
		if (site.isHeld) {
			const at = index ? source.slice(index.node.start, index.node.end) : this.local('z');
			return `${variable.name} = ${this.sites.of(site, 'hd')}.row(${at})`;
		}
		const text = loop
			? `${listText(loop, source)}[${this.local('z')}]`
			: source.slice(node.start, node.end);
		return `${variable.name} = ${text}`;
	}
}
