import { MessageChannel } from 'node:worker_threads';
import { setImmediate } from 'node:timers/promises';
import {
	ReadOnly,
	receive,
	release as releaseGem,
	send,
	snapshot,
} from '../../../src/gem/index.js';
import { checkInvariants } from '../../../src/gem/graph/index.js';
import { viewOf } from '../../../src/gem/define/sides.js';
import { acts } from './acts.js';
import { operandOf, operands } from './operands.js';
import { contents, policies } from './scenes.js';

/** @typedef {{ combinations: number, failures: string[] }} Outcome `combinations`: those in which the operand's code has run */

const GUARDS = 24;

/** GEMs that must not change, with holes between them, where GEMs under test come to lie. */
export class Guards {
	/** @type {{ gem: object, content: string }[]} */
	#guards = [];

	constructor() {
		const holes = [];
		for (let at = 0; at < GUARDS; at++) {
			const content = Array.from({ length: 100 }, (_, index) => (at % 2 ? at * index : at + 0.5));
			this.add(ReadOnly.create(content));
			if (at % 2) holes.push(ReadOnly.create(content));
		}
		for (const hole of holes) releaseGem(hole);
	}

	/** @param {object} gem */
	add(gem) {
		this.#guards.push({ gem, content: JSON.stringify(snapshot(gem)) });
	}

	/** @returns {number} how many have changed; those that were added meanwhile are given back */
	check() {
		const changed = this.#guards.filter(({ gem, content }) => {
			try {
				return JSON.stringify(snapshot(gem)) !== content;
			} catch {
				return true;
			}
		});
		for (const { gem } of this.#guards.splice(GUARDS)) releaseGem(gem);
		return changed.length;
	}

	release() {
		for (const { gem } of this.#guards) releaseGem(gem);
	}
}

/** @param {unknown} error @returns {boolean} whether users may get it */
const isProper = (error) =>
	error?.code?.startsWith('LP81') ||
	error?.message === 'stop' ||
	error instanceof TypeError ||
	error instanceof RangeError;

/**
 * Runs each access with each operand whose code it calls, which does each act, for each policy; kinds of content take turns.
 *
 * @param {readonly string[]} calls
 * @param {readonly Function[]} functions by call
 * @param {{ release?: (gem: object) => void, only?: readonly string[], mostFailures?: number, keepsReplaced?: boolean, kinds?: readonly string[] }} [options] another `release`, to see whether its fault is found; `only`: acts; `keepsReplaced`: what is replaced stays readable, so that its memory is not taken again at once; `kinds` of content
 * @returns {Promise<Outcome>}
 */
export async function explore(
	calls,
	functions,
	{
		release = releaseGem,
		only,
		mostFailures = 5,
		keepsReplaced = true,
		kinds = Object.keys(contents),
	} = {},
) {
	const { port1, port2 } = new MessageChannel();
	let arrived = 0;
	receive(port2, (gem) => {
		arrived++;
		releaseGem(gem);
	});
	let sent = 0;
	const post = (gem) => {
		send(port1, gem);
		sent++;
	};
	const guards = new Guards();
	const outcome = { combinations: 0, failures: /** @type {string[]} */ ([]) };
	let turn = 0;

	/** @returns {boolean} whether the code of the operand has run */
	const run = (index, kind, name, act) => {
		const content = kinds[turn++ % kinds.length];
		const { create, within } = policies[name];
		const { gem, up, list } = create(contents[content]());
		const what = `${calls[index]} · ${kind} · ${act} · ${name} · ${content}`;
		const { handle } = viewOf(gem);
		if (!keepsReplaced) handle.region.detached = null;
		let hasRun = false;
		try {
			within(gem, () => {
				const call = (operand) => functions[index](up, list(), operand);
				const scene = {
					gem,
					up,
					list: list(),
					call,
					release,
					post,
					guard: (one) => guards.add(one),
				};
				const o = operandOf(
					kind,
					() => {
						hasRun = true;
						if (act === 'abort') throw new Error('stop');
						try {
							acts[act](scene);
						} catch {
							// What is refused is refused: the access goes on.
						}
					},
					1,
				);
				call(o);
			});
		} catch (error) {
			if (!isProper(error)) outcome.failures.push(`${what}: ${error?.stack}`);
		}
		try {
			if (handle.isUsable) {
				within(gem, () => checkInvariants(handle.region, handle.root));
				if (handle.region.log !== null) throw new Error('its log is open');
				releaseGem(gem);
			}
		} catch (error) {
			outcome.failures.push(`${what}: afterwards ${error?.stack}`);
		}
		return hasRun;
	};

	for (const index of calls.keys()) {
		for (const kind of Object.keys(operands)) {
			// A kind of content for each: typed arrays have other methods.
			const isLive = kinds.some(() => run(index, kind, 'Owned', 'nothing'));
			if (!isLive) continue;
			for (const name of Object.keys(policies)) {
				for (const act of only ?? Object.keys(acts)) {
					if (run(index, kind, name, act)) outcome.combinations++;
				}
				const changed = guards.check();
				if (changed > 0)
					outcome.failures.push(`${calls[index]} · ${kind} · ${name}: ${changed} guards`);
				if (outcome.failures.length >= mostFailures) return end();
			}
		}
	}
	return end();

	/** Once every GEM that was sent has been received, and given back. */
	async function end() {
		while (arrived < sent) await setImmediate();
		guards.release();
		port1.close();
		return outcome;
	}
}
