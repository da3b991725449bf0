/** @import { Insertion, Node } from './syntax.js' */
import { indentAt, layoutOf } from './syntax.js';

/**
 * What a configuration should have: a call among the plugins, or a property that is not there yet.
 *
 * @typedef {object} Wish
 * @property {string} property name of the property
 * @property {string} [element] to be put in front of the others, in the list that the property is
 * @property {string[]} [value] lines of the property as a whole; levels of indentation as tabs
 * @property {string[]} [conflicts] names of properties that bring the property along
 */

/**
 * Put a wish into an object literal. It comes first, where neither commas nor comments of others are touched.
 *
 * @param {string} source
 * @param {Node} object
 * @param {Wish} wish
 * @returns {{ insertion: Insertion } | { reason: string }}
 */
export function editObject(source, object, { property, element = '', value, conflicts = [] }) {
	const opaque = object.properties.find(
		(/** @type {Node} */ one) => one.type === 'SpreadElement' || one.computed,
	);
	if (opaque) return { reason: `what \`${textOf(source, opaque)}\` has in it is not known` };
	const conflict = object.properties
		.map(nameOf)
		.find((/** @type {unknown} */ name) => conflicts.includes(String(name)));
	if (conflict) return { reason: `its \`${conflict}\` may bring a \`${property}\` along` };
	const found = object.properties.filter((/** @type {Node} */ one) => nameOf(one) === property);
	if (found.length === 0) {
		const lines = value ?? [`${property}: [${element}],`];
		return { insertion: firstIn(source, object, object.properties[0], lines) };
	}
	const [{ value: list }] = found;
	if (value || found.length > 1 || list?.type !== 'ArrayExpression')
		return { reason: `it has \`${property}\` already` };
	return { insertion: firstIn(source, list, list.elements[0], [`${element},`]) };
}

/**
 * @param {Node} property
 * @returns {string | undefined}
 */
const nameOf = ({ key }) => key.name ?? key.value;

/**
 * @param {string} source
 * @param {Node} node
 * @returns {string} shortened
 */
function textOf(source, { start, end }) {
	const text = source.slice(start, end).replace(/\s+/g, ' ');
	return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/**
 * @param {string} source
 * @param {Node} parent an object or a list
 * @param {Node | undefined} sibling what is first in it now
 * @param {string[]} lines the last one ends with a comma
 * @returns {Insertion}
 */
function firstIn(source, parent, sibling, lines) {
	const { newline, indent } = layoutOf(source);
	const behind = source.slice(parent.start + 1, parent.end - 1);
	const isOnLines = behind.includes('\n');
	if (!isOnLines && lines.length === 1) {
		const [line] = lines;
		const isPadded = parent.type === 'ObjectExpression';
		const only = isPadded
			? ` ${line.slice(0, -1)}${behind.trim() === '' ? ' ' : ''}`
			: line.slice(0, -1);
		if (!sibling) return { at: parent.start + 1, text: behind === ' ' ? only.trimEnd() : only };
		return { at: parent.start + 1, text: isPadded ? ` ${line}` : `${line} ` };
	}
	const outer = indentAt(source, parent.start);
	const inner = sibling && isOnLines ? indentAt(source, sibling.start) : outer + indent;
	const text = lines
		.map((line) => newline + inner + line.replace(/^\t+/, (tabs) => indent.repeat(tabs.length)))
		.join('');
	// A comment on the line of the brace stays there.
	const [comment] = isOnLines ? (/^[ \t]*\/\/[^\r\n]*/.exec(behind) ?? ['']) : [''];
	const tail = isOnLines ? '' : newline + (sibling ? inner : outer);
	return { at: parent.start + 1 + comment.length, text: text + tail };
}
