import { KnownClasses } from '../src/protocol/classes.js';

const entries = new WeakMap();
const all = new Set();

class Account {
	constructor(balance) {
		this.label = '}';
		if (balance > 0) entries.set(this, { balance });
	}
}
class Savings extends Account {}
class Trusted {
	constructor() {
		all.add(this);
	}
	get isTrusted() {
		return all.has(this);
	}
}
function Old() {
	all.add(this);
}
Old.prototype.isOld = function () {
	return all.has(this);
};
class Listed {
	constructor() {
		all.add(this);
	}
}
class Remembering {
	constructor(size) {
		this.size = size;
	}
	get area() {
		if (!entries.has(this)) entries.set(this, this.size ** 2);
		return entries.get(this);
	}
}
class LateError extends Error {
	constructor() {
		super();
		entries.set(this, 1);
	}
}

/** @param {Function} made @param {string} [key] */
function isKnown(made, key = made.name) {
	const known = new KnownClasses(() => ({ [key]: made }));
	expect(known.nameOf(made)).toBe(key);
	return known.find(made.prototype) !== undefined;
}

test('instances with an entry of their own in a collection have no copies', () => {
	expect([Account, Savings, Trusted, Old].map((one) => isKnown(one))).toEqual(Array(4).fill(false));
	expect(isKnown(Account, 'named Account')).toBe(false);
});

test('a list of all instances, what a method remembers, and errors make no difference', () => {
	expect([Listed, Remembering, LateError].map((one) => isKnown(one))).toEqual(Array(3).fill(true));
});
