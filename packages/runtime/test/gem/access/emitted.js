// Accesses as the compiler emits them, without the general way behind: undefined, or false, is where that would be taken.
import { object } from '../../../src/internal/gem.js';

/** @param {any} facts of elements @param {number} index */
export const readElement = ({ v, o }, index) => v[index - o];

/** @param {any} facts of elements @param {number} index @param {unknown} value @returns {boolean} */
export function writeElement({ w, o, q }, index, value) {
	if (w[index - o] === undefined || !q(value)) return false;
	w[index - o] = value;
	return true;
}

/** @param {any} facts of rows @param {number} index @returns {unknown[] | undefined} its columns */
export function readRow(facts, index) {
	const at = index - facts.o;
	const row = facts.r[at];
	if (row === undefined) return undefined;
	const columns = [];
	for (let n = 0; `g${n}` in facts; n++) columns.push(facts[`g${n}`](row + facts[`k${n}`], at));
	return columns;
}

/** @param {any} facts of rows @param {[row: number, column: number]} place @param {unknown} value @returns {boolean} */
export function writeRow(facts, [index, column], value) {
	const row = facts.r[index - facts.o];
	return row !== undefined && facts[`p${column}`](row + facts[`k${column}`], value);
}

/** A site for one value. @param {readonly string[]} path */
export const field = (path) => object(path.slice(0, -1), path.slice(-1));

/** @param {any} facts of a site for one value */
export const readField = ({ x }) => x?.g0();

/** @param {any} facts of a site for one value @param {unknown} value @returns {boolean} */
export const writeField = ({ x }, value) => x !== undefined && x.p0(value);

/** @param {any} facts of an object @returns {unknown[] | undefined} its values */
export function readObject({ x }) {
	if (x === undefined) return undefined;
	const values = [];
	for (let n = 0; `g${n}` in x; n++) values.push(x[`g${n}`]());
	return values;
}

/** @param {any} facts of an object @param {unknown[]} values of its keys @returns {boolean[]} whether each was written */
export const writeObject = ({ x }, values) =>
	values.map((value, n) => x !== undefined && x[`p${n}`](value));
