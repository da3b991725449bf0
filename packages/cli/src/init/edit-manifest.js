/** @import { Node } from './syntax.js' */
import { indentAt, insertAll, layoutOf, parseProgram } from './syntax.js';

/**
 * Add an entry to a package.json, whose layout stays as it is.
 *
 * @param {string} source valid JSON, an object
 * @param {string} section 'dependencies', 'scripts' …; made when it is not there
 * @param {string} key
 * @param {string} value replaces the one that is there
 * @returns {string}
 */
export function setEntry(source, section, key, value) {
	const root = rootOf(source);
	const { newline, indent } = layoutOf(source);
	const found = findProperty(root, section);
	const line = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
	if (!found) {
		const inner = indent.repeat(2);
		const text = `${JSON.stringify(section)}: {${newline}${inner}${line}${newline}${indent}}`;
		return addProperty(source, root, text, sectionBehind(root, section));
	}
	const object = found.value;
	const same = findProperty(object, key);
	if (same)
		return source.slice(0, same.value.start) + JSON.stringify(value) + source.slice(same.value.end);
	const isSorted = section !== 'scripts';
	const next = isSorted && object.properties.find((/** @type {Node} */ one) => one.key.value > key);
	return addProperty(source, object, line, next || undefined);
}

/**
 * Take an entry out of a package.json, whose layout stays as it is.
 *
 * @param {string} source valid JSON, an object
 * @param {string} section 'devDependencies' …; one without entries stays
 * @param {string} key
 * @returns {string} `source` where there is no such entry
 */
export function removeEntry(source, section, key) {
	const properties = findProperty(rootOf(source), section)?.value.properties ?? [];
	const at = properties.findLastIndex((/** @type {Node} */ one) => one.key.value === key);
	if (at < 0) return source;
	const [before, one, next] = [properties[at - 1], properties[at], properties[at + 1]];
	if (next) return source.slice(0, one.start) + source.slice(next.start);
	return source.slice(0, before?.end ?? one.start) + source.slice(one.end);
}

/**
 * @param {string} source
 * @returns {Node} the object
 */
function rootOf(source) {
	const prefix = source.startsWith('\ufeff') ? '\ufeff' : '';
	// Places are those of the source: what is put around it is one character longer at its start.
	const program = parseProgram(`(${source.slice(prefix.length)})`);
	const root = program.body[0].expression;
	return shifted(root, prefix.length - 1);
}

/**
 * @param {Node} node
 * @param {number} offset
 * @returns {Node} with the properties and places that edits need
 */
function shifted(node, offset) {
	const { type, value, start, end, key, properties } = node;
	const place = { type, start: start + offset, end: end + offset };
	if (type === 'ObjectExpression')
		return {
			...place,
			properties: properties.map((/** @type {Node} */ one) => shifted(one, offset)),
		};
	if (type === 'ObjectProperty')
		return { ...place, key: shifted(key, offset), value: shifted(value, offset) };
	return { ...place, value };
}

/**
 * @param {Node} object
 * @param {string} name
 * @returns {Node | undefined} the last one, which is the one that counts
 */
const findProperty = (object, name) =>
	object.properties.findLast((/** @type {Node} */ { key }) => key.value === name);

/**
 * @param {Node} root
 * @param {string} section
 * @returns {Node | undefined} npm writes dependencies in front of devDependencies
 */
const sectionBehind = (root, section) =>
	section === 'dependencies' ? findProperty(root, 'devDependencies') : undefined;

/**
 * @param {string} source
 * @param {Node} object
 * @param {string} text of a property
 * @param {Node | undefined} next the property to put it in front of; at the end without
 * @returns {string}
 */
function addProperty(source, object, text, next) {
	const { newline, indent } = layoutOf(source);
	const { properties, start, end } = object;
	const outer = indentAt(source, start);
	const isOnLines =
		properties.length === 0 || source.slice(start, properties[0].start).includes('\n');
	const inner =
		properties.length > 0 && isOnLines ? indentAt(source, properties[0].start) : outer + indent;
	const separator = isOnLines ? newline + inner : ' ';
	if (properties.length === 0)
		return `${source.slice(0, start)}{${newline}${inner}${text}${newline}${outer}}${source.slice(end)}`;
	return next
		? insertAll(source, [{ at: next.start, text: `${text},${separator}` }])
		: insertAll(source, [{ at: properties.at(-1).end, text: `,${separator}${text}` }]);
}
