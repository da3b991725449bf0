/** @import { Analysed, Fragment } from '../../ir/module.js' */

/** Kinds of effects that a worker may repeat. */
const IS_REPEATABLE = /^(package|mutate|write)$/;

/**
 * `const b = new Token()`, where the package numbers what it makes: a worker repeats the calls before it, too, so that it comes to the same number.
 *
 * @param {Fragment} fragment
 * @param {Analysed} analysed
 * @returns {Fragment[]} those of them that do nothing else
 */
export function countedBefore(fragment, { effects: analysis, fragments, sites }) {
	if (analysis.packages.size === 0 || fragment.kind === 'import') return [];
	/** @param {Fragment} one */
	const effectsOf = (one) => sites.effects.get(one) ?? [];
	/** @param {Fragment} one @returns {string[]} packages that count, and that it calls */
	const namesOf = (one) =>
		effectsOf(one).flatMap((effect) => {
			const found = effect.kind === 'package' ? analysis.packages.get(effect.package) : null;
			return found?.counts ? [found.name] : [];
		});
	const names = namesOf(fragment);
	if (names.length === 0) return [];
	return fragments.filter(
		(one) =>
			one.index < fragment.index &&
			namesOf(one).some((name) => names.includes(name)) &&
			effectsOf(one).every(({ kind }) => IS_REPEATABLE.test(kind)),
	);
}
