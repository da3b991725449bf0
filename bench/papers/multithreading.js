/**
 * A library with objects in shared memory, `multithreading`, of which a report has to say where it is.
 *
 * @returns {Promise<string>} a sentence
 */
export async function aboutMultithreading() {
	try {
		await import('multithreading');
		return '`multithreading` is not among them: its objects cross only to functions that it starts itself.';
	} catch (error) {
		const { message } = /** @type {Error} */ (error);
		return `\`multithreading\` does not load on Node ${process.versions.node}: ${message}.`;
	}
}
