/** @import { Planned } from './module.js' */
import { walk } from '../ast/babel.js';
import { isMember, propertyName } from '../ast/shapes.js';
import { codeOfWorker } from './worker-code.js';

/** Globals that no module extends. */
const FIXED = new Set(
	'undefined NaN Infinity arguments console require module exports __filename __dirname'.split(' '),
);

/**
 * What worker code calls things, as far as a change of globals may concern it: the globals that it names, and the properties.
 *
 * @param {Pick<Planned, 'plans' | 'slice' | 'globals'>} planned
 * @returns {string[]}
 */
export function namesInWorkers({ plans, slice, globals }) {
	/** @type {Set<string>} */
	const names = new Set();
	for (const { captures } of plans)
		for (const { channel, name } of captures)
			if (channel === 'global' && !FIXED.has(name)) names.add(name);
	for (const { fragment, kept } of slice)
		for (const { name } of (kept && globals.get(fragment)) || [])
			if (!FIXED.has(name)) names.add(name);
	for (const node of codeOfWorker({ plans, slice })) {
		walk(node, (one) => {
			const name = isMember(one) || one.type === 'ObjectProperty' ? propertyName(one) : null;
			if (name !== null) names.add(`.${name}`);
			return true;
		});
	}
	return [...names].sort();
}
