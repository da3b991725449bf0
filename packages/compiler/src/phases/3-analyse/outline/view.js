/** @import { Parents } from '../../../ast/parents.js' */
/** @import { Node } from '../../../types.js' */
/** @import { Discovered } from '../../../ir/module.js' */
/** @import { Variable } from '../../../ast/scope.js' */

/**
 * A module as an outline looks at it.
 *
 * @typedef {object} View
 * @property {Discovered} discovered
 * @property {Node} program
 * @property {Parents} parents
 * @property {Map<string, Variable>} topLevel
 * @property {Map<Node, Variable | null>} variableOf by identifier; null for a global
 * @property {boolean} mayWaitAtTop whether its top level surely runs as that of an ES module
 */

/**
 * @param {Discovered} discovered
 * @param {{ sourceType?: 'module' | 'commonjs' }} options
 * @returns {View}
 */
export function createView(discovered, { sourceType }) {
	const { resolution, file, moduleKind, extension } = discovered;
	// The syntax of TypeScript and JSX says nothing of what their compiler makes of it.
	const isSure = /^\.m?js$|^\.mts$/.test(extension) || sourceType === 'module';
	return {
		discovered,
		program: file.program,
		parents: resolution.parents,
		topLevel: resolution.program.variables,
		variableOf: new Map(resolution.references.map(({ node, variable }) => [node, variable])),
		mayWaitAtTop: moduleKind === 'module' && isSure,
	};
}
