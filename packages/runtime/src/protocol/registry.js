/** @import { MessagePort, Worker } from 'node:worker_threads' */
/** @import { Meters, SharedWords } from './atomics.js' */
/** @import { LoadedModule } from './units.js' */
import { OwnMap, OwnSet, WeakSet } from '../primordials.js';

/**
 * Something that runs in a thread and can be asked to end: `words[index]` is 1 then (stop.js).
 *
 * @typedef {{ words: SharedWords, index: number, unit: string }} Run
 */

/**
 * @typedef {object} Inbox what `worker` needs of messaging/inbox.js
 * @property {number | undefined} round that a reply is for
 * @property {(event: string, listener: (...values: any[]) => unknown) => void} listen
 * @property {(value: unknown) => void} reply
 */

/**
 * What both sides keep per thread. Module-level state, per thread by nature: it lives on `globalThis`, so that
 * several copies of this package in one thread agree on whether the thread is a worker of ours.
 *
 * @typedef {object} ThreadRegistry
 * @property {GemCopy[]} gemCopies of each copy of this package whose code for GEMs has been loaded here: no value is a GEM before that (gem-copies.js)
 * @property {boolean} isWorker whether a boot file of ours set this thread up
 * @property {Map<string, LoadedModule>} modules worker modules that have been evaluated here, by URL
 * @property {WeakSet<object>} marked values that `transfer()` was called with
 * @property {boolean} hasMarked false until the first `transfer()`; saves a look-up per value
 * @property {Meters | undefined} meters in a worker: read by the host once the thread is dead
 * @property {SharedWords | undefined} stop in a worker: whether something here is to end (stop.js)
 * @property {(() => void) | undefined} stopped in a worker: ends what runs, when it is what is to end
 * @property {Run | undefined} running in a worker: whose code runs synchronously
 * @property {Set<Run>} suspended in a worker: whose code goes on after an `await`
 * @property {SharedWords | undefined} rest in a worker: where it says whether its calls have left anything running (rest.js)
 * @property {MessagePort | undefined} bridge in a worker: where answers of the host's functions and aborts arrive
 * @property {MessagePort | undefined} results in a worker: where results go, and tasks come from
 * @property {Inbox | undefined} inbox in a thread of `Workers`: what it is sent
 * @property {boolean} sharesInputs whether the unit that is about to run has its caller's own objects, which its caller sees change
 * @property {{ look: OpenLook | undefined, inOutParts?: readonly object[] | undefined } | undefined} borrower what the unit that is about to run borrows of its caller's side
 * @property {boolean} hasTold in a worker: whether it has posted something that the next result has to come after
 */

/**
 * At what a unit that runs changes (checks.js).
 *
 * @typedef {object} OpenLook
 * @property {(value: unknown, place: string) => void} takeResult looks at what a function of the host at this place has given it, too
 *
 * Who reads a message, as far as its sender can know: a worker of the sender's, the thread above the sender, or anybody. `kept`: the sender keeps
 * what it sends until it has arrived, or its caller has given up.
 *
 * @typedef {Worker | 'above' | 'anybody' | 'kept'} Receiver
 *
 * What crossing needs to know of GEMs.
 *
 * @typedef {object} Gems
 * @property {(value: object) => object | undefined} viewOf what stands behind a GEM, or a part of one; undefined for anything else
 * @property {(view: object, receiver: Receiver) => object} describe what crosses in its place
 * @property {(view: object) => string} moduleOf url of the module that the other side needs to have evaluated
 * @property {(view: object) => boolean} isWhole whether it is that of a whole GEM
 * @property {(view: object, receiver: Receiver) => { heap: number, hold: number, gem: number, generation: number, url: string }} refer `describe` in numbers, for a whole
 *   one; with `moduleOf`
 * @property {(heap: number, gem: number) => boolean} isTypeKnown whether the type of the GEM with that index is known here
 * @property {(reference: { heap: number, gem: number, generation: number, hold: number }) => object} receive `arrive` for what `refer` gave
 * @property {(views: object[], receiver: Receiver) => void} leave tells the GEMs that they are about to be sent
 * @property {(views: object[], receiver: Receiver) => void} stay tells them that they were not
 * @property {(reference: any) => object} arrive makes the GEM of what has crossed
 * @property {(reference: { heap: number, gem: number, generation: number, hold: number }) => void} discard lets go of what is
 *   not read, or could not be
 * @property {(url: string) => boolean} isLoaded whether a module has been evaluated here
 * @property {() => boolean} isWaiting whether code here goes on once another thread is done with a GEM: the event loop does not know of that
 */

/**
 * The GEMs of one copy of this package (gem/define/crossing.js). Copies of other versions use it, too: what is changed in any of these functions
 * changes `PROTOCOL` of gem-copies.js, and `protocol`, `copy`, `viewOf` and `isInBlock` never change.
 *
 * @typedef {Gems & Identity} GemCopy
 *
 * @typedef {object} Identity
 * @property {number} protocol which functions there are
 * @property {string} copy version and folder, for messages
 * @property {() => boolean} isInBlock whether code of the thread runs within a block
 * @property {number} heap id of the memory that its GEMs live in
 * @property {(view: object) => boolean} isOwn whether `viewOf` of this copy has given it
 * @property {(reference: { gem: number, type?: string }) => boolean} isKnown whether the type of the GEM in `heap`, which is looked up where it is not
 *   given, has been defined by this copy
 */

const KEY = Symbol.for('@lapidary/runtime.thread');

/** @returns {ThreadRegistry} */
const createRegistry = () => ({
	gemCopies: [],
	isWorker: false,
	modules: new OwnMap(),
	marked: new WeakSet(),
	hasMarked: false,
	meters: undefined,
	stop: undefined,
	stopped: undefined,
	running: undefined,
	suspended: new OwnSet(),
	rest: undefined,
	bridge: undefined,
	results: undefined,
	inbox: undefined,
	sharesInputs: false,
	borrower: undefined,
	hasTold: false,
});

const holder = /** @type {{ [KEY]?: ThreadRegistry }} */ (globalThis);

/** @type {ThreadRegistry} */
export const registry = (holder[KEY] ??= createRegistry());
// A copy that did not know of others may have made it.
registry.gemCopies ??= [];
