/** @import { UnitReference } from '../../packages/runtime/src/types.js' */
/** @import { LoadedModule } from '../../packages/runtime/src/protocol/units.js' */
/** @import { HostFunctions } from './module-graph.js' */
import { recordThrown, reviveError } from '../../packages/runtime/src/errors/record.js';
import { cloneLikeATrip } from '../../packages/runtime/src/host/direct.js';
import { isDataCloneError } from '../../packages/runtime/src/host/values.js';
import { readResult } from '../../packages/runtime/src/host/settle.js';
import { invoke } from '../../packages/runtime/src/worker/invoke.js';
import { findUnit } from '../../packages/runtime/src/protocol/units.js';
import { ModuleGraph } from './module-graph.js';

/**
 * A pool without threads: calls take the way that they take to a thread and back (one clone of arguments and captures,
 * the worker's own instances of all modules, errors as records), by the functions of the runtime that do it there.
 */

/** Calls go to these one after the other: what one of them remembers, the next has not seen. */
const THREADS = 2;

/** One thread's modules. */
class Thread {
	/** @param {ReadonlyMap<string, string>} files */
	constructor(files) {
		this.graph = new ModuleGraph(files, this.createHost());
		/** @type {Map<string, Promise<LoadedModule>>} */
		this.loaded = new Map();
	}

	/** @param {string} url of a worker module @returns {Promise<LoadedModule>} */
	load(url) {
		const known = this.loaded.get(url);
		if (known) return known;
		const loading = this.evaluate(url);
		this.loaded.set(url, loading);
		return loading;
	}

	/** @param {string} url @returns {Promise<LoadedModule>} */
	async evaluate(url) {
		const namespace = await this.graph.load(url);
		const exported = namespace.$lp_units ? namespace : namespace.default;
		return { units: exported.$lp_units, classes: exported.$lp_classes ?? {}, functions: new Map() };
	}

	/** What stubs call in a worker: the unit itself, on the same thread. @returns {HostFunctions} */
	createHost() {
		/** @param {UnitReference} reference @param {unknown[]} args @param {any} captures */
		const call = async (reference, args, captures) => {
			const values = typeof captures === 'function' ? captures() : captures;
			const unit = findUnit(await this.load(reference.url), reference.id, values);
			if (!unit) throw new TypeError(`no unit ${reference.id}`);
			return Reflect.apply(unit, undefined, [...args]);
		};
		return { unit: createUnit, call, callWithCallback: call, callOrRun: call };
	}
}

/**
 * @param {string} id
 * @param {string} url
 * @param {any} [options]
 * @param {any} [classes]
 */
const createUnit = (id, url, options = {}, classes = undefined) => ({ id, url, options, classes });

/**
 * What the stubs of a program call, in place of the runtime.
 *
 * @param {ReadonlyMap<string, string>} files the lowered program
 * @returns {HostFunctions & { ran: { count: number } }} `ran`: how many calls have been answered by a worker
 */
export function createTrip(files) {
	const threads = Array.from({ length: THREADS }, () => new Thread(files));
	const ran = { count: 0 };
	let turn = 0;

	/** @param {UnitReference} reference @param {unknown[]} args @param {any} captures */
	const call = async (reference, args, captures) => {
		const values = typeof captures === 'function' ? captures() : captures;
		const sent = cloneLikeATrip({ args: [...args], captures: values });
		const thread = /** @type {Thread} */ (threads[turn++ % threads.length]);
		await nextTurn();
		const module = await thread.load(reference.url);
		const { id } = reference;
		const message = await invoke(module, { id, ...sent }, 0);
		ran.count++;
		return read(reference, message);
	};

	/** @param {UnitReference} reference @param {unknown[]} args @param {any} captures */
	const callWithCallback = (reference, args, captures) => {
		const list = [...args];
		const callback = list.pop();
		if (typeof callback !== 'function') return call(reference, args, captures);
		void runWithCallback(reference, { args: list, captures, callback });
		return undefined;
	};

	/** @param {UnitReference} reference @param {{ args: unknown[], captures: any, callback: Function }} given */
	const runWithCallback = async (reference, { args, captures, callback }) => {
		const values = typeof captures === 'function' ? captures() : captures;
		const sent = cloneLikeATrip({ args, captures: values });
		const thread = /** @type {Thread} */ (threads[turn++ % threads.length]);
		const module = await thread.load(reference.url);
		ran.count++;
		const standIn = (/** @type {unknown[]} */ ...results) => {
			const recorded = structuredClone(results.map((one) => recordThrown(one, module.classes)));
			const { classes } = reference;
			const read = recorded.map((one) =>
				'error' in one ? reviveError(one.error, { classes, frames: '' }) : Reflect.get(one, 'value'),
			);
			setImmediate(() => Reflect.apply(callback, undefined, read));
		};
		await invoke(module, { id: reference.id, args: [...sent.args, standIn], captures: sent.captures }, 0);
	};

	/** The pool decides by measured times: here, both ways by turns. @param {UnitReference} reference @param {unknown[]} args @param {any} captures @param {Function} inline */
	const callOrRun = async (reference, args, captures, inline) =>
		turn++ % 2 === 0 ? call(reference, args, captures) : Reflect.apply(inline, undefined, [...args]);

	return Object.assign({ unit: createUnit, call, callWithCallback, callOrRun }, { ran });
}

/**
 * @param {UnitReference} reference
 * @param {any} message as `invoke` made it
 * @returns {unknown} the result; throws what the unit threw
 */
function read(reference, message) {
	const call = /** @type {any} */ ({ reference, trace: undefined });
	const outcome = readResult(call, crossBack(message));
	if (outcome.ok) return outcome.value;
	throw outcome.error;
}

/** @param {any[]} message @returns {any} */
function crossBack(message) {
	try {
		return cloneLikeATrip(message);
	} catch (refusal) {
		if (!isDataCloneError(refusal)) throw refusal;
		throw new Error(`the result cannot be cloned: ${/** @type {Error} */ (refusal).message}`);
	}
}

/** @returns {Promise<void>} */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
