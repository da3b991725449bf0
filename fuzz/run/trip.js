/** @import { LoadedModule } from '../../packages/runtime/src/protocol/units.js' */
/** @import { HostFunctions } from './module-graph.js' */
import * as host from '../../packages/runtime/src/internal/host.js';
import {
	CHECKS_EXPORT,
	CLASSES_EXPORT,
	IN_OUT_EXPORT,
	UNITS_EXPORT,
} from '../../packages/runtime/src/abi.js';
import { OwnMap, OwnSet } from '../../packages/runtime/src/primordials.js';
import { fingerprintsAsLoaded } from '../../packages/runtime/src/protocol/state-prints.js';
import { KnownClasses } from '../../packages/runtime/src/protocol/classes.js';
import { registry } from '../../packages/runtime/src/protocol/registry.js';
import { exportsOf, findUnit } from '../../packages/runtime/src/protocol/units.js';
import { ModuleGraph } from './module-graph.js';
import './unlimited-checks.js';

/**
 * A pool without threads. Calls go through the runtime in its mode `inline`: clones of arguments and captures as one
 * graph, errors and instances as records, results back in a later turn. What it loads are modules of our own "threads":
 * each has its own instance of every module of the program, and calls go to them by turns, so that what one of them
 * remembers the next has not seen.
 */

const THREADS = 2;

/** Calls a unit, and gets something wrong. @typedef {(unit: Function, receiver: unknown, args: unknown[]) => unknown} Spoil */

/** The modules of one thread. */
class Thread {
	/** @param {ReadonlyMap<string, string>} files @param {Spoil} [spoil] */
	constructor(files, spoil) {
		this.spoil = spoil;
		this.graph = new ModuleGraph(files, this.createHost());
		/** @type {Map<string, LoadedModule>} by URL; found when the program has replaced `Map`, too */
		this.loaded = new OwnMap();
	}

	/** @param {string} name of a worker module */
	async load(name) {
		const namespace = await this.graph.load(name);
		const exported = exportsOf(namespace);
		const classes = new KnownClasses(
			/** @type {() => Record<string, unknown>} */ (
				this.graph.entering(() => exported(CLASSES_EXPORT))
			),
		);
		const units = this.spoilt(exported(UNITS_EXPORT));
		const checks = exported(CHECKS_EXPORT);
		const asLoaded = fingerprintsAsLoaded(checks);
		const functions = new OwnMap();
		const ids = exported(IN_OUT_EXPORT);
		const inOut = new OwnSet(Array.isArray(ids) ? ids : []);
		const module = { units, classes, inOut, functions, checks, asLoaded, checked: new OwnMap() };
		this.loaded.set(this.graph.urlOf(name), module);
	}

	/** @param {LoadedModule['units']} units @returns {LoadedModule['units']} */
	spoilt(units) {
		const { spoil } = this;
		if (!spoil) return units;
		return Object.fromEntries(
			Object.entries(units).map(([id, make]) => [
				id,
				(captures, roots) => {
					const unit = make(captures, roots);
					return /** @this {unknown} */ function (/** @type {unknown[]} */ ...args) {
						return spoil(unit, this, args);
					};
				},
			]),
		);
	}

	/** What stubs call in a worker: the unit itself, on the same thread. @returns {HostFunctions} */
	createHost() {
		/** @param {{ id: string, url: string }} unit @param {unknown[]} args @param {any} captures */
		const call = async ({ id, url }, args, captures) => {
			const values = typeof captures === 'function' ? captures() : captures;
			const module = this.loaded.get(url);
			const unit = module && findUnit(module, id, values);
			if (!unit) throw new TypeError(`no unit ${id}`);
			return Reflect.apply(unit, undefined, [...args]);
		};
		const unit = (/** @type {string} */ id, /** @type {string} */ url) => ({ id, url });
		/** @param {{ id: string, url: string }} reference @param {any[]} args @param {any} captures */
		const generate = async function* (reference, args, captures) {
			return yield* await call(reference, args, captures);
		};
		const print = () => undefined;
		const { hasValue } = host;
		return { unit, call, callWithCallback: call, callOrRun: call, generate, print, hasValue };
	}
}

/**
 * @typedef {object} Trip
 * @property {HostFunctions} host what the program's stubs call
 * @property {() => number} answered how many calls workers have answered
 */

/**
 * Get a program's worker modules ready, on each thread.
 *
 * @param {ReadonlyMap<string, string>} files the lowered program
 * @param {readonly string[]} workers names of its worker modules
 * @param {Spoil} [spoil]
 * @returns {Promise<Trip>} rejects with what a worker module throws while it loads
 */
export async function prepareTrip(files, workers, spoil) {
	const threads = Array.from({ length: THREADS }, () => new Thread(files, spoil));
	for (const thread of threads) for (const name of workers) await thread.load(name);
	let turn = 0;
	let answered = 0;
	// The runtime asks here for a worker module before it would load one.
	registry.modules = /** @type {any} */ ({
		get(/** @type {string} */ url) {
			answered++;
			const thread = threads[turn++ % THREADS];
			thread?.graph.enter();
			return thread?.loaded.get(url);
		},
		set() {},
	});
	/** The pool decides by measured times: here, both ways by turns. @type {typeof host.callOrRun} */
	const callOrRun = async (reference, args, captures, inline) =>
		turn++ % 2 === 0
			? host.callOrRun(reference, args, captures, inline)
			: Reflect.apply(inline, undefined, [...args]);
	const { default: functions } = host;
	return { host: { ...functions, callOrRun }, answered: () => answered };
}
