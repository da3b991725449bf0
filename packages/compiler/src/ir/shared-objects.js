/** @import { Node } from '../types.js' */
/** @import { Variable } from '../ast/scope.js' */
/** @import { EffectAnalysis } from './effect-analysis.js' */
/** @import { Path } from './sources.js' */
import { Aliases } from './aliases.js';
import { Objects } from './objects.js';

/** Answers the same as Aliases, of objects alone: `[...rows]` shares nothing when `rows` holds numbers. */
export class SharedObjects extends Aliases {
	/** @param {EffectAnalysis} analysis */
	constructor(analysis) {
		super(analysis.resolution);
		this.objects = new Objects(analysis);
		this.receivers = analysis.aliases.receivers;
		this.ofReturned = analysis.aliases.ofReturned;
		this.ofMade = analysis.aliases.ofMade;
		this.pending = analysis.aliases.pending;
	}

	/**
	 * @override
	 * @param {Node | null | undefined} expression
	 * @param {Path} [path]
	 * @returns {Set<Variable>}
	 */
	of(expression, path = []) {
		return this.objects.may(expression, path) ? super.of(expression, path) : new Set();
	}
}
