/** @import { Column, Hole, Region, Site } from '../../../ir/gem-access/model.js' */
/** @import { Names } from '../names.js' */

/** Writes the texts that have to do with one site. One for a module. */
export class SiteText {
	/**
	 * @param {Names} names
	 * @param {boolean} isLazy sites are made when they are entered first: a module of a cycle of imports has functions that are called before its
	 *   top level runs
	 */
	constructor(names, isLazy) {
		this.names = names;
		this.isLazy = isLazy;
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

	/** @param {Site} site @returns {string} a statement of the module; empty for a site that is made later */
	declaration(site) {
		return this.isLazy ? '' : `const ${this.of(site, 'a')} = ${this.making(site)};`;
	}

	/** @param {Site} site @returns {string} */
	making(site) {
		const quoted = (/** @type {string[]} */ names) =>
			listOf(names.map((one) => JSON.stringify(one)));
		const columns = site.columns.map(({ path }) => path);
		const rest =
			site.kind === 'rows'
				? `, ${listOf(columns.map(quoted))}`
				: site.kind === 'object'
					? `, ${quoted(columns.flat())}`
					: '';
		return `${this.names.of(site.kind)}(${pathText(site)}${rest})${writingText(site)}${site.uses.has('through') ? '.through()' : ''}${site.isHeld ? '.holding()' : ''}${site.isListHeld ? '.keeping()' : ''}`;
	}

	/**
	 * `{ v: $lp_v1, o: $lp_o1 } = $lp_a1.enter(rows)`, after `let`, or to find out again.
	 *
	 * @param {Site} site
	 * @param {string} [made] what gives the site
	 * @returns {string}
	 */
	enter(site, made = this.of(site, 'a')) {
		const { first, hole } = site;
		const method = site.entry ? 'glance' : first ? 'enterFrom' : hole ? 'enterAt' : 'enter';
		const more = first
			? `, ${first.name ?? first.extra?.raw ?? first.value}`
			: hole
				? `, ${holeText(hole)}`
				: '';
		const call = `${made}.${method}(${rootText(site)}${more})`;
		if (site.kind === 'keyed') return `${this.of(site, 'f')} = ${call}${this.held(site)}`;
		if (site.kind === 'object')
			return `{ x: ${this.of(site, 'x')} } = ${call}${this.held(site)}${this.hoisted(site)}`;
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
		return `{ ${list.join(', ')} } = ${call}${this.held(site)}`;
	}

	/** @param {Site} site @returns {string} what takes the object that is held */
	held(site) {
		const isHeld = site.isHeld || site.isListHeld;
		return isHeld ? `, ${this.of(site, 'hd')} = ${this.of(site, 'a')}.holder` : '';
	}

	/** @param {Site} site @returns {string} the same where no code of the region has run yet */
	open(site) {
		const name = this.of(site, 'a');
		return this.enter(site, this.isLazy ? `(${name} ??= ${this.making(site)})` : name);
	}

	/**
	 * The general way of a reading: it has acquired a right perhaps, which the next turn of a loop finds out.
	 *
	 * @param {Site} site
	 * @param {string} value
	 * @param {{ t: string, check: string }} how a variable; what asks whether the rest of what is known holds
	 * @returns {string}
	 */
	read(site, value, { t, check }) {
		if (site.entry && !check) return value;
		const steps = [`${t} = ${value}`, site.entry ? '' : this.enter(site), check, t];
		return `(${steps.filter(Boolean).join(', ')})`;
	}

	/** @param {Region} region that has no other around it @returns {string} a number that changes whenever something that is known may no longer hold */
	epochOf({ number }) {
		return `${this.names.of(`h${number}`)}.n`;
	}

	/** @param {Region} region the same @returns {string} declarations of what is asked there. V8 looks up an import each time, and a variable once */
	noting(region) {
		const { number } = region;
		const holder = `${this.names.of(`h${number}`)} = ${this.names.of('epoch')}`;
		return `${holder}, ${this.noted(region)} = ${this.epochOf(region)}`;
	}

	/** @param {Region} region that has no other around it @returns {string} the local with the number for which all that is known there holds */
	noted({ number }) {
		return this.names.of(`e${number}`);
	}

	/** @param {Site} site of an object @returns {string} what takes values of it that are kept */
	hoisted(site) {
		const x = this.of(site, 'x');
		return site.columns
			.map((column, at) => ({ column, at }))
			.filter(({ column }) => column.isHoisted)
			.map(
				({ column, at }) =>
					`, ${this.of(site, 'h', column)} = ${x} !== undefined ? ${x}.g${at}() : 0`,
			)
			.join('');
	}
}

/** @param {Site} site @returns {string} what is entered: nothing where an operand is an object, which runs code that is not known */
function rootText({ root, doubted }) {
	if (doubted.length === 0) return root.name;
	const tests = doubted.map(
		({ name }) => `typeof ${name} === "object" || typeof ${name} === "function"`,
	);
	return `${tests.join(' || ')} ? undefined : ${root.name}`;
}

/** @param {Hole} hole @returns {string} the index; none where computing it would run code, or throw */
function holeText({ text, converted }) {
	if (converted.length === 0) return text;
	return `${converted.map((name) => `typeof ${name} === "number"`).join(' && ')} ? ${text} : -1`;
}

/** @param {string[]} items @returns {string} */
const listOf = (items) => `[${items.join(', ')}]`;

/** @param {Site} site @returns {string} `["rows", null]`, with null in place of an index */
const pathText = ({ path, hole }) =>
	listOf(path.map((one, at) => (at === hole?.at ? 'null' : JSON.stringify(one))));

/** @param {Site} site @returns {string} what says that it writes, and in a loop, how many elements of what it comes to, and what of rows */
function writingText({ kind, uses, entry, extent, columns }) {
	if (!WRITES.some((use) => uses.has(use))) return '';
	if (kind === 'elements' && !entry) return `.writing(${uses.has('length') ? "'all'" : "'some'"})`;
	if (extent === null) return '.writing()';
	const written = columns.flatMap((column, at) => (column.uses.has('write') ? [`${at}`] : []));
	return `.writing('${extent}', ${listOf(written)})`;
}

/** @type {('change' | 'write' | 'store')[]} */
const WRITES = ['change', 'write', 'store'];

/** What each use reads of the facts. @type {Record<string, Record<string, string>>} */
const FACTS = {
	elements: { read: 'vo', change: 'woq', write: 'woq', store: 'wo', length: 'n' },
	rows: { read: 'ro', change: 'ro', write: 'ro', store: 'ro', length: 'n' },
};

/** @param {Site} site @returns {string[]} */
function factsOf({ kind, uses, first }) {
	const known = [...uses].flatMap((use) => [...(FACTS[kind]?.[use] ?? '')]);
	const facts = first ? known.filter((fact) => fact !== 'o') : known;
	return [...new Set(facts)];
}
