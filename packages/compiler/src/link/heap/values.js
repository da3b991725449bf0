/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Context } from './context.js' */

/**
 * What a value may be. An element is a number:
 *
 * - a `part`: what a path of properties leads to from a root, a variable of the top level that lives as long as its module;
 *   `isBoxed`: an object that code has made for itself, with that part in it
 * - an `instance` of a class, a `class`, an `object` literal, a function (`fn`), a `generator` the exports of a module (`namespace`), what the `platform` has made, or an `iterator` of its:
 *   what the value can do; `made`: the call that has made a function or a class, whose variables it uses
 *
 * @typedef {Part
 *   | { kind: 'instance' | 'class' | 'object' | 'fn' | 'generator' | 'namespace', module: ModuleSummary, index: number, made: Context | null }
 *   | { kind: 'platform' | 'iterator' }} Element
 */

/** `props`: of its properties, the parts that are known; `boxed`: the same part in a new object, or out of it, when that is known. @typedef {{ kind: 'part', label: number, path: string[], isBoxed: boolean, props: Map<string, number>, boxed?: number }} Part */

/** @typedef {ReadonlySet<number>} Value */

/** A root: `index` in the list of its module. @typedef {{ module: ModuleSummary, index: number, local: string, key: string }} Label */

/** What a class inherits from is held with its members. */
export const BASE = 'extends';

/** As many parameters as are told apart where any argument may be any. */
export const SPREAD = Object.freeze([0, 1, 2, 3]);

/** @type {Value} */
export const NOTHING = new Set();

/** Longer paths are not told apart: `a.b.c.d.e`. */
const LONGEST_PATH = 4;

/** Values with more elements are cut: whatever has so many is a container of everything. */
export const MOST_ELEMENTS = 40;

/** All elements of a program, by number. */
export class Elements {
	constructor() {
		/** @type {Element[]} */
		this.all = [];
		/** @type {Map<string, number>} */
		this.known = new Map();
		/** @type {Label[]} */
		this.labels = [];
		/** @type {Map<string, number>} */
		this.labelsByKey = new Map();
		/** @type {Map<ModuleSummary, number>} */
		this.modules = new Map();
		/** What has been put into the object of a root, of other roots. @type {Map<number, Set<number>>} by the label */
		this.contents = new Map();
	}

	/** @param {number} element @returns {Element} */
	get(element) {
		return /** @type {Element} */ (this.all[element]);
	}

	/** @param {ModuleSummary} module @returns {number} */
	numberOf(module) {
		const known = this.modules.get(module) ?? this.modules.size;
		this.modules.set(module, known);
		return known;
	}

	/** @param {string} key @param {() => Element} make @returns {number} */
	intern(key, make) {
		let known = this.known.get(key);
		if (known === undefined) {
			known = this.all.push(make()) - 1;
			this.known.set(key, known);
		}
		return known;
	}

	/** @param {ModuleSummary} module @param {number} index of a root @returns {number} */
	label(module, index) {
		const { local, isGlobal } = /** @type {ModuleSummary['flow']['roots'][number]} */ (
			module.flow.roots[index]
		);
		const key = isGlobal ? local : `${this.numberOf(module)} ${index}`;
		const known = this.labelsByKey.get(key);
		if (known !== undefined) return known;
		this.labelsByKey.set(key, this.labels.length);
		return (
			this.labels.push({
				module,
				index,
				local,
				key: `${local}\0${isGlobal ? '' : module.filename}`,
			}) - 1
		);
	}

	/** @param {number} label @param {string[]} path @param {boolean} isBoxed @returns {number} */
	part(label, path, isBoxed) {
		const key = `${label} ${isBoxed ? 1 : 0} ${path.join('\0')}`;
		return this.intern(key, () => ({ kind: 'part', label, path, isBoxed, props: new Map() }));
	}

	/** @param {number} one an element @param {Part} part that it is, in no new object @param {string} name @returns {number} the part of its property; itself where its path is long */
	propOf(one, { label, path, props }, name) {
		if (path.length >= LONGEST_PATH) return one;
		const known = props.get(name) ?? this.part(label, [...path, name], false);
		props.set(name, known);
		return known;
	}

	/** @param {Part} part @returns {number} the same in a new object, or out of it */
	boxOf(part) {
		part.boxed ??= this.part(part.label, part.path, !part.isBoxed);
		return part.boxed;
	}

	/** @param {Exclude<Element['kind'], 'part' | 'platform' | 'iterator'>} kind @param {ModuleSummary} module @param {number} index @param {Context | null} [made] @returns {number} */
	type(kind, module, index, made = null) {
		const key = `${kind} ${this.numberOf(module)} ${index} ${made?.id ?? ''}`;
		return this.intern(key, () => ({ kind, module, index, made }));
	}

	/** @param {'platform' | 'iterator'} kind @returns {number} what has methods of the platform */
	platform(kind) {
		return this.intern(kind, () => ({ kind }));
	}

	/** @param {Value} value @param {string} name @returns {Set<number>} the parts of a property */
	prop(value, name) {
		/** @type {Set<number>} */
		const found = new Set();
		for (const one of value) {
			const element = this.get(one);
			if (element.kind !== 'part') continue;
			const { label, isBoxed } = element;
			if (isBoxed) {
				found.add(one);
				found.add(this.boxOf(element));
				continue;
			}
			found.add(this.propOf(one, element, name));
			if (!name.startsWith('~'))
				for (const inner of this.contents.get(label) ?? []) found.add(inner);
		}
		return cut(found);
	}

	/** A new object with these parts in it. @param {Value} value @returns {Set<number>} */
	box(value) {
		/** @type {Set<number>} */
		const found = new Set();
		for (const one of value) {
			const element = this.get(one);
			if (element.kind === 'part') found.add(element.isBoxed ? one : this.boxOf(element));
		}
		return found;
	}

	/** @param {Iterable<number>} parts @returns {Set<number>} of their roots */
	labelsOf(parts) {
		/** @type {Set<number>} */
		const found = new Set();
		for (const part of parts) {
			const element = this.get(part);
			if (element.kind === 'part') found.add(element.label);
		}
		return found;
	}

	/** @param {number} part @returns {string} the root, and the first property: what tells enough where only the root is asked for */
	areaOf(part) {
		const element = this.get(part);
		return element.kind === 'part' ? `${element.label} ${element.path[0]}` : '';
	}

	/** Objects with what code has put into them. @param {Value} value @returns {Set<number>} */
	opened(value) {
		/** @type {Set<number>} */
		const found = new Set();
		for (const one of value) {
			const element = this.get(one);
			if (element.kind === 'part') found.add(element.isBoxed ? this.boxOf(element) : one);
		}
		return found;
	}

	/** What a closure belongs to that is a property of it. @param {Value} value @returns {Set<number>} */
	ownerOf(value) {
		/** @type {Set<number>} */
		const found = new Set();
		for (const one of value) {
			const element = this.get(one);
			if (element.kind === 'part')
				found.add(this.part(element.label, element.path.slice(0, -1), element.isBoxed));
		}
		return found;
	}

	/** @param {Value} target an object @param {Value} value that becomes a part of it @returns {boolean} whether that is new */
	store(target, value) {
		let isNew = false;
		for (const one of target) {
			const element = this.get(one);
			if (element.kind !== 'part' || element.isBoxed) continue;
			for (const inner of value) {
				const part = this.get(inner);
				if (part.kind !== 'part' || part.label === element.label) continue;
				const known = this.contents.get(element.label) ?? new Set();
				this.contents.set(element.label, known);
				if (known.has(inner) || known.size >= MOST_ELEMENTS) continue;
				known.add(inner);
				isNew = true;
			}
		}
		return isNew;
	}

	/** @param {Value} value @returns {number[]} what belongs to modules and to no new object */
	parts(value) {
		return [...value].filter((one) => {
			const element = this.get(one);
			return element.kind === 'part' && !element.isBoxed;
		});
	}

	/** @param {Value} value @returns {boolean} some part of it belongs to a module */
	hasPart(value) {
		for (const one of value) if (this.get(one).kind === 'part') return true;
		return false;
	}

	/** @param {Value} value @returns {boolean} it goes on with each step */
	isIterator(value) {
		for (const one of value) if (/^(generator|iterator)$/.test(this.get(one).kind)) return true;
		return false;
	}

	/** @param {Value} value @returns {Set<number>} what it can do */
	types(value) {
		return new Set([...value].filter((one) => this.get(one).kind !== 'part'));
	}
}

/** @param {...Value} values @returns {Value} */
export function union(...values) {
	const known = values.filter(({ size }) => size > 0);
	if (known.length < 2) return known[0] ?? NOTHING;
	/** @type {Set<number>} */
	const found = new Set();
	for (const value of known) for (const one of value) found.add(one);
	return cut(found);
}

/** @param {Value} before @param {Value} value @returns {Value} both; what has grown is not cut once more */
export function extended(before, value) {
	for (const one of before) if (!value.has(one)) return union(before, value);
	return value;
}

/**
 * What is held is replaced by a larger value, and never changed itself: contexts have it too, and compare what they had with what there is.
 *
 * @param {Map<string, Value>} held
 * @param {string} key
 * @param {Value} value
 * @param {number} [most] elements
 * @returns {boolean} whether it has grown
 */
export function grow(held, key, value, most = Infinity) {
	const known = held.get(key) ?? NOTHING;
	const more = [...value].filter((one) => !known.has(one)).slice(0, most - known.size);
	if (more.length > 0) held.set(key, new Set([...known, ...more]));
	return more.length > 0;
}

/** @param {Set<number>} value @returns {Set<number>} */
const cut = (value) =>
	value.size <= MOST_ELEMENTS ? value : new Set([...value].slice(0, MOST_ELEMENTS));
