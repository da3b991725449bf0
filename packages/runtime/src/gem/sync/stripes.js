/** Stripes that a thread has taken, the last one last. Threads: one. Blocks: never. */
export class Stripes {
	items = new Int32Array(64);
	length = 0;

	/** @param {number} count for which there has to be room */
	reserve(count) {
		if (this.length + count <= this.items.length) return;
		const items = new Int32Array(2 * (this.length + count));
		items.set(this.items);
		this.items = items;
	}

	/** @param {number} stripe */
	push(stripe) {
		if (this.length === this.items.length) this.reserve(1);
		this.items[this.length++] = stripe;
	}
}
