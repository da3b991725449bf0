/**
 * First steps in a document, in its order: a file to write, a command to run, or a page to ask for.
 *
 * @typedef {{ file: string, text: string } | { command: string } | { url: string, answer: string }} Step
 */

/** What follows a title, up to the next one of the same level or above. */
const sectionOf = (/** @type {string} */ markdown, /** @type {string} */ title) => {
	const [, level = '', text] = new RegExp(`^(#+) ${title}\n([^]*)`, 'm').exec(markdown) ?? [];
	if (text === undefined) throw new Error(`README has no section \`${title}\``);
	const end = text.search(new RegExp(`^#{1,${level.length}} `, 'm'));
	return end < 0 ? text : text.slice(0, end);
};

/** A fenced block, or a page that answers: `<url>` answers `<text>`. */
const STEP = /^```(\w+)\n([^]*?)^```$|`(https?:\/\/[^`]+)`[^`]*answers\s+`([^`]+)`/gm;

/**
 * Take first steps out of a document.
 *
 * @param {string} markdown
 * @param {string} title of their section
 * @returns {Step[]} of blocks in `sh` each line is a command; blocks of code that begin with a comment with a path are files
 */
export function readSteps(markdown, title) {
	return [...sectionOf(markdown, title).matchAll(STEP)].flatMap(
		/** @returns {Step[]} */
		([, language, body = '', url, answer]) => {
			if (url) return [{ url, answer }];
			if (language === 'sh')
				return body
					.trim()
					.split('\n')
					.map((line) => ({ command: line.replace(/\s+#.*$/, '') }));
			const [, file] = /^\/\/ (\S+)\n/.exec(body) ?? [];
			return file ? [{ file, text: body }] : [];
		},
	);
}

/** @param {Step[]} steps @returns {string[]} */
export const commandsOf = (steps) =>
	steps.flatMap((step) => ('command' in step ? [step.command] : []));
