/** @import { MessagePort } from 'node:worker_threads' */
/** @import { Notes } from './notes.js' */
import { receiveMessageOnPort } from 'node:worker_threads';
import { needsModules, tryToLoadModules } from './gem-modules.js';

/**
 * Messages on their way from a port: delivered in the order in which they came, at once if that can be, and else once the modules
 * of the GEM types in them are evaluated, behind which the later ones wait.
 *
 * @template Message
 */
export class Arrivals {
	#notesOf;
	#deliver;
	/** settles when the modules are there that what has come last waits for @type {Promise<void> | undefined} */
	#loaded;

	/**
	 * @param {(message: Message) => Notes | undefined} notesOf a message
	 * @param {(message: Message) => void} deliver what it throws for a message that had to wait is an unhandled rejection
	 */
	constructor(notesOf, deliver) {
		this.#notesOf = notesOf;
		this.#deliver = deliver;
	}

	/** @param {Message} message */
	take(message) {
		const notes = this.#notesOf(message);
		if (!this.#loaded && !needsModules(notes)) {
			this.#deliver(message);
			return;
		}
		const loaded = loadAfter(this.#loaded, notes);
		this.#loaded = loaded;
		// Not a part of what the next one waits for, which what goes wrong here does not concern.
		void loaded.then(() => {
			if (this.#loaded === loaded) this.#loaded = undefined;
			this.#deliver(message);
		});
	}

	/**
	 * What the other side posted before it ended has happened before that.
	 *
	 * @param {MessagePort} port that messages came from
	 * @param {() => void} end
	 */
	afterLast(port, end) {
		for (let next; (next = receiveMessageOnPort(port));) this.take(next.message);
		if (this.#loaded) void this.#loaded.then(end);
		else end();
	}
}

/**
 * @param {Promise<void> | undefined} before
 * @param {Notes | undefined} notes
 * @returns {Promise<void>} never rejects
 */
async function loadAfter(before, notes) {
	await before;
	await tryToLoadModules(notes);
}
