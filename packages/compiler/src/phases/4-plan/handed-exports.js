/** @import { Parents } from '../../ast/parents.js' */
/** @import { Node } from '../../types.js' */
/** @import { Analysed } from '../../ir/module.js' */
/** @import { Variable } from '../../ast/scope.js' */
import { isCall, isMember, isWrapper, patternNames } from '../../ast/shapes.js';

/**
 * The variables of functions that hold the exports of a CommonJS module, since a function that is written at its call gets them:
 *
 * ```js
 * (function (root) { const lib = root; lib.size = 3; })(this);
 * ```
 *
 * @param {Analysed} analysed
 * @returns {Set<Variable>} `root` and `lib`
 */
export function handedExports({ resolution, effects }) {
	const { globals, parents, scopes } = resolution;
	/** @type {Set<Variable>} */
	const found = new Set();
	/** @param {Node} node that is the exports */
	const follow = (node) => {
		const { value, parent } = outermost(node, parents);
		const isHeld = parent.type === 'VariableDeclarator' && parent.init === value;
		const ids = isHeld && parent.id.type === 'Identifier' ? [parent.id] : [];
		if (isCall(parent) && parent.arguments.includes(value)) {
			for (const { fn, args } of effects.callees.ofCall(parent)) {
				const param =
					fn.start >= parent.start && fn.end <= parent.end
						? fn.params?.[args.indexOf(value)]
						: null;
				if (param) ids.push(...patternNames(param).slice(0, 1));
			}
		}
		for (const id of ids) {
			for (const scope of scopes.values()) {
				const variable = scope.variables.get(id.name);
				if (variable?.declarations.some((one) => one.id === id) && !variable.isTopLevel)
					found.add(variable);
			}
		}
	};
	for (const { node } of globals.get('exports') ?? []) follow(node);
	for (const { node } of globals.get('module') ?? []) {
		const member = parents.get(node);
		if (isMember(member) && member?.property.name === 'exports')
			follow(/** @type {Node} */ (member));
	}
	// A Set grows while it is walked.
	for (const variable of found)
		for (const { node, role } of variable.references) if (role === 'read') follow(node);
	return found;
}

/** @param {Node} node @param {Parents} parents @returns {{ value: Node, parent: Node }} without what adds nothing to it */
function outermost(node, parents) {
	let value = node;
	let parent = /** @type {Node} */ (parents.get(node));
	while (isWrapper(parent)) {
		value = parent;
		parent = /** @type {Node} */ (parents.get(parent));
	}
	return { value, parent };
}
