/** @import { Binding } from './scope.js' */
/** @import { Random } from './random.js' */
/** @import { Part } from './tree.js' */
import { Scope } from './scope.js';

/**
 * What is known of the program as a whole while it is generated.
 *
 * @typedef {object} Plan
 * @property {Random} random
 * @property {'js' | 'ts'} language
 * @property {'module' | 'commonjs'} moduleKind
 * @property {object} region of the module's top level
 * @property {boolean} mayPrint units may print: no two calls run at the same time
 * @property {Set<string>} mayRefuse codes with which the compiler may refuse the program
 * @property {Set<string>} mayWarn codes of warnings that tell of a difference which a scene has
 * @property {Set<string>} features what occurs in it, for the figures
 * @property {number} seed
 * @property {number} serial of the last name that a scene has made
 * @property {number} sceneShare the share of programs that have a scene
 * @property {string} [only] the one scene that they have
 * @property {boolean} isFloating a statement of the top level waits for a unit while other code goes on
 * @property {Set<'pool' | 'fresh threads'>} needs what a run without threads does not show
 * @property {readonly (readonly [number, StatementProducer])[]} statements what function bodies are made of, with weights
 */

/** Makes a statement's text, or null where it does not fit. @typedef {(setting: Setting) => Part[] | null} StatementProducer */

/**
 * What a function's body has been found to do, so far.
 *
 * @typedef {object} Track
 * @property {number} cost
 * @property {boolean} isState
 * @property {boolean} isForUnits
 * @property {boolean} usesData it uses data of the module, now or in what it calls
 * @property {boolean} [usesUnits] it calls units
 */

/**
 * Where code is generated.
 *
 * - `load`: runs while the module loads
 * - `helper`: a function that hosts and units may call
 * - `unit`: runs in a worker
 * - `host`: a function that stays on the host and may change the module's state
 *
 * @typedef {object} Setting
 * @property {Plan} plan
 * @property {Scope} scope
 * @property {'load' | 'helper' | 'unit' | 'host'} role
 * @property {object} region what may be assigned here is owned by it
 * @property {'load' | 'run'} phase `run`: when the module has loaded
 * @property {boolean} noState must not depend on what the host changes
 * @property {boolean} isAsync `await` may be written
 * @property {number} depth of expressions that is left
 * @property {number} room how many more statements may stand inside one another
 * @property {number} times how often the code runs in one run of its function, roughly
 * @property {readonly Track[]} tracks of the functions around
 * @property {boolean} mayThrow an error is caught, or is the result of a call
 * @property {string | null} returns type that the function returns; null where `return` must not be written
 * @property {boolean} hasArguments
 * @property {readonly string[]} labels of loops around that can be left or continued
 */

/** A function that costs more is called no more. */
const COST_LIMIT = 4000;

const SHORT = 'a b c d e k n t v w x y z'.split(' ');
const LONG = 'row rows table total item limit scale seen offset weight level'.split(' ');
// Names that emitted code, or the platform, might mean something else by.
const ODD = [
	'captures',
	'unit',
	'call',
	'exports1',
	'$lp',
	'$lp_unit',
	'args',
	'await1',
	'self',
	'of',
];

/** @param {Plan} plan @returns {string} */
function inventName({ random }) {
	return random.pick(
		random.weighted([
			[12, SHORT],
			[5, LONG],
			[1, ODD],
		]),
	);
}

/**
 * Choose a name for a declaration: often one that means something else further out.
 *
 * @param {Setting} setting
 * @param {{ isVar?: boolean }} [options]
 * @returns {string}
 */
export function chooseName({ plan, scope }, { isVar = false } = {}) {
	const { random } = plan;
	/** @param {string} name */
	const isFree = (name) => {
		if (scope.kind === 'function' && scope.parent?.kind === 'params') {
			// A `var` may be called like a parameter; where that has a default, the value of both is followed.
			if (scope.parent.bindings.has(name) && !(isVar && random.chance(0.3))) return false;
		}
		return isVar ? scope.isFreeForVar(name) : scope.isFree(name);
	};
	if (random.chance(0.35)) {
		const hidden = scope.visible(({ name }) => /^[\w$]+$/.test(name) && isFree(name));
		if (hidden.length > 0) return random.pick(hidden).name;
	}
	for (let tries = 0; tries < 6; tries++) {
		const name = inventName(plan);
		if (isFree(name)) return name;
	}
	for (let number = 1; ; number++) {
		const name = `${inventName(plan)}${number}`;
		if (isFree(name)) return name;
	}
}

/**
 * @param {Setting} setting
 * @param {Omit<Binding, 'name'> & { name?: string }} what
 * @param {{ isVar?: boolean }} [options]
 * @returns {Binding}
 */
export function declare(setting, what, { isVar = false } = {}) {
	const name = what.name ?? chooseName(setting, { isVar });
	const scope = isVar ? setting.scope.functionScope : setting.scope;
	if (isVar) setting.scope.passVar(name);
	if (isVar && scope.parent?.kind === 'params' && scope.parent.bindings.has(name))
		for (const one of ['LP2011', 'LP3001', 'LP2003']) setting.plan.mayRefuse.add(one);
	return scope.declare({ region: setting.region, ...what, name });
}

/**
 * @param {Setting} setting
 * @param {(binding: Binding) => boolean} accepts
 * @returns {Binding[]} that may be used here
 */
export function usable(setting, accepts) {
	const { scope, role, phase, noState } = setting;
	return scope.visible((binding) => {
		if (phase === 'load' && binding.phase === 'run') return false;
		if (noState && binding.isState) return false;
		if (binding.isForUnits && role !== 'unit') return false;
		if (binding.isForHost && role !== 'host') return false;
		return accepts(binding);
	});
}

/**
 * Write a name down, and note that it is used.
 *
 * @param {Setting} setting
 * @param {Binding} binding
 * @returns {string}
 */
export function use({ plan, scope, tracks }, binding) {
	scope.pass(binding.root ?? binding.name);
	for (const track of tracks) {
		track.isState ||= binding.isState ?? false;
		track.isForUnits ||= binding.isForUnits ?? false;
		track.usesUnits ||= binding.usesUnits ?? binding.signature?.isUnit ?? false;
		track.usesData ||=
			binding.usesData ?? (binding.type !== undefined && binding.region === plan.region);
	}
	return binding.text ?? binding.name;
}

/**
 * Note that something which no clone can carry is made from what a track has seen. Where the compiler takes that for
 * something that the host may change, it has to come with each call, and what is made from it cannot.
 *
 * @param {Setting} setting
 * @param {Track} track
 */
export function noteMadeOnce({ plan, role }, { usesData }) {
	if (!usesData || role === 'unit') return;
	for (const code of ['LP3004', 'LP2014', 'LP2012', 'LP2016']) plan.mayRefuse.add(code);
}

/** Note that a call is written. @param {Setting} setting @param {number} cost */
export function charge({ tracks, times }, cost) {
	for (const track of tracks) track.cost += cost * times;
}

/** @param {Setting} setting @returns {Setting} for the parts of an expression */
export const within = (setting) => ({ ...setting, depth: setting.depth - 1 });

/**
 * @param {Setting} setting
 * @param {Scope['kind']} kind
 * @param {Partial<Setting>} [changes]
 * @returns {Setting} in a scope of its own
 */
export function nest(setting, kind, changes = {}) {
	return { ...setting, scope: new Scope(setting.scope, kind), ...changes };
}

/** @param {Setting} setting @param {number} cost @returns {boolean} whether something that costs so much may be called here */
export const canAfford = ({ tracks, times }, cost) =>
	tracks.every((track) => track.cost + cost * times <= COST_LIMIT);

/** What an arrow function written on the spot sees. @param {Setting} setting @returns {Setting} in the scope of its parameters */
export function nestArrow(setting) {
	return nest(setting, 'params', {
		isAsync: false,
		returns: null,
		labels: [],
		depth: setting.depth - 1,
	});
}

/** The same for `function`. @param {Setting} setting @returns {Setting} */
export function nestFunction(setting) {
	return { ...nestArrow(setting), hasArguments: true };
}
