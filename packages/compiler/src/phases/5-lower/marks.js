/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Linked } from '../../types.js' */
/** @import { Names } from './names.js' */
import { markedOf, markOf } from '../../ir/marks.js';

/**
 * The marks of calls that run where they are made: a call gives its stub the mark behind its last argument, or behind the object that it is
 * called on, when nothing else runs before the stub.
 *
 * ```js
 * const all = [sort($lp_here(rows)), rows[0]];
 * ```
 *
 * @param {Planned} planned
 * @param {Names} names
 * @param {Partial<Pick<Linked, 'marked'>>} linked calls of units of other files
 * @returns {{ opening: Edit[], closing: Edit[] }} around all other edits of the same expression
 */
export function markEdits({ here, plans, moduleKind }, names, { marked = [] }) {
	const lowered = new Set(plans.map(({ unit }) => unit));
	const own = [...here].flatMap(([call, { units }]) => {
		const node = units.some((unit) => lowered.has(unit)) ? markedOf(call) : null;
		return node ? [markOf(node)] : [];
	});
	const marks = [...own, ...marked.map((one) => JSON.parse(one))];
	const mark = moduleKind === 'module' ? names.of('here') : `${names.of('host')}.here`;
	return {
		opening: marks.map(({ start, isList }) => ({
			...{ start, end: start },
			text: `${mark}(${isList ? '(' : ''}`,
		})),
		closing: marks.map(({ end, isList }) => ({ start: end, end, text: isList ? '))' : ')' })),
	};
}
