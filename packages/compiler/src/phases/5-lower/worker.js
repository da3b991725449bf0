/** @import { CompileOptions } from '../../types.js' */
/** @import { Copy, Edit, Piece, Planned } from '../../ir/module.js' */
/** @import { Names } from './names.js' */
import { WORKER_MODULE } from '@lapidary/runtime/abi';
import { isInOut } from '../../ir/in-out.js';
import { arrange } from './arrange.js';
import { checksTable } from './checks.js';
import { classTable } from './class-table.js';
import { factoryPieces } from './factory.js';
import { lowerGemAccess } from './gem-access/index.js';
import { loopChecks } from './loop-checks.js';
import { defaultClassEdits } from './default-class.js';
import { privateReaders } from './private-readers.js';
import { isDeclaredInSlice, sliceEdits, slicePieces } from './slice.js';

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
 * @param {CompileOptions} options
 * @returns {{ worker: Piece[], workerEdits: Edit[], workerCopies: Copy[] }} `workerEdits` hold for every piece of the source
 */
export function lowerWorker(planned, names, options) {
	const { cancellation = true, linked } = options;
	const { moduleKind, plans, classes, moduleSnapshots, language } = planned;
	const isModule = moduleKind === 'module';
	const type = language === 'js' ? '' : ': any';
	/** @type {Piece[]} */
	const pieces = [];
	if (planned.file.program.directives.some(isUseStrict)) pieces.push(text(`'use strict';\n`));
	const checks = cancellation ? loopChecks(planned, names) : [];
	if (checks.length > 0) pieces.push(text(stopImport(isModule, names)));
	const access = lowerGemAccess(planned.gemAccess.worker, planned, { names, isHost: false });
	if (access.head) pieces.push(text(access.head));
	// What is known only at a call; each factory sets it. Patterns that are kept declare it themselves.
	const undeclared = moduleSnapshots.filter((one) => !isDeclaredInSlice(one, planned));
	if (undeclared.length > 0) {
		const list = undeclared.map((one) => `${one.name}${type}`).join(', ');
		pieces.push(text(`let ${list};\n`));
	}
	pieces.push(...slicePieces(planned));
	const tableOf = (/** @type {Table} */ what) =>
		isModule
			? exported(what, names, what === 'classes' || what === 'in_out' ? '' : type)
			: exportedAsCommonJs(what, planned.areExportsSeen, names);
	const table = tableOf('units');
	pieces.push(text(`${table.head}{\n`));
	for (const plan of plans) {
		const id = text(`\t${JSON.stringify(plan.unit.id)}: `);
		pieces.push(id, ...factoryPieces(plan, planned, names), text(',\n'));
	}
	pieces.push(text(`}${table.tail}`));
	if (classes.length + planned.others.length > 0) {
		const { head, tail } = tableOf('classes');
		pieces.push(text(`${head}${classTable(planned)}${tail}`));
	}
	const isBundled = typeof options.worker?.locate === 'function';
	const checksText = checksTable(planned, { ...tableOf('checks'), isBundled });
	if (checksText) pieces.push(text(checksText));
	const inOut = inOutIds(planned);
	if (inOut.length > 0) {
		const { head, tail } = tableOf('in_out');
		pieces.push(text(head + JSON.stringify(inOut) + tail));
	}
	const readers = privateReaders(planned, linked);
	const others = [
		...sliceEdits(planned, names, options),
		...checks,
		...readers,
		...defaultClassEdits(planned),
	];
	const edits = arrange([...others, ...access.edits]);
	return { worker: pieces, ...withCopies(access.copies, edits, others) };
}

/**
 * @param {ReturnType<typeof lowerGemAccess>['copies']} copies of code that accesses GEMs
 * @param {Edit[]} edits all of them, in order
 * @param {Edit[]} others those that are not of such accesses
 * @returns {{ workerEdits: Edit[], workerCopies: Copy[] }} what stands in front of a copy goes with it
 */
function withCopies(copies, edits, others) {
	/** @type {Set<Edit>} */
	const moved = new Set();
	const workerCopies = copies.map((copy) => {
		const before = edits.filter(({ start, end }) => start === copy.start && end === copy.start);
		for (const edit of before) moved.add(edit);
		const inside = others.filter(
			({ start, end, closes = Infinity }) =>
				copy.start < start && end <= copy.end && (start < copy.end || closes > copy.start),
		);
		return {
			...copy,
			before: before.map(({ text }) => text).join(''),
			edits: arrange([...inside, ...copy.edits]),
		};
	});
	return { workerEdits: edits.filter((one) => !moved.has(one)), workerCopies };
}

/** @param {Planned} planned @returns {string[]} units whose in-out arguments come with each call */
const inOutIds = ({ plans, uses }) =>
	plans.flatMap(({ unit }) => (isInOut(uses.get(unit)) ? [unit.id] : []));

/**
 * What the checks in loops need. A constant of the module: V8 puts its array into optimised code, and
 * would look up an import in each turn.
 *
 * @param {boolean} isModule
 * @param {Names} names
 * @returns {string}
 */
function stopImport(isModule, names) {
	const [stop, flag, stopped] = ['stop', 'flag', 'stopped'].map((name) => names.of(name));
	const from = JSON.stringify(WORKER_MODULE);
	return isModule
		? `import { stop as ${flag}, stopped as ${stopped} } from ${from}; const ${stop} = ${flag};\n`
		: `const { stop: ${stop}, stopped: ${stopped} } = require(${from});\n`;
}

/**
 * A constant with the name that the runtime looks for, or, where the source has that name already,
 * another one that is exported under it.
 *
 * @param {Table} what
 * @param {Names} names
 * @param {string} type an annotation
 * @returns {ExportText}
 */
function exported(what, names, type) {
	const name = names.of(what);
	const isFree = name === `$lp_${what}`;
	const tail = isFree ? '' : `export { ${name} as $lp_${what} };\n`;
	return { head: `${isFree ? 'export ' : ''}const ${name}${type} = `, tail: `;\n${tail}` };
}

/** What a worker module exports. @typedef {'units' | 'classes' | 'checks' | 'in_out'} Table */

/** What stands around the value of an export. @typedef {{ head: string, tail: string }} ExportText */

/**
 * @param {Table} what
 * @param {boolean} isHidden code of the worker module may list the exports, and must not meet what the source does not export
 * @param {Names} names where the source has such names, it may export them: the runtime then looks for symbols
 * @returns {ExportText}
 */
function exportedAsCommonJs(what, isHidden, names) {
	const name = `$lp_${what}`;
	const isFree = names.of(what) === name;
	if (isFree && !isHidden) return { head: `module.exports.${name} = `, tail: ';\n' };
	const key = isFree ? JSON.stringify(name) : `${names.symbols}.for(${JSON.stringify(name)})`;
	return { head: `Object.defineProperty(module.exports, ${key}, { value: `, tail: ' });\n' };
}

/** @param {import('../../types.js').Node} directive @returns {boolean} */
const isUseStrict = (directive) => directive.value.value === 'use strict';

/** @param {string} value @returns {Piece} */
const text = (value) => ({ kind: 'text', text: value });
