/** A document of many words, the same each time: `{ 0: 'some', 1: 'words', … }`. */
export function makeDocument(length) {
	const words = ['some', 'Important', 'words', 'among', 'many', 'others'];
	let seed = 7;
	return Array.from({ length }, () => {
		seed = (seed * 1103515245 + 12345) % 2147483648;
		return words[(seed >> 8) % words.length];
	});
}
