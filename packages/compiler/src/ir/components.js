/**
 * The strongly connected components of a graph, those that others lead to first: what they depend on is there
 * before they are.
 *
 * Tarjan's algorithm with a stack of its own. A chain of calls in a generated source may have thousands of links,
 * for which recursion has no room.
 *
 * @template T
 * @param {T} root
 * @param {(one: T) => readonly T[]} nextOf where one leads to; asked once for each
 * @returns {T[][]} of all that the root leads to
 */
export function componentsFrom(root, nextOf) {
	/** @type {T[][]} */
	const components = [];
	/** @type {Map<T, Visit<T>>} */
	const visits = new Map();
	/** @type {Visit<T>[]} those whose component is not complete */
	const open = [];
	/** @param {T} one @returns {Visit<T>} */
	const visit = (one) => {
		const index = visits.size;
		const made = { one, index, low: index, isOpen: true, next: nextOf(one), at: 0 };
		visits.set(one, made);
		open.push(made);
		return made;
	};
	const path = [visit(root)];
	while (path.length > 0) {
		const top = /** @type {Visit<T>} */ (path.at(-1));
		if (top.at < top.next.length) {
			const one = /** @type {T} */ (top.next[top.at++]);
			const known = visits.get(one);
			if (!known) path.push(visit(one));
			else if (known.isOpen) top.low = Math.min(top.low, known.index);
			continue;
		}
		path.pop();
		const above = path.at(-1);
		if (above) above.low = Math.min(above.low, top.low);
		if (top.low === top.index) components.push(close(open, top));
	}
	return components;
}

/**
 * @template T
 * @typedef {{ one: T, index: number, low: number, isOpen: boolean, next: readonly T[], at: number }} Visit `low`: the
 *   earliest open one that it is known to lead to
 */

/**
 * @template T
 * @param {Visit<T>[]} open loses the component
 * @param {Visit<T>} first of the component
 * @returns {T[]}
 */
function close(open, first) {
	const members = open.splice(open.indexOf(first));
	for (const member of members) member.isOpen = false;
	// In the order in which they were left, more or less: what is called comes before its caller.
	return members.map(({ one }) => one).reverse();
}
