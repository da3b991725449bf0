import { TextDecoder, TextEncoder } from 'node:util';

/**
 * @typedef {object} Peer another library that keeps objects in shared memory
 * @property {string} name
 * @property {(content: any) => any} create
 */

/** Bytes for a document of a thousand elements: theirs do not grow by themselves, or slowly. */
const SPACE = 1 << 23;

/**
 * @returns {Promise<{ peers: Peer[], missing: string[] }>} `missing`: those that do not load on this Node, and why
 */
export async function openPeers() {
	/** @type {Peer[]} */
	const peers = [];
	/** @type {string[]} */
	const missing = [];
	for (const [name, open] of Object.entries(OPENERS)) {
		try {
			peers.push({ name, create: await open() });
		} catch (error) {
			missing.push(`${name}: ${/** @type {Error} */ (error).message}`);
		}
	}
	return { peers, missing };
}

/** @type {Record<string, () => Promise<Peer['create']>>} */
const OPENERS = {
	async '@bnaya/objectbuffer'() {
		const { createObjectBuffer } = await import('@bnaya/objectbuffer');
		const textEncoder = new TextEncoder();
		const textDecoder = new TextDecoder();
		return (content) =>
			createObjectBuffer(
				/** @type {any} */ ({ textEncoder, textDecoder }),
				SPACE,
				{ root: content },
				{},
			).root;
	},
	async multithreading() {
		const { SharedJsonBuffer } = await import('multithreading');
		return (content) => new SharedJsonBuffer({ root: content }, { size: SPACE }).root;
	},
};
