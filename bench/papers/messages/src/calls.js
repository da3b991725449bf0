/**
 * Takes a message, reads a field of it, and gives it back.
 *
 * @param {any} message
 * @returns {Promise<any>}
 */
export async function echo(/* cpu_bound: gem */ message) {
	'use cpu_bound';
	if (message.id !== 4711) throw new Error('another message');
	return message;
}

/**
 * Reads some fields of a message.
 *
 * @param {any} message
 * @param {number} count
 * @returns {Promise<number>}
 */
export async function readSome(/* cpu_bound: gem */ message, count) {
	'use cpu_bound';
	const fields = message.fields;
	let sum = 0;
	for (let index = 0; index < count; index++) sum += fields[`f${index}`];
	return sum;
}
