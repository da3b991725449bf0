// Whether a history of operations on an object could have come about one operation after the other (Herlihy and Wing, TOPLAS 1990),
// by the search of Wing and Gong (JPDC 1993), which remembers where it has been (Lowe, 2017).

/**
 * An operation: begun at `from`, over at `to`, by a clock that all threads share.
 *
 * @typedef {{ from: number, to: number, name: string, argument?: any, result: any }} Operation
 */

/**
 * An object as it is for one thread.
 *
 * @typedef {object} Specification
 * @property {any} initial state, JSON data
 * @property {Record<string, (state: any, argument: any) => { state: any, result: any }>} operations leave the state as it is
 */

/**
 * @param {Specification} specification
 * @param {Operation[]} history at most 30 operations
 * @returns {Operation[] | undefined} an order in which they could have happened; undefined when there is none
 */
export function linearize({ initial, operations }, history) {
	const all = 2 ** history.length - 1;
	/** @type {Set<string>} what was tried, and did not lead to an end */
	const vain = new Set();
	/** @type {Operation[]} */
	const order = [];

	/** @param {number} left bit set of operations @param {any} state @returns {boolean} */
	const search = (left, state) => {
		if (left === 0) return true;
		const place = `${left} ${JSON.stringify(state)}`;
		if (vain.has(place)) return false;
		const waiting = history.map((_, index) => index).filter((index) => left & (1 << index));
		// One that began after another was over cannot come before it.
		const firstEnd = Math.min(...waiting.map((index) => history[index].to));
		for (const index of waiting) {
			const operation = history[index];
			if (operation.from > firstEnd) continue;
			const outcome = operations[operation.name](state, operation.argument);
			if (JSON.stringify(outcome.result) !== JSON.stringify(operation.result)) continue;
			order.push(operation);
			if (search(left & ~(1 << index), outcome.state)) return true;
			order.pop();
		}
		vain.add(place);
		return false;
	};
	return search(all, initial) ? order : undefined;
}
