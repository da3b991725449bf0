'use strict';
// Sites that never know anything, with the functions of gem.js: what they give makes each access go the general way.

/** Nobody writes to it. @type {any[]} */
const EMPTY = [];
const never = () => false;

/** Facts of every kind about nothing (gem/access/facts.js). */
const NOTHING = Object.freeze({
	...{ v: EMPTY, w: EMPTY, r: EMPTY, o: 0, n: -1, q: never },
	x: undefined,
	m: new Map(),
});

class UnknownSite {
	/** What the functions of blocks run by; undefined: as they are written. */
	fn = undefined;

	writing() {
		return this;
	}

	through() {
		return this;
	}

	holding() {
		return this;
	}

	keeping() {
		return this;
	}

	enter() {
		return NOTHING;
	}

	enterFrom() {
		return NOTHING;
	}

	enterAt() {
		return NOTHING;
	}

	glance() {
		return NOTHING;
	}

	/** @param {unknown} _facts @param {unknown} _key @param {any} value @returns {any} */
	fill(_facts, _key, value) {
		return value;
	}

	fitting() {
		return never;
	}

	compared() {
		return { e: EMPTY, k: undefined };
	}

	isWhole() {
		return false;
	}

	lengths() {
		return EMPTY;
	}

	/** Of a block. */
	of() {
		return undefined;
	}
}

/** A site of plain copies: there are none. */
class UnknownCopies extends UnknownSite {
	list() {
		return EMPTY;
	}

	/** @override @returns {any} a list, without the element */
	fill() {
		return EMPTY;
	}

	whole() {
		return undefined;
	}

	each() {
		return undefined;
	}
}

const site = () => new UnknownSite();
const same = (/** @type {unknown} */ value) => value;

module.exports = {
	apart: never,
	block: site,
	copies: () => new UnknownCopies(),
	elements: site,
	epoch: Object.freeze({ n: 0 }),
	keyed: site,
	object: site,
	original: same,
	originals: same,
	rows: site,
};
