/** @typedef {{ items: { category: number, amount: number }[] }} Session */

/**
 * What the background worker does for a request.
 *
 * @param {Session} session
 * @param {number} category
 * @returns {Promise<string>}
 */
export async function answer(/* cpu_bound: gem */ session, category) {
	'use cpu_bound';
	const items = session.items;
	let total = 0;
	let count = 0;
	for (let i = 0; i < items.length; i++) {
		if (items[i].category === category) {
			total += items[i].amount;
			count++;
		}
	}
	return `category ${category}: ${count} items, ${total}`;
}
