/** @import { Pattern } from './patterns.js' */
/** @import { Peer } from './peers.js' */
/** @import { PolicyName } from './policies.js' */
/** @import { Run } from './modules.js' */
import { isDeepStrictEqual } from 'node:util';
import { release, snapshot } from '@lapidary/runtime/gem';
import { POLICIES, policiesFor, readOnly } from './policies.js';

/**
 * One way to do a pattern.
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {'plain' | 'general' | 'lowered' | 'peer'} way
 * @property {PolicyName | string | null} by policy, or name of a peer
 * @property {number} elements of a pass
 * @property {() => unknown} pass
 * @property {() => any} content of the document as it is now
 * @property {() => void} close
 */

/** @typedef {{ plain: (file: string, unit: string) => Promise<Run>, lowered: (file: string, unit: string) => Promise<Run> }} Loader */

/** Ways that are slow get a smaller document: this part of it. */
const SMALL = 50;

/**
 * @param {Pattern} pattern
 * @param {Loader} loader
 * @param {readonly Peer[]} peers
 * @returns {Promise<Contender[]>} the plain one first; each with a function that V8 has seen with nothing else
 */
export async function openContenders(pattern, loader, peers) {
	const { size, file, unit } = pattern;
	const small = Math.max(100, Math.floor(size / SMALL));
	const contenders = [plain(pattern, await loader.plain(file, unit), size)];
	for (const policy of policiesFor(pattern, pattern.content(1))) {
		const general = await loader.plain(file, unit);
		const lowered = await loader.lowered(file, unit);
		contenders.push(shared(pattern, { run: general, way: 'general', policy, size: small }));
		// A transaction locks what it comes to, in each pass.
		const isSlow = policy === 'AtomicSTM';
		contenders.push(
			shared(pattern, { run: lowered, way: 'lowered', policy, size: isSlow ? small : size }),
		);
	}
	for (const peer of peers) {
		const opened = foreign(pattern, await loader.plain(file, unit), small, peer);
		if (opened) contenders.push(opened);
	}
	return contenders;
}

/** @param {Pattern} pattern @param {Run} run @param {number} size @returns {Contender} */
export function plain(pattern, run, size) {
	const document = pattern.content(size);
	const more = argumentsAfter(pattern, size, (content) => content);
	return {
		...{ name: 'plain', way: 'plain', by: null, elements: size },
		pass: () => run(document, ...more),
		content: () => document,
		close: () => {},
	};
}

/**
 * @param {Pattern} pattern
 * @param {{ run: Run, way: 'general' | 'lowered', policy: PolicyName, size: number }} how
 * @returns {Contender}
 */
function shared(pattern, { run, way, policy, size }) {
	const { gem, root, within } = POLICIES[policy](pattern.content(size));
	/** @type {any[]} */
	const inputs = [];
	const more = argumentsAfter(pattern, size, (content) => {
		const input = readOnly(content);
		inputs.push(input);
		return input;
	});
	return {
		...{ name: `${policy}, ${way}`, way, by: policy, elements: size },
		pass: () => within(() => run(root, ...more)),
		content: () => (policy === 'Partitioned' ? Array.from(root) : snapshot(gem)),
		close: () => [gem, ...inputs].forEach((each) => release(each)),
	};
}

/** @param {Pattern} pattern @param {Run} run @param {number} size @param {Peer} peer @returns {Contender | null} null when it cannot hold the content */
function foreign(pattern, run, size, { name, create }) {
	try {
		const document = create(pattern.content(size));
		const more = argumentsAfter(pattern, size, create);
		return {
			...{ name, way: 'peer', by: name, elements: size },
			pass: () => run(document, ...more),
			content: () => JSON.parse(JSON.stringify(document)),
			close: () => {},
		};
	} catch {
		return null;
	}
}

/** @param {Pattern} pattern @param {number} size @param {(content: any) => any} create @returns {unknown[]} */
const argumentsAfter = ({ input, more }, size, create) => [
	...(input ? [create(input(size))] : []),
	...(more?.(size) ?? []),
];

/**
 * Run one pass of a fresh contender and compare it with the plain one.
 *
 * @param {Contender} contender
 * @param {Contender} reference the plain one of the same size, of a function of its own
 * @param {number} passes that the contender has run, and the reference has not
 * @returns {string | null} what is different
 */
export function difference(contender, reference, passes) {
	let [expected, result] = /** @type {unknown[]} */ ([undefined, undefined]);
	result = contender.pass();
	for (let pass = 0; pass <= passes; pass++) expected = reference.pass();
	if (!Object.is(result, expected)) return `gives ${result} instead of ${expected}`;
	return isDeepStrictEqual(contender.content(), reference.content())
		? null
		: 'leaves other content behind';
}
