/** @import { Linked } from '../types.js' */
/** @import { IdentityFact, Mark, ModuleSummary } from '../ir/summary.js' */

/**
 * @param {Linked | undefined} known
 * @param {Linked} found
 * @returns {Linked} what either has; each list is sorted
 */
export function mergeLinked(known, found) {
	const lists = Object.entries(found).map(([kind, list]) => {
		const before = known?.[/** @type {keyof Linked} */ (kind)] ?? [];
		return [kind, [...new Set([...before, ...list])].sort()];
	});
	return /** @type {any} */ (Object.fromEntries(lists));
}

/** Gathers what files have to be compiled with, for what other files do. */
export class Needs {
	constructor() {
		/** @type {Map<string, Record<keyof Linked, Set<string>>>} */
		this.found = new Map();
	}

	/** @param {ModuleSummary} module @returns {Record<keyof Linked, Set<string>>} */
	of({ filename }) {
		const known = this.found.get(filename);
		if (known) return known;
		const made = {
			snapshots: /** @type {Set<string>} */ (new Set()),
			repeats: /** @type {Set<string>} */ (new Set()),
			inline: /** @type {Set<string>} */ (new Set()),
			makers: /** @type {Set<string>} */ (new Set()),
			setUps: /** @type {Set<string>} */ (new Set()),
			packages: /** @type {Set<string>} */ (new Set()),
			shown: /** @type {Set<string>} */ (new Set()),
			inside: /** @type {Set<string>} */ (new Set()),
			compared: /** @type {Set<string>} */ (new Set()),
			host: /** @type {Set<string>} */ (new Set()),
			typed: /** @type {Set<string>} */ (new Set()),
			privates: /** @type {Set<string>} */ (new Set()),
			asked: /** @type {Set<string>} */ (new Set()),
			identities: /** @type {Set<string>} */ (new Set()),
			marked: /** @type {Set<string>} */ (new Set()),
			runHere: /** @type {Set<string>} */ (new Set()),
			handedOn: /** @type {Set<string>} */ (new Set()),
		};
		this.found.set(filename, made);
		return made;
	}

	/** @param {ModuleSummary} module @param {readonly string[]} variables */
	snapshots(module, variables) {
		for (const name of variables) this.of(module).snapshots.add(name);
	}

	/**
	 * A call of a unit of another file runs where it is made.
	 *
	 * @param {ModuleSummary} module that makes it
	 * @param {Mark} mark
	 * @param {{ home: ModuleSummary, id: string }} unit
	 */
	runHere(module, mark, { home, id }) {
		this.of(module).marked.add(JSON.stringify(mark));
		this.of(home).runHere.add(id);
	}

	/** @param {ModuleSummary} home @param {string} id of a unit that other names may have */
	handOn(home, id) {
		this.of(home).handedOn.add(id);
	}

	/** @param {ModuleSummary} module @param {string} specifier */
	repeat(module, specifier) {
		this.of(module).repeats.add(specifier);
	}

	/** @param {ModuleSummary} module @param {string} specifier of an import that its workers must not load for a class */
	keepOnHost(module, specifier) {
		this.of(module).host.add(specifier);
	}

	/** @param {ModuleSummary} module @param {string} name of an import that holds a class, though its text uses it as a type alone */
	keepTyped(module, name) {
		this.of(module).typed.add(name);
	}

	/** @param {ModuleSummary} module @param {string} line what a call of an import gives */
	maker(module, line) {
		this.of(module).makers.add(line);
	}

	/** @param {ModuleSummary} module @param {string} line what a package can do that it calls while it loads */
	package(module, line) {
		this.of(module).packages.add(line);
	}

	/** @param {ModuleSummary} module @param {string} line a call of an import that sets up what its workers load */
	setUp(module, line) {
		this.of(module).setUps.add(line);
	}

	/**
	 * A variable of one module is compared when a unit of another one runs.
	 *
	 * @param {{ module: ModuleSummary, unit: string }} reader `unit`: its id
	 * @param {{ home: ModuleSummary, local: string, name: string, isLate: boolean, inside: readonly string[] }} state `name`: of the module, the same for all that read it; `isLate`:
	 *   each thread gives the variable its value at the first use; `inside`: names of variables that closures in the value may read
	 */
	compare({ module, unit }, { home, local, name, isLate, inside }) {
		this.of(home).shown.add(`${local}\0${name}`);
		this.lookInside(home, inside);
		this.of(module).compared.add(`${unit}\0${local}\0${name}${isLate ? '\0late' : ''}`);
	}

	/**
	 * Objects of one module cross by their names between the host and workers of another one.
	 *
	 * @param {ModuleSummary} module annotated
	 * @param {{ home: ModuleSummary, fact: IdentityFact, name: string, load?: string | undefined }} objects `name`: of the module that has them; `load`: what
	 *   requires it where a message comes before the module has
	 */
	identify(module, { home, fact: { local, levels, returned }, name, load }) {
		this.of(home).shown.add(`${local}\0${name}`);
		const line = [levels, returned, local, name, ...(load === undefined ? [] : [load])];
		this.of(module).identities.add(line.join('\0'));
	}

	/**
	 * A global of the program is compared when a unit runs. No module shows it: each thread reads its own.
	 *
	 * @param {{ module: ModuleSummary, unit: string }} reader `unit`: its id
	 * @param {{ global: string, isLate: boolean, inside: readonly string[] }} state
	 */
	compareGlobal({ module, unit }, { global, isLate, inside }) {
		this.lookInside(module, inside);
		this.of(module).compared.add(`${unit}\0${global}\0${isLate ? '\0late' : ''}`);
	}

	/** @param {ModuleSummary} module @returns {boolean} whether units of it read state of other files that is compared */
	compares({ filename }) {
		return (this.found.get(filename)?.compared.size ?? 0) > 0;
	}

	/** @param {ModuleSummary} module whose classes show their private members */
	showPrivates(module) {
		this.of(module).privates.add('*');
	}

	/** @param {ModuleSummary} module for whose objects weak collections are asked */
	askWeak(module) {
		this.of(module).asked.add('*');
	}

	/** @param {ModuleSummary} module @returns {boolean} whether it shows variables that units of other files read */
	shows({ filename }) {
		return (this.found.get(filename)?.shown.size ?? 0) > 0;
	}

	/** @param {ModuleSummary} module @param {readonly string[]} variables that closures read which it holds, or imports */
	lookInside(module, variables) {
		if (variables.length === 0) return;
		const { inside } = this.of(module);
		for (const name of variables) inside.add(name);
	}

	/** @param {ModuleSummary} module @param {string} id of an optional unit @param {string} why it stays on the host */
	inline(module, id, why) {
		this.of(module).inline.add(`${id}\0${why}`);
	}

	/** @returns {Map<string, Linked>} by file name; each list is sorted */
	result() {
		/** @param {Record<keyof Linked, Set<string>>} lists @returns {Linked} */
		const sorted = (lists) => {
			const entries = Object.entries(lists).map(([kind, list]) => [kind, [...list].sort()]);
			return /** @type {any} */ (Object.fromEntries(entries));
		};
		return new Map([...this.found].map(([filename, lists]) => [filename, sorted(lists)]));
	}
}
