/** @import { Node } from '../../types.js' */
/** @import { Access, RowVariable } from './model.js' */
import { walk } from '../../ast/babel.js';
import { isMember, isWrapper, unwrap } from '../../ast/shapes.js';

/** In place of a name: any element of a list. */
const ELEMENT = '[]';

/** What is evaluated the same again, as long as what it is made of has not changed; members and calls are looked at more closely. */
const PLAIN =
	/^(Identifier|(Numeric|String|Boolean|Null)Literal|(Binary|Unary|Logical|Conditional|Sequence|Parenthesized|Assignment|Update)Expression|VariableDeclarat(ion|or)|(Expression|If|Block|Empty|Break|Continue)Statement)$/;

/**
 * Whether a turn of a loop that has come to a write can begin anew, though it has written before: it would write the same values once
 * more, since nothing that it has evaluated can have seen one of them.
 *
 * @param {Access} access the write
 * @param {{ loop: Node, accesses: Access[], rows: RowVariable[], effects: Node[], late: Set<Access> }} plan of its loop. `effects`: what cannot be done
 *   twice, by itself; `late`: writes after which nothing may be known any more
 * @returns {boolean}
 */
export function isRepeatable({ node }, { loop, accesses, rows, effects, late }) {
	/** @type {Set<string>} */
	const written = new Set();
	for (const effect of effects) {
		if (effect === node || effect.start >= node.end) continue;
		const before = accesses.find((one) => one.node === effect);
		const key = before?.use === 'write' ? keyOf(before) : null;
		if (!before || key === null || late.has(before) || effect.operator !== '=') return false;
		written.add(key);
	}
	const evaluated = accesses.filter((one) => one.node.start < node.end && isRead(one));
	if (evaluated.some((one) => mayBeAmong(keyOf(one), written))) return false;
	const known = membersOf(accesses, rows);
	return [loop.test, loop.body].every((part) => !part || isPlain(part, node.end, known));
}

/** @param {Access} access @returns {boolean} its value matters */
const isRead = ({ use, node }) =>
	use === 'read' || use === 'update' || (use === 'write' && node.operator !== '=');

/** @param {Access} access @returns {string | null} the last name of its path; null: any */
function keyOf({ column, site }) {
	if (column) return column.path.at(-1) ?? null;
	return site.kind === 'elements' ? ELEMENT : null;
}

/** @param {string | null} key @param {Set<string>} keys @returns {boolean} */
function mayBeAmong(key, keys) {
	if (key === null || keys.has(key)) return true;
	if (key === ELEMENT) return [...keys].some(isIndex);
	return isIndex(key) && keys.has(ELEMENT);
}

/** @param {string} name */
const isIndex = (name) => /^\d/.test(name);

/** @param {Access[]} accesses @param {RowVariable[]} rows @returns {Set<Node>} the members on the ways to what is accessed */
function membersOf(accesses, rows) {
	/** @type {Set<Node>} */
	const found = new Set();
	for (const end of [
		...accesses.map(({ target }) => target),
		...rows.map(({ chain }) => chain.node),
	])
		for (let at = unwrap(end); isMember(at); at = unwrap(at.object)) found.add(at);
	return found;
}

/**
 * @param {Node} root
 * @param {number} end
 * @param {Set<Node>} known members whose values stay the same
 * @returns {boolean} what is evaluated before `end` gives the same again. Calls that do more than to compute are among the effects.
 */
function isPlain(root, end, known) {
	let isGood = true;
	walk(root, (node) => {
		const { type } = node;
		if (!isGood || node.start >= end || (/^TS/.test(type) && !isWrapper(node))) return false;
		if (type === 'CallExpression') known.add(node.callee);
		else if (!PLAIN.test(type) && !isWrapper(node) && !known.has(node)) isGood = false;
		if (type === 'VariableDeclarator' && node.id.type !== 'Identifier') isGood = false;
		return isGood;
	});
	return isGood;
}
