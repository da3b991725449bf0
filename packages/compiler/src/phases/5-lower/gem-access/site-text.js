/** @import { Column, Site } from '../../../ir/gem-access/model.js' */
/** @import { Names } from '../names.js' */

/** Writes the texts that have to do with one site. One for a module. */
export class SiteText {
	/** @param {Names} names */
	constructor(names) {
		this.names = names;
	}

	/**
	 * @param {Site} site
	 * @param {string} fact
	 * @param {Column | null} [column]
	 * @returns {string} the local that holds a fact
	 */
	of(site, fact, column) {
		const suffix = column ? `_${site.columns.indexOf(column)}` : '';
		return this.names.of(`${fact}${site.number}${suffix}`);
	}

	/** @param {Site} site @returns {string} of the module */
	declaration(site) {
		const path = listOf(site.path.map((one) => JSON.stringify(one)));
		const columns = site.columns.map(({ path: keys }) =>
			listOf(keys.map((one) => JSON.stringify(one))),
		);
		const rest = site.kind === 'rows' ? `, ${listOf(columns)}` : '';
		return `const ${this.of(site, 'a')} = ${this.names.of(site.kind)}(${path}${rest});`;
	}

	/**
	 * `{ v: $lp_v1, o: $lp_o1 } = $lp_a1.enter(rows)`, after `let`, or to find out again.
	 *
	 * @param {Site} site
	 * @returns {string}
	 */
	enter(site) {
		const call = `${this.of(site, 'a')}.enter(${site.root.name})`;
		if (site.kind === 'keyed') return `${this.of(site, 'f')} = ${call}`;
		const list = factsOf(site).map((fact) => `${fact}: ${this.of(site, fact)}`);
		for (const column of site.columns) {
			const at = site.columns.indexOf(column);
			const facts = [
				...(column.uses.has('read') ? ['g'] : []),
				'k',
				...(column.uses.has('write') ? ['p'] : []),
			];
			list.push(...facts.map((fact) => `${fact}${at}: ${this.of(site, fact, column)}`));
		}
		return `{ ${list.join(', ')} } = ${call}`;
	}
}

/** @param {string[]} items @returns {string} */
const listOf = (items) => `[${items.join(', ')}]`;

/** What each use reads of the facts. @type {Record<string, Record<string, string>>} */
const FACTS = {
	elements: { read: 'vo', change: 'woq', write: 'woq', length: 'n' },
	rows: { read: 'ro', change: 'ro', write: 'ro', length: 'n' },
	field: { read: 'cg', change: 'cgp', write: 'cp' },
};

/** @param {Site} site @returns {string[]} */
function factsOf({ kind, uses }) {
	const facts = [...uses].flatMap((use) => [...(FACTS[kind]?.[use] ?? '')]);
	return [...new Set(facts)];
}
