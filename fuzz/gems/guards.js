import { ReadOnly, release, snapshot } from '../../packages/runtime/src/gem/index.js';

const COUNT = 24;
const contentOf = (/** @type {number} */ at) =>
	Array.from({ length: 40 }, (_, index) => (at % 2 ? at * index : at + index / 2));

/** GEMs that no program knows, whose memory lies between that of its documents. */
export class Guards {
	#guards = Array.from({ length: COUNT }, (_, at) => {
		const gem = ReadOnly.create(contentOf(at));
		release(ReadOnly.create(contentOf(at)));
		return { gem, content: JSON.stringify(contentOf(at)) };
	});

	/** @returns {number} how many are not what they were */
	changed() {
		return this.#guards.filter(({ gem, content }) => {
			try {
				return JSON.stringify(snapshot(gem)) !== content;
			} catch {
				return true;
			}
		}).length;
	}

	release() {
		for (const { gem } of this.#guards) release(gem);
	}
}
