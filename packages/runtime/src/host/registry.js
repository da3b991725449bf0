/** @import { CallOptions, Configuration, Mode, UnitReference } from '../types.js' */
/** @import { HostBuiltIns } from './built-ins.js' */
/** @import { Crew } from './crew.js' */
/** @import { Dispatcher } from './dispatch.js' */
/** @import { SignalWatch } from './signal-watch.js' */
/** @import { Verifier } from './verify/verifier.js' */
/** @import { AbortWatch } from './watch.js' */
import { MARK_KEY } from '../abi.js';
import { OwnMap, OwnSet, WeakMap } from '../primordials.js';

/**
 * What the host side keeps: module-level state, one per thread that calls (a worker of somebody else's has
 * its own, with pools of its own).
 *
 * @typedef {object} HostRegistry
 * @property {Configuration} configuration as `configure` got it
 * @property {Map<string, Dispatcher>} dispatchers pools that have been used, by name
 * @property {Map<string, UnitReference>} units by id, for `stats()`
 * @property {CallOptions | undefined} ambient what `withOptions` gives to the call that is being made
 * @property {{ way: 'here' | 'there' | undefined }} mark of the call that is being made (here.js); CommonJS modules may set it before the runtime is there (internal/bridge.cjs)
 * @property {Map<string, HostBuiltIns>} builtIns what the host has of the platform, by URL of the worker module that mentions it
 * @property {boolean} isClosed
 * @property {Set<Crew> | undefined} crews those that have had threads; undefined before the first
 * @property {Mode | undefined} mode undefined until the first call after `configure`
 * @property {Verifier | undefined} verifier undefined until a call is verified
 * @property {number} nextKey
 * @property {number} nextCallbackId
 * @property {number} nextLoanId
 * @property {number} nextGeneratorId
 * @property {WeakMap<AbortSignal, SignalWatch>} lentSignals those that calls have among their arguments
 * @property {WeakMap<AbortSignal, AbortWatch>} signals what each signal may end
 * @property {Set<Iterator<[any, (ended: any) => void]>>} ending what signals that have fired are to end, and have not yet
 * @property {number} nextTurn number of the next call that has to wait for others, or lets others wait (in-out.js)
 * @property {import('./in-out.js').Turn[] | undefined} turnsOfNow those of the calls that the code has made which runs now; undefined when there are none
 * @property {number} waitingCalls calls that wait for others which change what they are given
 * @property {number} overheadUs moving mean of what a lone call takes besides the run; a guess until measured
 * @property {number} callsHere calls of `try_cpu_bound` that run on this thread and are not settled
 * @property {boolean} isLooking whether captures are read to be compared, and not to be sent
 */

/** @param {any} realm @returns {HostRegistry['mark']} */
const markOf = (realm) => (realm[Symbol.for(MARK_KEY)] ??= { way: undefined });

/** @returns {HostRegistry} */
const createRegistry = () => ({
	configuration: {},
	dispatchers: new OwnMap(),
	units: new OwnMap(),
	builtIns: new OwnMap(),
	ambient: undefined,
	mark: markOf(globalThis),
	isClosed: false,
	crews: undefined,
	mode: undefined,
	verifier: undefined,
	nextKey: 1,
	nextCallbackId: 1,
	nextLoanId: 1,
	nextGeneratorId: 1,
	lentSignals: new WeakMap(),
	signals: new WeakMap(),
	ending: new OwnSet(),
	overheadUs: 80,
	waitingCalls: 0,
	nextTurn: 0,
	turnsOfNow: undefined,
	callsHere: 0,
	isLooking: false,
});

/** @type {HostRegistry} */
export const host = createRegistry();
