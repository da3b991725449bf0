/** @import { Parents } from '../ast/parents.js' */
/** @import { Node } from '../types.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
import { isMember } from '../ast/shapes.js';
import { platformPath } from './platform-path.js';

/**
 * Functions that the module puts in the place of the platform's: `console.warn = (text) => …`, `Math.random = next`. Each
 * call of that name may run them, and does what they do, besides what the platform's own function does.
 */
export class Replacements {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		this.analysis = analysis;
		/** by path of the platform @type {Map<string, Node[]> | undefined} */
		this.byPath = undefined;
	}

	/** @param {Node} expression `console.warn`, `fetch` @returns {Node[]} values that the module assigns to it */
	of(expression) {
		if (this.isEmpty()) return [];
		const path = platformPath(expression, this.analysis.aliases);
		return (path && this.known().get(path)) || [];
	}

	/** @returns {boolean} as in most modules, which replace nothing */
	isEmpty() {
		return this.known().size === 0;
	}

	/** @returns {Map<string, Node[]>} */
	known() {
		this.byPath ??= this.find();
		return this.byPath;
	}

	/** @returns {Map<string, Node[]>} */
	find() {
		const { aliases, parents, resolution } = this.analysis;
		/** @type {Map<string, Node[]>} */
		const found = new Map();
		for (const references of resolution.globals.values()) {
			for (const { node } of references) {
				const place = outermostMember(node, parents);
				const write = parents.get(place);
				if (write?.type !== 'AssignmentExpression' || write.left !== place) continue;
				const path = platformPath(place, aliases);
				if (path !== null) found.set(path, [...(found.get(path) ?? []), write.right]);
			}
		}
		return found;
	}
}

/** @param {Node} node @param {Parents} parents @returns {Node} `globalThis.console.warn` for `globalThis` */
function outermostMember(node, parents) {
	let at = node;
	for (let up = parents.get(at); up && isMember(up) && up.object === at; up = parents.get(at))
		at = up;
	return at;
}
