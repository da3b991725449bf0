/** @import { Edit, Piece, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { factoryPieces } from './factory.js';
import { sliceEdits, slicePieces } from './slice.js';

/**
 * The worker module: the slice, and a table of factories that make the units.
 *
 * ```js
 * import { dot } from './linalg.js';
 * const SCALE = 10;
 * function norm(x) { return x / SCALE; }
 * export const $lp_units = {
 * 	"demo/score.js#makeScorer.score": ([weights]) => async function score(rows) { … },
 * };
 * ```
 *
 * @param {Planned} planned
 * @param {Names} names
 * @returns {{ worker: Piece[], workerEdits: Edit[] }} `workerEdits` hold for every piece of the source
 */
export function lowerWorker(planned, names) {
	const { moduleKind, plans, errorClasses, moduleSnapshots, language } = planned;
	const isModule = moduleKind === 'module';
	const type = language === 'js' ? '' : ': any';
	/** @type {Piece[]} */
	const pieces = [];
	if (planned.file.program.directives.some(isUseStrict)) pieces.push(text(`'use strict';\n`));
	if (moduleSnapshots.length > 0) {
		// What is known only at a call; each factory sets it.
		const list = moduleSnapshots.map((one) => `${one.name}${type}`).join(', ');
		pieces.push(text(`let ${list};\n`));
	}
	pieces.push(...slicePieces(planned));
	pieces.push(
		text(
			`${isModule ? `export const $lp_units` : `module.exports.$lp_units`}${isModule ? type : ''} = {\n`,
		),
	);
	for (const plan of plans) {
		pieces.push(
			text(`\t${JSON.stringify(plan.unit.id)}: `),
			...factoryPieces(plan, planned, names),
			text(',\n'),
		);
	}
	pieces.push(text('};\n'));
	if (errorClasses.length > 0) {
		const list = errorClasses.map((one) => one.name).join(', ');
		pieces.push(
			text(
				isModule
					? `export const $lp_classes = { ${list} };\n`
					: `module.exports.$lp_classes = { ${list} };\n`,
			),
		);
	}
	return { worker: pieces, workerEdits: sliceEdits(planned) };
}

/** @param {import('../../types.js').Node} directive @returns {boolean} */
const isUseStrict = (directive) => directive.value.value === 'use strict';

/** @param {string} value @returns {Piece} */
const text = (value) => ({ kind: 'text', text: value });
