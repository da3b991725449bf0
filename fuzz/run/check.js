/** @import { Call } from '../generate/program.js' */
/** @import { Lowered, Tamper } from './lower.js' */
/** @import { Outcome } from './perform.js' */
/** @import { Spoil } from './trip.js' */
import { HOST_EXPORTS } from '../../packages/runtime/src/abi.js';
import { lower } from './lower.js';
import { ModuleGraph } from './module-graph.js';
import { perform } from './perform.js';
import { prepareTrip } from './trip.js';
import { withWarnings } from './warnings.js';

/**
 * What is run: texts, without their trees.
 *
 * @typedef {object} Runnable
 * @property {ReadonlyMap<string, string>} sources the first is the one that is called
 * @property {readonly Call[]} calls
 * @property {ReadonlySet<string>} mayRefuse codes with which the compiler may refuse it, or the runtime a call
 * @property {ReadonlySet<string>} [mayWarn] codes of warnings that tell of a difference that a scene of it has
 * @property {boolean} [isFloating] its top level prints after it has loaded
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
 * @property {boolean} [isChecked] a check at run time has told of a change
 */

/**
 * Warnings that say: this may do something else, or, of the checks at run time: it has. The generator makes programs of this kind by
 * chance, too.
 */
const WARNED = ['LP2021', 'LP3011', 'LP8048', 'LP8049', 'LP8056'];

/**
 * Runs the lowered program. `lines`: as of `perform`; `inOrder`: what it prints is in the order in which it was printed.
 *
 * @typedef {((lowered: Lowered, calls: readonly Call[], lines?: number) => Promise<{ outcome: Outcome, ran: number }>) & { inOrder?: boolean }} Runner
 */

/**
 * @param {Runnable} program
 * @param {{ tamper?: Tamper, stub?: (host: string) => string, untold?: readonly string[], spoil?: Spoil, runner?: Runner }} [options] `runner`:
 *   default: the trip without threads, on which `spoil` spoils calls; `tamper`, `stub` and `untold` as of `lower`
 * @returns {Promise<Verdict>}
 */
export async function check(program, options = {}) {
	const { tamper, stub, untold, spoil, runner = runnerOnTrip(spoil) } = options;
	const { sources, calls, mayRefuse, mayWarn = [], isFloating = false } = program;
	const lowered = lower(sources, { tamper, stub, untold });
	const base = { lowered, ran: 0, signature: '', detail: '' };
	if (lowered.invalid !== '') {
		return { ...base, kind: 'invalid', signature: 'invalid', detail: lowered.invalid };
	}
	const refused = lowered.crash === undefined ? refusal(base, mayRefuse) : null;
	if (refused?.kind === 'refused') return refused;
	const noHost = Object.fromEntries(HOST_EXPORTS.map((name) => [name, Object]));
	const graph = new ModuleGraph(lowered.plain, noHost);
	const load = () => graph.load(first(lowered.plain));
	const plain = await perform(load, calls, isFloating ? 0 : undefined);
	const problem = whyInvalid(plain);
	if (problem) return { ...base, kind: 'invalid', signature: 'invalid', detail: problem, plain };
	if (refused) return refused;
	if (lowered.crash !== undefined) {
		const detail = String(/** @type {Error} */ (lowered.crash).stack);
		return { ...base, kind: 'crash', signature: `crash ${firstWords(detail)}`, detail };
	}
	const lines = isFloating ? plain.printed.length : undefined;
	const { value, told: warnings } = await withWarnings(() => runner(lowered, calls, lines));
	const { outcome, ran } = value;
	// What two threads print reaches the process in any order.
	const inOrder = runner.inOrder ?? false;
	const [expected, actual] = inOrder ? [plain, outcome] : [sorted(plain), sorted(outcome)];
	const told = withoutRefused(actual, { plain: expected, mayRefuse });
	const difference = compare(expected, told, calls);
	const isChecked = warnings.has('LP8048') || warnings.has('LP8049');
	if (!difference)
		return { ...base, kind: told.isRefused ? 'refused' : 'same', plain, ran, isChecked };
	const isWarned = [...WARNED, ...mayWarn].some(
		(code) => lowered.warnings.has(code) || warnings.has(code),
	);
	return { ...base, kind: isWarned ? 'warned' : 'differs', ...difference, plain, ran, isChecked };
}

/**
 * What the runtime refuses to send is an error that names a code, where the program as it is written has a result.
 *
 * @param {Outcome} outcome
 * @param {{ plain: Outcome, mayRefuse: ReadonlySet<string> }} program
 * @returns {Outcome & { isRefused: boolean }} calls that were refused as expected count as the same
 */
function withoutRefused(outcome, { plain, mayRefuse }) {
	let isRefused = false;
	const calls = outcome.calls.map((one, index) => {
		const code = /^throws \w*Error: [^]*code: '(LP8\d+)'/.exec(one)?.[1];
		if (code === undefined || !mayRefuse.has(code)) return one;
		isRefused = true;
		return String(plain.calls[index]);
	});
	// A call that did not run has not printed anything either.
	const printed =
		isRefused && isPartOf(outcome.printed, plain.printed) ? plain.printed : outcome.printed;
	return { ...outcome, calls, printed, isRefused };
}

/** @param {readonly string[]} lines @param {readonly string[]} all @returns {boolean} the lines are among all, in the same order */
function isPartOf(lines, all) {
	let at = 0;
	for (const line of all) if (line === lines[at]) at++;
	return at === lines.length;
}

/** @param {ReadonlyMap<string, string>} files @returns {string} */
export const first = (files) => /** @type {string} */ (files.keys().next().value);

/** @param {Spoil} [spoil] @returns {Runner} */
function runnerOnTrip(spoil) {
	/** @type {Runner} */
	const runner = async ({ lowered, workers }, calls, lines) => {
		/** @type {import('./trip.js').Trip | undefined} */
		let trip;
		const load = async () => {
			trip = await prepareTrip(lowered, workers, spoil);
			return new ModuleGraph(lowered, trip.host).load(first(lowered));
		};
		const outcome = await perform(load, calls, lines);
		return { outcome, ran: trip?.answered() ?? 0 };
	};
	runner.inOrder = true;
	return runner;
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
		?.replace(/(demo\d+\/)?[\w$.-]+\.[cm]?[jt]s/g, '')
		.slice(0, 60) ?? '';
