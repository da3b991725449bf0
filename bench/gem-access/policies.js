/** @import { Pattern } from './patterns.js' */
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
	send,
} from '@lapidary/runtime/gem';

/** @typedef {'ReadOnly' | 'Owned' | 'Partitioned' | 'PartitionedDynamic' | 'AtomicLK' | 'AtomicSTM'} PolicyName */

/**
 * @typedef {object} Shared a document as a GEM
 * @property {any} gem
 * @property {any} root what the function is given: the GEM, or a subset of it
 * @property {<R>(run: () => R) => R} within runs a pass where the policy lets it
 */

/** Runs it as it is. @template R @param {() => R} run @returns {R} */
const here = (run) => run();

/** @param {any} gem @returns {Shared} */
const unguarded = (gem) => ({ gem, root: gem, within: here });

/** @type {Record<PolicyName, (content: any) => Shared>} */
export const POLICIES = {
	ReadOnly: (content) => unguarded(readOnly(content)),
	Owned: (content) => unguarded(Owned.create(content)),
	Partitioned(content) {
		const gem = Partitioned.create(content, { partitions: 1 });
		return { gem, root: gem.subset(), within: here };
	},
	PartitionedDynamic(content) {
		const gem = PartitionedDynamic.create(content, { range: content.length });
		const within = (/** @type {() => any} */ run) => {
			/** @type {any} */
			let result;
			gem.restart();
			gem.getRange(() => {
				result = run();
			});
			return result;
		};
		return { gem, root: gem, within };
	},
	AtomicLK(content) {
		const gem = AtomicLK.create(content);
		return { gem, root: gem, within: (run) => gem.atomic(run) };
	},
	AtomicSTM(content) {
		const gem = AtomicSTM.create(content);
		return { gem, root: gem, within: (run) => gem.atomic(run) };
	},
};

/**
 * @param {any} content
 * @returns {any} a GEM that has been sent, so that nobody writes to it any more
 */
export function readOnly(content) {
	const gem = ReadOnly.create(content);
	const { port1, port2 } = new MessageChannel();
	send(port1, gem);
	port1.close();
	port2.close();
	return gem;
}

/**
 * @param {Pattern} pattern
 * @param {any} content of its document
 * @returns {PolicyName[]} that can do it
 */
export function policiesFor({ group, access }, content) {
	if (group === 'e' || group === 'f') return ['ReadOnly', 'Owned'];
	/** @type {PolicyName[]} */
	const names = access === 'read' ? ['ReadOnly', 'Owned'] : ['Owned'];
	if (Array.isArray(content)) names.push('Partitioned', 'PartitionedDynamic');
	return [...names, 'AtomicLK', 'AtomicSTM'];
}
