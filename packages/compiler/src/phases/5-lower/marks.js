/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Linked } from '../../types.js' */
/** @import { Names } from './names.js' */
import { markedOf, markOf } from '../../ir/marks.js';

/**
 * The marks of calls that run where they are made, and of those on the pool of units that run here by other names: a call gives its stub the mark behind its last argument, or behind the object that it is
 * called on, when nothing else runs before the stub.
 *
 * ```js
 * const all = [sort($lp_here(rows)), rows[0]];
 * ```
 *
 * @param {Planned} planned
 * @param {Names} names
 * @param {Partial<Pick<Linked, 'marked'>>} linked calls of units of other files
 * @returns {{ names: string[], opening: Edit[], closing: Edit[] }} around all other edits of the same expression; `names`: functions of the runtime that they call
 */
export function markEdits({ here, plans, moduleKind }, names, { marked = [] }) {
	const lowered = new Set(plans.map(({ unit }) => unit));
	const own = [...here].flatMap(([call, { units, isHere }]) => {
		const node = units.some((unit) => lowered.has(unit)) ? markedOf(call) : null;
		return node ? [{ ...markOf(node), name: isHere ? 'here' : 'there' }] : [];
	});
	const known = new Set(own.map(({ start }) => start));
	const others = marked.flatMap((one) => {
		const mark = JSON.parse(one);
		return known.has(mark.start) ? [] : [{ ...mark, name: 'here' }];
	});
	const marks = [...own, ...others];
	/** @param {string} name */
	const of = (name) => (moduleKind === 'module' ? names.of(name) : `${names.of('host')}.${name}`);
	return {
		names: [...new Set(marks.map(({ name }) => name))].sort(),
		opening: marks.map(({ start, isList, name }) => ({
			...{ start, end: start },
			text: `${of(name)}(${isList ? '(' : ''}`,
		})),
		closing: marks.map(({ end, isList }) => ({ start: end, end, text: isList ? '))' : ')' })),
	};
}
