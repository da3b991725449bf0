// Whether a unit leaves alone what it was given, and finds the state that the host has; where the compiler could not prove it.
/** @import { Looked } from './fingerprint.js' */
/** @import { Known } from './weak-entries.js' */
/** @import { UnitFactory } from './units.js' */
import { join, JSON, map, Object, OwnMap, OwnSet, push, Reflect, WeakRef } from '../primordials.js';
import { types } from 'node:util';
import { Budget } from './check-budget.js';
import { tellChange } from './check-report.js';
import { memoryOf } from './content-readers.js';
import { isObject, isSamePrint, lookAtKnown } from './fingerprint.js';
import { isAwaited, isNothing } from './late-roots.js';
import { noteReceived } from './own-memory.js';
import { registry } from './registry.js';
import { shownRoot } from './shown.js';
import { knownTo, look, NONE, print, textOf } from './state-prints.js';

/**
 * What an emitted worker module says of a unit (`$lp_checks`).
 *
 * @typedef {object} ChecksOfUnit
 * @property {(string | null)[]} [inputs] names of its parameters, null for those that a diagnostic has told of; undefined when it is proven to leave its inputs alone
 * @property {boolean} [isInOut] whether its arguments are compared anyway, and its caller's own follow
 * @property {(string | null)[]} [captures] names of what comes with a call, in order
 * @property {boolean} [isGenerator] whether its consumer may give it more
 * @property {Record<string, () => unknown>} [state] what it has of its module; the last capture has the host's fingerprints of it
 * @property {[local: string, file: string, isLate?: 1][]} [others] variables of other files that it reads; the host's fingerprints of them come last. `isLate`:
 *   each thread gives the variable its value at its first use
 * @property {string[]} [closedOver] names of variables that are looked at in closures that the state holds
 * @property {string[]} [locals] the same for variables of enclosing functions, which the factory hands out
 * @property {((() => unknown) | number)[]} [known] objects that both sides have, for which weak collections in the state are asked besides the state itself: what
 *   reads them, or their numbers among the captures; undefined where there are no such collections
 * @property {boolean} [isBundled] whether a bundler has written host and worker module anew, each by itself: their functions have other texts
 * @property {string[]} [late] names of those that each thread gives a value at its first use
 * @property {string[]} [loaded] names of those that units fill in each thread, and of which both sides must have begun with the same
 */

/**
 * What is looked at: `read` gives it, or throws; `closedOver` gives the names of variables that are looked at in closures in it; `without`: objects
 * whose content does not count.
 *
 * @typedef {{ read: () => unknown, closedOver?: () => readonly string[], without?: ReadonlySet<object> | undefined }} Readable
 */

/** @typedef {Readable & { name: string, asLoaded?: string, isLate?: boolean }} Root `asLoaded`: its fingerprint before a unit has run, of what units fill; `isLate`: each thread
 * gives it its value at its first use */

/** @param {string} local @param {string} file @returns {string} for messages, in front of a backtick */
function nameOfOther(local, file) {
	if (file !== '') return `${local}\` of \`${file}`;
	const path = local.startsWith('process.') ? local : `globalThis.${local}`;
	return path.replace(/\.@@(.*)$/, (_, key) => `[Symbol.for(${JSON.stringify(key)})]`);
}

/** A unit of a worker module, whose calls in this thread are checked. */
export class CheckedUnit {
	/**
	 * @param {string} id
	 * @param {ChecksOfUnit} checks
	 * @param {UnitFactory} factory
	 * @param {Map<string, string>} asLoaded fingerprints of what units of the module fill
	 */
	constructor(id, checks, factory, asLoaded) {
		this.id = id;
		this.checks = checks;
		this.factory = factory;
		this.budget = new Budget();
		this.closedOver = checks.closedOver ?? [];
		/** of the module @type {Root[]} */
		this.roots = Object.entries(checks.state ?? {}).map(([name, read]) => ({
			...{ name, read, closedOver: () => this.closedOver, asLoaded: asLoaded.get(name) },
			isLate: this.#isLate(name),
		}));
		/** of other modules @type {(Root & { local: string })[]} */
		this.others = map(checks.others ?? [], ([local, file, isLate]) => ({
			...shownRoot(local, file, () => this.closedOver),
			...{ name: nameOfOther(local, file), local, isLate: isLate === 1 },
		}));
		/** names of what has been told about @type {Set<string>} */
		this.told = new OwnSet();
	}

	/**
	 * @param {unknown[] | undefined} captures
	 * @returns {Function} the unit, with its checks
	 */
	make(captures) {
		/** @type {(() => unknown)[]} */
		const thunks = [];
		const run = this.factory(captures, thunks);
		const roots = [...this.roots];
		for (let at = 0; at < thunks.length; at++) {
			const name = this.checks.locals?.[at] ?? '';
			const isFilled = this.checks.loaded?.includes(name);
			const root = { read: thunks[at], closedOver: () => this.closedOver };
			const asLoaded = isFilled ? print(root) : undefined;
			push(roots, { ...root, name, asLoaded, isLate: this.#isLate(name) });
		}
		const check = (/** @type {unknown[]} */ args) => this.begin({ args, captures, roots });
		return (/** @type {unknown[]} */ ...args) => runChecked(run, args, check);
	}

	/** @param {string} name @returns {boolean} */
	#isLate(name) {
		return this.checks.late?.includes(name) === true;
	}

	/**
	 * Look at the values of a call before its body runs.
	 *
	 * @param {{ args: unknown[], captures: unknown[] | undefined, roots: Root[] }} call
	 * @returns {Look | undefined} undefined when there is nothing to look at
	 */
	begin({ args, captures, roots }) {
		const hasOwnInputs = !registry.sharesInputs;
		const { borrower } = registry;
		registry.sharesInputs = false;
		registry.borrower = undefined; // for this call only, and none of a unit that it calls
		const isChecked = this.budget.allows();
		const startMs = performance.now();
		const hasSent = roots.length + this.others.length > 0;
		const sent = hasSent ? captures?.[captures.length - 1] : undefined;
		const takesInputs = isChecked && hasOwnInputs && this.checks.inputs !== undefined;
		const inputs = takesInputs ? this.#inputs(args, captures, borrower?.inOutParts) : [];
		const isSent = isChecked && typeof sent === 'string';
		const state = isSent ? this.#state(roots, sent, { args, captures }) : [];
		const isNone = inputs.length + state.length === 0;
		if (isNone && !(takesInputs && this.checks.isGenerator)) {
			this.budget.spend(performance.now() - startMs);
			return undefined;
		}
		const look = new Look(this, { inputs, state, takesInputs, startMs });
		if (borrower) borrower.look = look;
		return look;
	}

	/**
	 * What the unit changes of in-out arguments, the caller's own objects follow, also where captures lead to them.
	 *
	 * @param {unknown[]} args
	 * @param {unknown[] | undefined} captures
	 * @param {readonly object[]} [restored] the objects among in-out arguments
	 * @returns {Seen[]}
	 */
	#inputs(args, captures, restored) {
		const { inputs = [], captures: names = [], isInOut = false } = this.checks;
		const isCaptured = names.some((name) => name !== null);
		const without = restored && isCaptured ? new OwnSet(map(restored, memoryOf)) : undefined;
		/** @type {Seen[]} */
		const seen = [];
		for (let at = 0; at < args.length && !isInOut; at++) {
			const isTold = inputs[at] === null;
			const what = `its argument ${inputs[at] ? `\`${inputs[at]}\`` : at + 1}`;
			if (!isTold && isObject(args[at])) push(seen, see({ read: () => args[at] }, what));
		}
		for (let at = 0; at < names.length; at++) {
			const value = captures?.[at];
			if (names[at] !== null && isObject(value))
				push(seen, see({ read: () => value, without }, `\`${names[at]}\``));
		}
		return seen;
	}

	/** @param {Root[]} roots @param {string} sent the host's fingerprints @param {{ args: unknown[], captures: unknown[] | undefined }} given @returns {Seen[]} */
	#state(roots, sent, { args, captures }) {
		const ofHost = sent.split(' ');
		/** @type {Seen[]} */
		const seen = [];
		/** prints by name, here and on the host @type {Map<string, string>} */
		const own = new OwnMap();
		const looks = map([...roots, ...this.others], (one) => one.asLoaded ?? look(one));
		for (let at = 0; at < looks.length; at++) {
			const { name } = at < roots.length ? roots[at] : this.others[at - roots.length];
			this.#tellUnread(name, looks[at]);
		}
		if (looks.some((one) => typeof one !== 'string' && one.shared.length > 0))
			noteReceived(lookAtKnown([args, captures]).shared);
		const { known: places, others } = this.checks;
		const reader = (/** @type {(() => unknown) | number} */ one) =>
			typeof one === 'number' ? () => captures?.[one] : one;
		const readers = places && map(places, reader);
		const known = knownTo(looks, { known: readers, others });
		const { length } = roots;
		for (let at = 0; at < length; at++) {
			const root = roots[at];
			const { name, asLoaded } = root;
			const here = textOf(looks[at], known);
			own.set(name, `${here} ${ofHost[at]}`);
			if (isAwaited({ ...root, known }, here, ofHost[at], seen)) continue;
			this.#compare(name, here, ofHost[at]);
			if (asLoaded !== undefined) continue;
			const what = `\`${name}\` of its module`;
			push(seen, { ...root, isLate: false, what, before: here, known });
		}
		for (let at = 0; at < this.others.length; at++) {
			const other = this.others[at];
			const { name, local, isLate } = other;
			const onHost = ofHost[length + at];
			const here = textOf(looks[length + at], known);
			if (isAwaited({ ...other, known }, here, onHost, seen)) continue;
			// A module that imports the variable, too, has told of it.
			if (isLate || own.get(local) !== `${here} ${onHost}`) this.#compare(name, here, onHost);
		}
		return seen;
	}

	/** @param {string} name @param {string} here @param {string} [onHost] */
	#compare(name, here, onHost = NONE) {
		if (onHost === NONE || here === NONE) return;
		if (!isSamePrint(onHost, here, this.checks.isBundled)) this.tell('LP8049', name);
	}

	/** @param {string} name @param {Looked | string} looked */
	#tellUnread(name, looked) {
		if (typeof looked !== 'string' && looked.unread.length > 0)
			this.tell('LP8056', name, join(looked.unread, '`, `'));
	}

	/** @param {'LP8048' | 'LP8049' | 'LP8056'} code @param {string} what @param {string} [how] */
	tell(code, what, how) {
		const key = `${code} ${what}`;
		if (this.told.has(key)) return;
		this.told.add(key);
		tellChange(code, this.id, what, how);
	}
}

/**
 * `isLate`: the thread has no value yet, and `before` is the host's. `ref`: it is compared as long as the unit has it.
 *
 * @typedef {Readable & { what: string, before: string, isLate?: boolean, ref?: WeakRef<object>, known?: readonly Known[] }} Seen
 */

/** @param {Readable} root @param {string} what for messages @returns {Seen} */
const see = (root, what) => ({ ...root, what, before: print(root) });

/** Calls that run in this thread, with what is looked at; per thread. @type {Set<Look>} */
const open = new OwnSet();

/**
 * Change what a unit was given in the way that the program sees, too: no unit that runs is told of it.
 *
 * @param {() => void} change
 */
export function changeUnnoticed(change) {
	const looks = [...open];
	for (let at = 0; at < looks.length; at++) looks[at].compare();
	change();
	for (let at = 0; at < looks.length; at++) looks[at].resume();
}

/** Values of functions of the host that are looked at in one call. */
const MOST_RESULTS = 8;

/** A call's values as they were before its body ran, or before a step of it. */
class Look {
	#results = 0;

	/**
	 * @param {CheckedUnit} unit
	 * @param {{ inputs: Seen[], state: Seen[], takesInputs: boolean, startMs: number }} seen
	 */
	constructor(unit, { inputs, state, takesInputs, startMs }) {
		this.unit = unit;
		this.seen = [...inputs, ...state];
		this.takesInputs = takesInputs;
		this.beganMs = performance.now();
		unit.budget.spend(this.beganMs - startMs);
	}

	/** The body, or a step of it, is over. */
	end() {
		open.delete(this);
		this.compare();
	}

	/** Tell of what has changed so far. */
	compare() {
		const endMs = performance.now();
		const { unit, seen } = this;
		unit.budget.earn(endMs - this.beganMs);
		for (let at = 0; at < seen.length; at++) {
			const one = seen[at];
			if (one.ref && !one.ref.deref()) continue;
			const after = print(one, one.known);
			if (one.isLate && isNothing(after)) continue;
			const isSame = one.isLate
				? isSamePrint(one.before, after, unit.checks.isBundled)
				: after === one.before;
			if (!isSame) unit.tell(one.isLate ? 'LP8049' : 'LP8048', one.what);
			one.before = after;
			one.isLate = false;
		}
		unit.budget.spend(performance.now() - endMs);
	}

	/** @param {unknown} value that a step of the body gets @param {string} what */
	take(value, what) {
		if (this.takesInputs) this.seen.push(see({ read: () => value }, what));
	}

	/**
	 * A function of the host has given the unit a value. The host may give out the same object again, or look at it itself.
	 *
	 * @param {unknown} value
	 * @param {string} place of the function
	 */
	takeResult(value, place) {
		const isTaken = this.takesInputs && typeof value === 'object' && value !== null;
		if (!isTaken || this.#results >= MOST_RESULTS) return;
		this.#results++;
		const startMs = performance.now();
		const ref = new WeakRef(value);
		push(this.seen, { ...see({ read: () => ref.deref() }, `what \`${place}\` gives it`), ref });
		this.unit.budget.spend(performance.now() - startMs);
	}

	/** A step of the body goes on. */
	resume() {
		for (let at = 0; at < this.seen.length; at++) {
			const one = this.seen[at];
			if (!one.isLate) one.before = print(one, one.known);
		}
		this.beganMs = performance.now();
	}
}

/**
 * @param {Function} run the unit
 * @param {unknown[]} args
 * @param {(args: unknown[]) => Look | undefined} check
 * @returns {unknown} what it returns
 */
function runChecked(run, args, check) {
	const look = check(args);
	if (!look) return Reflect.apply(run, undefined, args);
	open.add(look);
	let result;
	try {
		result = Reflect.apply(run, undefined, args);
	} catch (thrown) {
		look.end();
		throw thrown;
	}
	if (types.isGeneratorObject(result)) {
		open.delete(look);
		return new CheckedBody(/** @type {any} */ (result), look);
	}
	const isThenable =
		typeof result === 'object' && result !== null && typeof result.then === 'function';
	if (isThenable) return untilSettled(result, look);
	look.end();
	return result;
}

/** @param {PromiseLike<unknown>} result @param {Look} look @returns {Promise<unknown>} */
async function untilSettled(result, look) {
	try {
		return await result;
	} finally {
		look.end();
	}
}

/** The body of a generator. Between its steps other calls run in its thread, whose changes are not its own. */
class CheckedBody {
	#body;
	#look;
	#hasBegun = false;

	/** @param {any} body @param {Look} look */
	constructor(body, look) {
		this.#body = body;
		this.#look = look;
	}

	/** @param {unknown} value */
	next(value) {
		return this.#step('next', value);
	}

	/** @param {unknown} value */
	return(value) {
		return this.#step('return', value);
	}

	/** @param {unknown} error */
	throw(error) {
		return this.#step('throw', error);
	}

	/** @param {'next' | 'return' | 'throw'} method @param {unknown} value */
	#step(method, value) {
		if (this.#hasBegun) this.#look.resume();
		this.#hasBegun = true;
		if (isObject(value)) this.#look.take(value, `what \`${method}\` gives it`);
		return runChecked(
			() => this.#body[method](value),
			[],
			() => this.#look,
		);
	}
}
