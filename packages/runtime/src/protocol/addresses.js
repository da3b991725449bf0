// A URL and its `searchParams`: each crosses by itself, and what one of them shows the other one has.
/** @import { Search } from './search.js' */
import { forEachOfMap, Object, OwnMap, Reflect, String } from '../primordials.js';

/** `address`: that of its URL, where that crosses, too. @typedef {{ query: string, address?: AddressDescription }} QueryDescription */

/** @typedef {{ href: string }} AddressDescription */

/**
 * What has been met of both; a URL makes its `searchParams` when it is asked for them, and is not, unless others cross.
 *
 * @typedef {object} Addresses
 * @property {Map<object, AddressDescription>} all by URL
 * @property {Map<unknown, AddressDescription> | undefined} byQuery undefined until there is a URLSearchParams
 */

const readQuery = /** @type {{ get: () => URLSearchParams }} */ (
	Object.getOwnPropertyDescriptor(URL.prototype, 'searchParams')
).get;

/** @param {object} url @returns {URLSearchParams} */
export const queryOf = (url) => Reflect.apply(readQuery, url, []);

/** @param {Search} search @returns {Addresses} */
const addressesOf = (search) =>
	(search.addresses ??= { all: new OwnMap(), byQuery: /** @type {undefined} */ (undefined) });

/** @param {object} url @param {Search} search that has met it @returns {AddressDescription} what crosses in its place */
export function describeAddress(url, search) {
	const description = { href: String(url) };
	const { all, byQuery } = addressesOf(search);
	all.set(url, description);
	if (!byQuery) return description;
	const query = queryOf(url);
	byQuery.set(query, description);
	const known = /** @type {QueryDescription | undefined} */ (search.substitutes?.get(query));
	if (known) known.address = description;
	return description;
}

/** @param {object} query a URLSearchParams @param {Search} search that has met it @returns {QueryDescription} what crosses in its place */
export function describeQuery(query, search) {
	const addresses = addressesOf(search);
	if (!addresses.byQuery) {
		const byQuery = (addresses.byQuery = new OwnMap());
		forEachOfMap(addresses.all, (description, url) =>
			byQuery.set(queryOf(/** @type {object} */ (url)), description),
		);
	}
	const address = addresses.byQuery.get(query);
	return address ? { query: String(query), address } : { query: String(query) };
}
