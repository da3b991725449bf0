/** @import { Part, Tree } from '../generate/tree.js' */
import { expression, lines } from '../generate/tree.js';
import { SIMPLEST } from '../generate/values.js';

/**
 * What a node may become, the boldest first. Every edit keeps the program in the language of the generator: an expression
 * becomes one of its type, a list loses some of its parts.
 *
 * @param {Tree} node
 * @returns {Iterable<Tree>} each smaller than the node
 */
export function* editsOf(node) {
	if (node.kind === 'list') yield* shorterLists(node);
	else if (node.kind === 'optional' && node.parts.length > 0) yield { ...node, parts: [] };
	else if (node.kind === 'expression') yield* simplerExpressions(node);
	else if (node.kind === 'statement') yield* unwrapped(node);
}

/** @param {Tree} node @returns {Iterable<Tree>} without a half, a quarter, …, one of its parts */
function* shorterLists({ parts, least = 0, ...rest }) {
	for (let size = parts.length; size >= 1; size = Math.floor(size / 2)) {
		for (let start = 0; start < parts.length; start += size) {
			const kept = [...parts.slice(0, start), ...parts.slice(start + size)];
			if (kept.length >= least) yield { ...rest, least, parts: kept };
		}
	}
}

/** @param {Tree} node @returns {Iterable<Tree>} */
function* simplerExpressions(node) {
	const type = node.type ?? '';
	const simplest = SIMPLEST[type];
	const isSimple = node.parts.length === 1 && typeof node.parts[0] === 'string';
	// A name may be what matters: it stays a name as long as the literal does not do.
	if (simplest !== undefined && node.parts[0] !== simplest) yield expression(type, [simplest]);
	if (isSimple) return;
	yield* innermostFirst(node.parts, (one) => one.kind === 'expression' && one.type === type);
}

/** @param {Tree} node @returns {Iterable<Tree>} the statements within, without what is around them */
function* unwrapped(node) {
	const inner = [...innermostFirst(node.parts, ({ kind }) => kind === 'statement')];
	if (inner.length > 1) yield lines(inner);
	yield* inner;
}

/** @param {readonly Part[]} parts @param {(tree: Tree) => boolean} accepts @returns {Iterable<Tree>} the nearest that are accepted, not those within them */
function* innermostFirst(parts, accepts) {
	for (const part of parts) {
		if (typeof part === 'string') continue;
		if (accepts(part)) yield part;
		else yield* innermostFirst(part.parts, accepts);
	}
}
