/** @import { MakerFact, ModuleSummary } from '../ir/summary.js' */
/** @import { Needs } from './needs.js' */
/** @import { Program } from './program.js' */
import { codesOf } from './reach.js';
import { actCalled, methodsOf, setUpCalled } from './set-ups.js';

/**
 * Find what the functions do that annotated files import and call while they load: workers may repeat a call that only computes a
 * value, `const cache = new Cache(100)`, or sets up what they load, and the file alone does not show that.
 *
 * @param {Program} program
 * @param {{ needs: Needs }} context
 */
export function findMakers(program, { needs }) {
	for (const module of program.modules.values()) {
		for (const { import: index, path, name } of module.asked) {
			const found = program.ofImport(module, index, path);
			const facts = found.map((one) => {
				const isCalled = one.kind !== 'other' || one.rest.length === (one.isPart ? 1 : 0);
				const [placed, ...others] = isCalled ? codesOf(program, one) : methodsOf(one);
				return others.length === 0 ? (placed?.code.makes ?? null) : null;
			});
			if (facts.length > 0 && !facts.includes(null)) {
				needs.maker(module, lineOf(name, /** @type {MakerFact[]} */ (facts)));
				continue;
			}
			const line =
				setUpCalled(program, module, { import: index, path }) ??
				actCalled(program, module, { import: index, path, name });
			if (line !== null) needs.setUp(module, line);
		}
	}
}

/** @param {string} name @param {MakerFact[]} facts of all that the name may mean @returns {string} as `readMakers` reads it */
function lineOf(name, facts) {
	const changers = new Set(facts.flatMap((one) => one.changers));
	/** @param {'readers' | 'fluent' | 'actors'} kind */
	const common = (kind) => {
		const [first, ...others] = facts.map((one) => one[kind]);
		return (first ?? []).filter((one) => others.every((list) => list.includes(one)));
	};
	/** @param {'readers' | 'actors'} kind */
	const still = (kind) => common(kind).filter((one) => !changers.has(one));
	/** @param {readonly (string | number)[]} names */
	const list = (names) => (names.length > 0 ? names.join(',') : '-');
	const unclear = new Set(facts.flatMap((one) => one.unclear));
	const alters = new Set(facts.flatMap((one) => one.alters));
	const methods = [still('readers'), [...changers].sort(), common('fluent'), still('actors')];
	const flags = [
		...(facts.some((one) => one.calls) ? ['calls'] : []),
		...(facts.some((one) => one.isFresh) ? ['fresh'] : []),
	];
	return [name, ...[...methods, [...unclear].sort(), [...alters], flags].map(list)].join(' ');
}

/** @typedef {ModuleSummary['asked'][number]} Asked */
