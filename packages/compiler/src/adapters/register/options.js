/** @import { Linked } from '../../types.js' */

/**
 * @typedef {object} LoaderOptions
 * @property {boolean} strict warnings stop the program too
 * @property {boolean} cancellation loops of worker modules look whether their call was given up
 * @property {boolean} verify stubs have the bodies of their units, for LAPIDARY_MODE=verify
 * @property {string} [types] URL of a module whose `strip` takes types and JSX out of a source; without it, TypeScript is
 *   left to Node, which strips types by itself from 22.18 on
 * @property {string} [typesOptions] a JSON value that `strip` gets
 * @property {string[]} trust names of packages whose calls at the top level workers may repeat, whatever their sources can do
 * @property {Record<string, Linked>} [linked] the results of the link about files, by path; undefined where none was made
 */

/**
 * Options come in the query of the URL that `--import` names, so that workers, which inherit the flag, have them as well.
 *
 * @param {string} url of this loader
 * @returns {LoaderOptions}
 */
export function readOptions(url) {
	const { searchParams } = new URL(url);
	return {
		strict: searchParams.has('strict'),
		cancellation: !searchParams.has('no-cancellation-checks'),
		verify: searchParams.has('verify'),
		types: searchParams.get('types') ?? undefined,
		typesOptions: searchParams.get('typesOptions') ?? undefined,
		trust: searchParams.getAll('trust'),
		linked: JSON.parse(searchParams.get('linked') ?? 'null') ?? undefined,
	};
}
