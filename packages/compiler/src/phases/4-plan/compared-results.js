/** @import { Planned } from '../../ir/module.js' */
/** @import { Reporter } from '../../diagnostics/reporter.js' */
/** @import { Node } from '../../types.js' */
import * as report from '../../diagnostics/codes.js';
import { walk } from '../../ast/babel.js';
import { resultsOf } from '../../ir/unit-results.js';
import { mayHoldObject } from './contents.js';
import { Observed } from './identities.js';
import { Origins } from './origins.js';

/**
 * Point out results that code of the host compares with objects of the module, where these cross with each call: a result that is one
 * of them is the copy of a copy. What is made again in the worker crosses by its name instead, and is the same object.
 *
 * @param {Pick<Planned, 'effects' | 'resolution' | 'plans' | 'moduleSnapshots'>} planned
 * @param {Reporter} reporter LP3011
 */
export function checkComparedResults({ effects, resolution, plans, moduleSnapshots }, reporter) {
	const sent = new Set(moduleSnapshots.filter((one) => mayHoldObject(one)));
	if (sent.size === 0) return;
	const origins = new Origins(effects);
	const returned = plans.flatMap(({ unit }) =>
		resultsOf(unit, effects).flatMap((place) =>
			[0, 1].flatMap((depth) =>
				origins.of(place, depth).map(({ variable }) => ({ unit, place, variable })),
			),
		),
	);
	const candidates = returned.filter(({ variable }) => sent.has(variable));
	if (candidates.length === 0) return;
	const gone = new Set(plans.flatMap(({ unit }) => (unit.isOptional ? [] : [unit.node])));
	const observed = new Observed(effects, sent, () => false);
	/** @type {Map<unknown, Node>} */
	const places = new Map();
	walk(resolution.program.node, (node) => {
		if (gone.has(node)) return false;
		// What is thrown is compared only where it is caught.
		if (node.type !== 'ThrowStatement') observed.look(node);
		for (const variable of observed.levels.keys())
			if (!places.has(variable)) places.set(variable, node);
		return true;
	});
	for (const variable of new Set(candidates.map((one) => one.variable))) {
		const compared = places.get(variable);
		const first = candidates.find((one) => one.variable === variable);
		if (!compared || !first) continue;
		const { unit, place } = first;
		const params = { unit: unit.name, name: variable.name, use: 'compares' };
		report.returnsSharedObject(reporter, place, params, [
			{ message: `\`${variable.name}\`, or a part of it, is compared here`, place: compared },
		]);
	}
}
