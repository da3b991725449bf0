import {
	AtomicLK,
	AtomicSTM,
	isGem,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
	release,
	send,
	snapshot,
} from '../../packages/runtime/src/gem/index.js';

/**
 * `filling`: a ReadOnly GEM that has not been sent, `sent`: one that is sent after the first call; `subset`: a part of a Partitioned one; `refused`: an AtomicLK one outside of any block;
 * `plain`: no GEM at all.
 *
 * @typedef {'filling' | 'sent' | 'ReadOnly' | 'Owned' | 'subset' | 'Partitioned' | 'PartitionedDynamic' | 'AtomicLK' | 'AtomicSTM' | 'refused' | 'plain'} PolicyName
 */

/**
 * @typedef {object} Document
 * @property {any} root what the unit is given
 * @property {(run: () => any) => any} within runs it where the policy lets it
 * @property {() => void} next gives the right up, or takes another one
 * @property {() => unknown} end the content, and the GEM goes
 */

/** @param {() => any} run @returns {any} */
const here = (run) => run();

/** @param {any} gem @param {Partial<Document>} [other] @returns {Document} */
const shared = (gem, other = {}) => ({
	...{ root: gem, within: here, next: () => {}, end: () => endOf(gem) },
	...other,
});

/** @param {any} gem */
function sendSomewhere(gem) {
	const { port1, port2 } = new MessageChannel();
	send(port1, gem);
	port1.close();
	port2.close();
}

/**
 * What a program does with a right in the middle of something else; nothing to a plain object.
 *
 * @param {any} root
 * @param {'release' | 'send' | 'give up'} what
 */
export function act(root, what) {
	if (!isGem(root)) return;
	if (what === 'release') release(root);
	else if (what === 'send') sendSomewhere(root);
	else root.release?.();
}

const TYPED = Object.getPrototypeOf(Int8Array.prototype);
/** Methods of typed arrays, which those in GEMs have only some of. */
const MISSING = Object.getOwnPropertyNames(TYPED).filter(
	(name) =>
		typeof Object.getOwnPropertyDescriptor(TYPED, name)?.value === 'function' &&
		name !== 'constructor',
);

/** @param {any} content @returns {any} the same, whose typed arrays have the methods alone that those in GEMs have */
function likeGems(content) {
	if (typeof content !== 'object' || content === null) return content;
	if (!ArrayBuffer.isView(content)) {
		Object.values(content).forEach(likeGems);
		return content;
	}
	const gem = /** @type {any} */ (Owned.create(content));
	for (const name of MISSING)
		if (gem[name] === undefined) Object.defineProperty(content, name, { value: undefined });
	release(gem);
	return content;
}

/** @param {any} gem @returns {() => unknown} gives up the part that this thread has, so that all can be read */
const endOfParts = (gem) => () => {
	gem.release();
	return endOf(gem);
};

/** @type {Record<PolicyName, (content: any) => Document>} */
export const DOCUMENTS = {
	plain: (content) => ({
		...{ root: likeGems(content), within: here },
		...{ next: () => {}, end: () => content },
	}),
	filling: (content) => shared(ReadOnly.create(content)),
	sent(content) {
		const gem = ReadOnly.create(content);
		return shared(gem, { next: () => sendSomewhere(gem) });
	},
	ReadOnly(content) {
		const gem = ReadOnly.create(content);
		sendSomewhere(gem);
		return shared(gem);
	},
	Owned(content) {
		const gem = Owned.create(content);
		return shared(gem, { next: () => gem.release() });
	},
	subset(content) {
		const gem = Partitioned.create(content, { partitions: 2 });
		const document = shared(gem, { root: gem.subset(), end: endOfParts(gem) });
		document.next = () => {
			document.root = gem.subset() ?? document.root;
		};
		return document;
	},
	Partitioned(content) {
		const gem = Partitioned.create(content, { partitions: 2 });
		gem.subset();
		return shared(gem, { next: () => gem.release(), end: endOfParts(gem) });
	},
	PartitionedDynamic(content) {
		const gem = PartitionedDynamic.create(content, { range: 3 });
		const within = (/** @type {() => any} */ run) => {
			/** @type {any} */
			let result;
			gem.getRange(() => {
				result = run();
			});
			return result;
		};
		return shared(gem, { within });
	},
	AtomicLK(content) {
		const gem = AtomicLK.create(content);
		return shared(gem, { within: (run) => gem.atomic(run) });
	},
	AtomicSTM(content) {
		const gem = AtomicSTM.create(content);
		return shared(gem, { within: (run) => gem.atomic(run) });
	},
	refused: (content) => shared(AtomicLK.create(content)),
};

/** Whose programs a plain object serves as well as a GEM. @type {ReadonlySet<PolicyName>} */
export const ALLOWING = new Set(['filling', 'Owned', 'AtomicLK', 'AtomicSTM', 'plain']);

/** @param {any} gem @returns {unknown} */
function endOf(gem) {
	try {
		return snapshot(gem);
	} catch (error) {
		return `no content: ${/** @type {Error} */ (error).message}`;
	} finally {
		release(gem);
	}
}
