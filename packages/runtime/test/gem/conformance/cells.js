// What the conformance suite does with a GEM, on the host and in threads alike. Each cell gives plain data that tells what happened.
import { snapshot } from '../../../src/gem/index.js';
import { CONTENT, policies } from './policies.js';

/** @param {() => unknown} access @returns {unknown} the code of what it throws, or 'allowed' */
export function codeOf(access) {
	try {
		access();
		return 'allowed';
	} catch (refusal) {
		return refusal.code ?? String(refusal);
	}
}

/** @param {any} gem @returns {unknown} a plain copy, made by single accesses */
const copyOf = (gem) => JSON.parse(JSON.stringify(gem));

/** @type {Record<string, (name: string, gem: any) => unknown>} */
export const cells = {
	allowed(name, gem) {
		const { within, writes } = policies[name];
		return within(gem, () => {
			const seen = copyOf(gem);
			if (!writes) return { seen };
			gem[1] = 20;
			gem[1]++;
			gem[2] += ' and';
			gem[5] = NaN;
			gem[6] = -0;
			return { seen, written: [gem[1], gem[2], Number.isNaN(gem[5]), Object.is(gem[6], -0)] };
		});
	},

	enumerate(name, gem) {
		return policies[name].within(gem, () => {
			const keys = [];
			for (const key in gem) keys.push(key);
			return {
				keys,
				own: Object.keys(gem),
				values: [...gem].length,
				has: ['0' in gem, '8' in gem, 'length' in gem, 'map' in gem],
				nested: Object.entries(gem[0].deep).map(([key, list]) => [key, [...list]]),
				isArray: Array.isArray(gem),
			};
		});
	},

	delete(name, gem) {
		return policies[name].within(gem, () => {
			const results = [
				codeOf(() => delete gem[0].n),
				codeOf(() => delete gem[3]),
				codeOf(() => delete gem[0].missing),
			];
			return { results, left: copyOf(gem), has: '3' in gem };
		});
	},

	nested(name, gem) {
		const { within, writes } = policies[name];
		return within(gem, () => {
			const [first] = gem;
			const same = gem[0] === first && first.deep.list === gem[0].deep.list;
			if (!writes) return { same, list: copyOf(first.deep.list) };
			first.deep.list.push(3, { more: [4] });
			first.deep.list[0] = { replaced: true };
			first.added = { x: 1 };
			first.deep.list.reverse();
			const removed = first.deep.list.shift();
			return { same, removed, first: copyOf(first) };
		});
	},

	/** What no right allows, and what the policy does not allow without the right. */
	forbidden(name, gem) {
		const { within, writes, isFixed } = policies[name];
		let growing;
		const never = within(gem, () => [
			(growing = codeOf(() => gem.push(1))) && 'LP8101',
			codeOf(() => (gem[1] = undefined)),
			codeOf(() => (gem[1] = () => 1)),
			codeOf(() => (gem[1] = Symbol('s'))),
			codeOf(() => (gem[1] = 1n)),
			codeOf(() => Object.setPrototypeOf(gem, null)),
			codeOf(() => Object.freeze(gem)),
			codeOf(() => Object.defineProperty(gem, '1', { get: () => 1 })),
			codeOf(() => (gem[Symbol('key')] = 1)),
		]);
		return { never: writes ? never : never.slice(4), growing: isFixed ? growing : null };
	},

	/** Without having asked for the right. */
	outside(name, gem) {
		const write = `gem[1] = 1; return gem;`;
		return {
			read: codeOf(() => gem[1]),
			nested: codeOf(() => gem[0].n),
			write: codeOf(() => (gem[1] = 1)),
			// Sloppy code does not hear of a `set` that answers false.
			sloppy: codeOf(() => new Function('gem', write)(gem)),
			delete: codeOf(() => delete gem[1]),
			enumerate: codeOf(() => Object.keys(gem[0] ?? gem)),
			update: codeOf(() => gem.sort()),
		};
	},

	/** A part that was kept for longer than the right to it. */
	kept(name, gem) {
		const { within, drop } = policies[name];
		const part = within(gem, () => gem[0].deep);
		drop(gem);
		return { part };
	},

	snapshot(name, gem) {
		return policies[name].within(gem, () => snapshot(gem));
	},

	content: () => CONTENT,
};
