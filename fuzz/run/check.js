/** @import { Call } from '../generate/program.js' */
/** @import { Lowered, Tamper } from './lower.js' */
/** @import { Outcome } from './perform.js' */
import { HOST_EXPORTS } from '../../packages/runtime/src/abi.js';
import { lower } from './lower.js';
import { ModuleGraph } from './module-graph.js';
import { perform } from './perform.js';
import { prepareTrip } from './trip.js';

/**
 * What is run: texts, without their trees.
 *
 * @typedef {object} Runnable
 * @property {ReadonlyMap<string, string>} sources the first is the one that is called
 * @property {readonly Call[]} calls
 * @property {ReadonlySet<string>} mayRefuse codes with which the compiler may refuse it
 */

/**
 * How a program fared.
 *
 * - `same`: lowered, it does what it does as it is written
 * - `warned`: it does something else, of which the compiler warns
 * - `refused`: by codes that were to be expected
 * - `unexpected`: refused, though nothing in it can be lost
 * - `differs`: lowered, it does something else
 * - `crash`: the compiler threw
 * - `invalid`: it does not even run as it is written: the generator's mistake
 *
 * @typedef {object} Verdict
 * @property {'same' | 'warned' | 'refused' | 'unexpected' | 'differs' | 'crash' | 'invalid'} kind
 * @property {string} signature what is alike in failures of one cause, roughly
 * @property {string} detail for a person
 * @property {Lowered} lowered
 * @property {Outcome} [plain]
 * @property {number} ran calls that workers have answered
 */

/** Warnings that say: this may do something else. The generator makes programs of this kind by chance only. */
const WARNED = new Set(['LP2021', 'LP3011']);

/** Runs the lowered program. @typedef {(lowered: Lowered, calls: readonly Call[]) => Promise<{ outcome: Outcome, ran: number }>} Runner */

/**
 * @param {Runnable} program
 * @param {{ tamper?: Tamper, runner?: Runner }} [options] `runner`: default: the trip without threads
 * @returns {Promise<Verdict>}
 */
export async function check({ sources, calls, mayRefuse }, { tamper, runner = runOnTrip } = {}) {
	const lowered = lower(sources, tamper);
	const base = { lowered, ran: 0, signature: '', detail: '' };
	if (lowered.invalid !== '') {
		return { ...base, kind: 'invalid', signature: 'invalid', detail: lowered.invalid };
	}
	const refused = lowered.crash === undefined ? refusal(base, mayRefuse) : null;
	if (refused?.kind === 'refused') return refused;
	const noHost = Object.fromEntries(HOST_EXPORTS.map((name) => [name, Object]));
	const graph = new ModuleGraph(lowered.plain, noHost);
	const plain = await perform(() => graph.load(first(lowered.plain)), calls);
	const problem = whyInvalid(plain);
	if (problem) return { ...base, kind: 'invalid', signature: 'invalid', detail: problem, plain };
	if (refused) return refused;
	if (lowered.crash !== undefined) {
		const detail = String(/** @type {Error} */ (lowered.crash).stack);
		return { ...base, kind: 'crash', signature: `crash ${firstWords(detail)}`, detail };
	}
	const { outcome, ran } = await runner(lowered, calls);
	// What two threads print reaches the process in any order.
	const inOrder = runner === runOnTrip;
	const difference = inOrder
		? compare(plain, outcome, calls)
		: compare(sorted(plain), sorted(outcome), calls);
	if (!difference) return { ...base, kind: 'same', plain, ran };
	const isWarned = [...WARNED].some((code) => lowered.warnings.has(code));
	return { ...base, kind: isWarned ? 'warned' : 'differs', ...difference, plain, ran };
}

/** @param {ReadonlyMap<string, string>} files @returns {string} */
export const first = (files) => /** @type {string} */ (files.keys().next().value);

/** @type {Runner} */
async function runOnTrip({ lowered, workers }, calls) {
	/** @type {import('./trip.js').Trip | undefined} */
	let trip;
	const load = async () => {
		trip = await prepareTrip(lowered, workers);
		return new ModuleGraph(lowered, trip.host).load(first(lowered));
	};
	const outcome = await perform(load, calls);
	return { outcome, ran: trip?.answered() ?? 0 };
}

/** @param {Omit<Verdict, 'kind'>} base @param {ReadonlySet<string>} mayRefuse @returns {Verdict | null} null when the compiler takes it */
function refusal(base, mayRefuse) {
	if (base.lowered.errors.length === 0) return null;
	const codes = [...new Set(base.lowered.errors.map(({ code }) => code))].sort();
	const detail = base.lowered.errors
		.map(({ code, message, start }) => `${code} ${message} (${start?.line}:${start?.column})`)
		.join('\n');
	const unexpected = codes.filter((code) => !mayRefuse.has(code));
	const kind = unexpected.length > 0 ? 'unexpected' : 'refused';
	return { ...base, kind, signature: `refused ${unexpected.join()}`, detail };
}

/** @param {Outcome} plain @returns {string | null} */
function whyInvalid({ exported, calls }) {
	if (exported.startsWith('does not load')) return exported;
	return calls.find((one) => /is not defined|throws SyntaxError/.test(one)) ?? null;
}

/**
 * @param {string} plain how a call ended
 * @param {string} lowered the same, lowered
 * @returns {boolean} an error of a body whose callback takes none is an unhandled rejection: the callback is never called
 */
const isSame = (plain, lowered) =>
	plain === lowered || (lowered === 'does not end' && /^undefined, back \w*Error:/.test(plain));

/** @param {Outcome} outcome @returns {Outcome} */
const sorted = (outcome) => ({ ...outcome, printed: [...outcome.printed].sort() });

/** @param {Outcome} plain @param {Outcome} lowered @param {readonly Call[]} calls @returns {{ signature: string, detail: string } | null} */
function compare(plain, lowered, calls) {
	if (plain.exported !== lowered.exported) {
		const kind = lowered.exported.startsWith('does not load') ? firstWords(lowered.exported) : '';
		return {
			signature: `exports ${kind}`,
			detail: `exports: ${plain.exported}\n-> ${lowered.exported}`,
		};
	}
	const at = plain.calls.findIndex((one, index) => !isSame(one, String(lowered.calls[index])));
	if (at >= 0) {
		const [before, after] = [String(plain.calls[at]), String(lowered.calls[at])];
		const signature = `call ${endOf(before)} -> ${endOf(after)}`;
		return { signature, detail: `${calls[at]?.fn} (call ${at}): ${before}\n-> ${after}` };
	}
	const [before, after] = [plain.printed.join('\n'), lowered.printed.join('\n')];
	return before === after
		? null
		: { signature: 'printed', detail: `prints ${before}\n-> ${after}` };
}

/** @param {string} call @returns {string} the class of its error */
const endOf = (call) => (call.startsWith('throws') ? firstWords(call) : 'value');

/** @param {string} text @returns {string} without names and numbers */
const firstWords = (text) =>
	text
		.split(/[\n(']/, 1)[0]
		?.replace(/[\w$.-]+\.[cm]?[jt]s/g, '')
		.slice(0, 60) ?? '';
