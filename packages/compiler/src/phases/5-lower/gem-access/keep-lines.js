/** @import { Edit } from '../../../ir/module.js' */

/**
 * An edit of the host module, whose lines are those of the source. What an edit says twice may have line breaks twice, and what it drops may
 * have some.
 *
 * @param {Edit} edit
 * @param {string} source
 * @returns {Edit} with as many lines as what it replaces, unless a text or a comment has them
 */
export function keepLines(edit, source) {
	const { start, end, text } = edit;
	const missing = breaksIn(source.slice(start, end)).length - breaksIn(text).length;
	if (missing === 0) return edit;
	const lineBreak = source.includes('\r\n') ? '\r\n' : '\n';
	if (missing > 0) return { ...edit, text: text + lineBreak.repeat(missing) };
	if (/`|\/\//.test(text)) return edit;
	let extra = -missing;
	return { ...edit, text: text.replace(BREAK, (found) => (extra-- > 0 ? ' ' : found)) };
}

const BREAK = /[ \t]*\r?\n[ \t]*/g;

/** @param {string} text */
const breaksIn = (text) => text.match(/\r?\n/g) ?? [];
