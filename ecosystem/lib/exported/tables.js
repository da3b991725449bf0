/** @import { FunctionOutcome, PackageOutcome } from './types.js' */

/** @template T @param {readonly T[]} list @param {(one: T) => number} value @returns {number} the sum over all */
export const sum = (list, value) => list.reduce((total, one) => total + value(one), 0);

/** @param {FunctionOutcome} fn @returns {number} calls of it that the runtime has rejected or warned of */
export const countTold = ({ told }) => sum(Object.values(told), (count) => count);

/** @param {FunctionOutcome} fn @returns {string[]} the codes with which it is refused alone */
const codesAlone = ({ alone }) => alone.map(({ code }) => code);

/**
 * What came of each package.
 *
 * @param {readonly PackageOutcome[]} outcomes
 * @returns {{ columns: string[], rows: string[][] }}
 */
export function packagesTable(outcomes) {
	const columns = [
		...['package', 'modules', '>functions', '>together', 'refused together'],
		...['>alone', 'refused alone', '>calls', '>equal', 'told'],
	];
	return { columns, rows: outcomes.map(rowOf) };
}

/** @param {PackageOutcome} outcome @returns {string[]} */
function rowOf({ name, version, isModule, exported, functions }) {
	const count = functions.length < exported ? `${functions.length} of ${exported}` : `${exported}`;
	return [
		...[`${name} ${version}`, isModule ? 'ES' : 'CommonJS', count],
		String(functions.filter((fn) => fn.together.length === 0).length),
		counted(functions.flatMap((fn) => fn.together)),
		String(functions.filter((fn) => fn.alone.length === 0).length),
		counted(functions.flatMap(codesAlone)),
		String(sum(functions, (fn) => fn.calls)),
		String(sum(functions, (fn) => fn.equal)),
		[...new Set(functions.flatMap((fn) => Object.keys(fn.told)))].sort().join(', '),
	];
}

/** @param {string[]} codes @returns {string} each with its number */
const counted = (codes) =>
	[...new Set(codes)]
		.sort()
		.map((code) => `${code} ${codes.filter((one) => one === code).length}`)
		.join(', ');

/**
 * How many functions each code has refused.
 *
 * @param {readonly PackageOutcome[]} outcomes
 * @returns {{ columns: string[], rows: string[][] }}
 */
export function codesTable(outcomes) {
	const functions = outcomes.flatMap((one) => one.functions);
	const codes = new Set(functions.flatMap((fn) => [...fn.together, ...codesAlone(fn)]));
	const rows = [...codes].sort().map((code) => {
		const isRefused = (/** @type {FunctionOutcome} */ fn) => codesAlone(fn).includes(code);
		const packages = outcomes.filter((one) => one.functions.some(isRefused));
		const together = functions.filter((fn) => fn.together.includes(code));
		return [
			...[code, String(functions.filter(isRefused).length), String(packages.length)],
			String(together.length),
		];
	});
	return { columns: ['code', '>alone', '>packages', '>together'], rows };
}
