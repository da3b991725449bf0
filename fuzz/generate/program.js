/** @import { Tree } from './tree.js' */
/** @import { Plan, Setting } from './setting.js' */
/** @import { Callable } from './units.js' */
import { code, lines, list, optional, print, sequence, statement } from './tree.js';
import { errorClass, instance, localClass, objectOfFunctions, plainClass } from './classes.js';
import { exchange } from './exchanges.js';
import { factory } from './factories.js';
import { FUNCTIONS, localFunction } from './functions.js';
import { accessor, hostFunction, mutator } from './hosts.js';
import { importLibrary, library } from './library.js';
import { Random } from './random.js';
import { scenes } from './scenes/index.js';
import { unitsAtTop } from './scenes/top-calls.js';
import { Scope } from './scope.js';
import { cachedFunction, destructuredData, lateFilling, moduleData, symbolKeyed } from './state.js';
import { STATEMENTS } from './statements.js';
import { callbackUnit, exportedProperty, moduleUnit } from './units.js';
import { literalText } from './values.js';

/**
 * One call that is made from outside, as in case.js of a fixture.
 *
 * @typedef {object} Call
 * @property {string} fn path of properties from the exports; '' for what the call before returned
 * @property {readonly { type: string, text: string }[]} args
 * @property {Call} [then]
 * @property {number} [callback]
 */

/**
 * A generated program.
 *
 * @typedef {object} Program
 * @property {number} seed
 * @property {readonly { name: string, text: Tree }[]} files the first is the one that is called
 * @property {readonly Call[]} calls
 * @property {ReadonlySet<string>} mayRefuse codes with which the compiler may refuse it, or the runtime a call
 * @property {ReadonlySet<string>} mayWarn codes of warnings that tell of a difference which a scene has
 * @property {ReadonlySet<string>} features what occurs in it, as far as its text does not tell
 * @property {boolean} isFloating its top level prints after it has loaded
 * @property {ReadonlySet<'pool' | 'fresh threads'>} needs what a run without threads does not show
 */

/**
 * A top-level statement, or several that stay together in this order.
 *
 * @typedef {object} Item
 * @property {Tree[]} statements
 * @property {boolean} isMovable it may stand anywhere, because nothing of it runs while the module loads
 * @property {string} [exported] a name that it declares, to be exported
 */

/** So many of the programs have a scene. */
const SCENE_SHARE = 0.5;

/**
 * @typedef {object} SceneOptions
 * @property {string} [only] the one scene that all programs have
 * @property {number} [share] of programs that have a scene
 */

/**
 * @typedef {object} Draft
 * @property {Item[]} items
 * @property {{ callable: Callable, wrap: (call: Call) => Call }[]} callables
 * @property {Tree[]} last statements that follow everything else
 * @property {Tree[]} floating what follows these
 * @property {Program['files'][number][]} files more files
 */

/**
 * @param {number} seed
 * @param {SceneOptions} [options]
 * @returns {Program} the same for the same seed and options
 */
export function generateProgram(seed, options = {}) {
	const random = new Random(seed);
	const plan = createPlan(seed, random, options);
	const setting = topLevel(plan);
	const extension = plan.language === 'ts' ? 'ts' : plan.moduleKind === 'module' ? 'js' : 'cjs';
	/** @type {Draft} */
	const draft = { items: [], callables: [], last: [], floating: [], files: [] };
	const { files } = draft;
	if (random.chance(0.35)) {
		const made = library(topLevel({ ...plan, region: {} }));
		const name = plan.moduleKind === 'module' ? 'lib.js' : 'lib.cjs';
		files.push({ name: `lib.${extension}`, text: made.text });
		draft.items.push({
			statements: importLibrary(setting, made, name),
			isMovable: plan.moduleKind === 'module',
		});
	}
	const hasScenes = random.chance(plan.sceneShare);
	// Compiling takes most of the time, and what a scene finds does not depend on how much stands around it.
	for (let count = hasScenes ? 2 + random.int(4) : 3 + random.int(8); count > 0; count--)
		addItem(draft, setting);
	const isEarly = random.chance(0.5);
	if (hasScenes && isEarly) addScenes(draft, setting);
	addUnits(draft, setting, hasScenes ? 2 : 4);
	if (hasScenes && !isEarly) addScenes(draft, setting);
	draft.last.push(...unitsAtTop(setting));
	const last = [...draft.last, ...draft.floating].map((one) => ({
		statements: [one],
		isMovable: false,
	}));
	const { text, exportedAs } = assemble([...arrange(draft.items, random), ...last], setting);
	files.unshift({ name: `input.${extension}`, text });
	const { mayRefuse, mayWarn, features, isFloating, needs } = plan;
	const calls = makeCalls(draft, exportedAs, random);
	return { seed, files, calls, mayRefuse, mayWarn, features, isFloating, needs };
}

/** @param {number} seed @param {Random} random @param {SceneOptions} options @returns {Plan} */
function createPlan(seed, random, { only, share = only ? 1 : SCENE_SHARE }) {
	const language = random.chance(0.12) ? 'ts' : 'js';
	return {
		random,
		language,
		moduleKind: language === 'js' && random.chance(0.25) ? 'commonjs' : 'module',
		region: {},
		mayPrint: random.chance(0.3),
		mayRefuse: new Set(),
		mayWarn: new Set(),
		features: new Set(),
		seed,
		serial: 0,
		only,
		sceneShare: share,
		isFloating: false,
		needs: new Set(),
		statements: [...STATEMENTS, [1, localFunction], [0.4, localClass]],
	};
}

/** @param {Draft} draft @param {Setting} setting */
function addScenes({ items, callables, last, floating, files }, setting) {
	for (const scene of scenes(setting)) {
		const { statements, name = '', callables: made = [], wrap = asIs } = scene;
		items.push({ statements: [lines(statements)], isMovable: false, exported: name });
		for (const callable of made) callables.push({ callable, wrap });
		last.push(...(scene.last ?? []));
		floating.push(...(scene.floating ?? []));
		files.push(...(scene.files ?? []));
	}
}

/** @param {Plan} plan @returns {Setting} */
function topLevel(plan) {
	return {
		plan,
		scope: new Scope(null, 'module'),
		role: 'load',
		region: plan.region,
		phase: 'load',
		noState: false,
		isAsync: false,
		mayThrow: false,
		depth: 2,
		room: 2,
		times: 1,
		tracks: [],
		returns: null,
		hasArguments: false,
		labels: [],
	};
}

/** @param {Draft} draft @param {Setting} setting */
function addItem({ items }, setting) {
	const { random, features } = setting.plan;
	const kind = random.weighted([
		[6, 'data'],
		[4, 'function'],
		[1.2, 'class'],
		[0.8, 'error'],
		[0.8, 'object'],
		[0.7, 'instance'],
		[0.6, 'pattern'],
		[0.5, 'cache'],
		[0.3, 'symbol'],
		[1.5, 'filling'],
		[1, 'later'],
		[0.4, 'effect'],
	]);
	/** @param {Tree[]} statements @param {boolean} [isMovable] */
	const add = (statements, isMovable = false) => void items.push({ statements, isMovable });
	if (kind === 'data') {
		const { statements, binding } = moduleData(setting);
		items.push({
			statements,
			isMovable: false,
			exported: random.chance(0.1) ? binding.name : undefined,
		});
	} else if (kind === 'function') add([random.weighted(FUNCTIONS)(setting).text]);
	else if (kind === 'class') add([plainClass(setting).text]);
	else if (kind === 'error') add([errorClass(setting).text]);
	else if (kind === 'object') add([objectOfFunctions(setting).text]);
	else if (kind === 'pattern') add(destructuredData(setting).statements);
	else if (kind === 'symbol') add(symbolKeyed(setting).statements);
	else if (kind === 'effect') add([statement(code`console.log('loaded');`)]);
	else if (kind === 'later') add([random.weighted(FUNCTIONS)({ ...setting, phase: 'run' }).text]);
	else if (kind === 'cache') {
		features.add('cache');
		add(cachedFunction(setting).statements);
	} else if (kind === 'instance') {
		const made = instance(setting);
		if (made) add([made.text]);
	} else {
		const made = lateFilling(setting);
		if (made) add([made]);
	}
}

/** @param {Draft} draft @param {Setting} setting @param {number} most of units and what calls them, beside the first */
function addUnits(draft, setting, most) {
	const { items, callables } = draft;
	const { random } = setting.plan;
	const kinds = [
		'unit',
		...Array.from({ length: 1 + random.int(most) }, () =>
			random.weighted([
				[4, 'unit'],
				[3, 'factory'],
				[0.6, 'callback'],
				[2.5, 'exchange'],
				[setting.plan.moduleKind === 'commonjs' ? 1.5 : 0, 'property'],
				[3, 'host'],
				[3, 'mutator'],
				[1, 'accessor'],
			]),
		),
	];
	for (const kind of kinds) {
		if (kind === 'factory') addFactory(draft, setting);
		else if (kind === 'exchange') {
			const { statements, name, callables: made, wrap = asIs } = exchange(setting);
			items.push({ statements: [lines(statements)], isMovable: false, exported: name });
			for (const callable of made) callables.push({ callable, wrap });
		} else if (kind === 'property') {
			const { statements, callables: made } = exportedProperty(setting);
			items.push({ statements, isMovable: false });
			for (const callable of made) callables.push({ callable, wrap: asIs });
		} else {
			const made =
				kind === 'unit'
					? moduleUnit(setting)
					: kind === 'callback'
						? callbackUnit(setting)
						: kind === 'host'
							? hostFunction(setting)
							: kind === 'mutator'
								? mutator(setting)
								: accessor(setting);
			if (!made) continue;
			const isMovable = 'isMovable' in made ? Boolean(made.isMovable) : kind === 'host';
			items.push({ statements: made.statements, isMovable, exported: made.name });
			for (const callable of made.callables) callables.push({ callable, wrap: asIs });
		}
	}
}

/** @param {Call} call */
const asIs = (call) => call;

/** @param {Draft} draft @param {Setting} setting */
function addFactory({ items, callables }, setting) {
	const { random } = setting.plan;
	const { text, name, params, returned, between } = factory(setting);
	items.push({ statements: [text], isMovable: true, exported: name });
	const args = params.map((type) => ({ type, text: literalText(random, type) }));
	for (const callable of returned) {
		callables.push({
			callable,
			wrap: (then) => {
				if (between === 'call') then = { fn: '', args: [{ type: 'num', text: '4' }], then };
				if (between === 'next' && random.chance(0.5)) then = { fn: 'next', args: [], then };
				return { fn: name, args, then };
			},
		});
	}
}

/** @param {Item[]} items @param {Random} random @returns {Item[]} with what is movable at any place */
function arrange(items, random) {
	const arranged = items.filter(({ isMovable }) => !isMovable);
	for (const item of items.filter(({ isMovable }) => isMovable)) {
		const isEarly = random.chance(0.5);
		const at = isEarly ? random.int(arranged.length + 1) : arranged.length;
		arranged.splice(at, 0, item);
	}
	return arranged;
}

/**
 * @param {Item[]} items
 * @param {Setting} setting
 * @returns {{ text: Tree, exportedAs: Map<string, string> }} `exportedAs`: by the names in the module
 */
function assemble(items, setting) {
	const { random, moduleKind, language } = setting.plan;
	/** @type {Map<string, string>} */
	const exportedAs = new Map();
	/** @type {Tree[]} */
	const parts = [];
	/** @type {string[]} */
	const listed = [];
	for (const { statements, exported } of items) {
		const isInline =
			exported && moduleKind === 'module' && !isGroup(statements) && random.chance(0.6);
		if (exported)
			exportedAs.set(exported, isInline || random.chance(0.7) ? exported : `${exported}_1`);
		if (exported && !isInline) listed.push(exported);
		const [first, ...others] = statements;
		if (first && isInline) parts.push(sequence(['export ', first]), ...others);
		else parts.push(...statements);
	}
	if (moduleKind === 'module' && listed.length > 0 && random.chance(0.3)) {
		exportedAs.set(/** @type {string} */ (listed[0]), 'default');
	}
	const end = listed.map(
		(name) =>
			`${name}${exportedAs.get(name) === name ? '' : `${moduleKind === 'module' ? ' as' : ''} ${exportedAs.get(name)}`}`,
	);
	if (moduleKind === 'module') {
		if (end.length > 0) parts.push(statement(code`export { ${list(end)} };`));
	} else {
		// What `exports.x = …` has put there would be gone.
		const isObject = random.chance(0.5) && !parts.some((one) => /\bexports\b/.test(print(one)));
		const values = listed.map((name) =>
			isObject ? `${exportedAs.get(name)}: ${name}` : `exports.${exportedAs.get(name)} = ${name};`,
		);
		parts.push(isObject ? statement(code`module.exports = { ${list(values)} };`) : lines(values));
	}
	const types =
		language === 'ts'
			? [optional(['interface Shape { a: number }\ntype Row = Shape | null;'])]
			: [];
	return { text: lines([...types, ...parts]), exportedAs };
}

/** @param {Tree[]} statements @returns {boolean} */
const isGroup = ([first]) => first?.kind === 'list';

/** @param {Draft} draft @param {Map<string, string>} exportedAs @param {Random} random @returns {Call[]} */
function makeCalls({ callables }, exportedAs, random) {
	/** @type {Call[]} */
	const calls = [];
	const hosts = callables.filter(({ callable }) => callable.isHost);
	const rounds = hosts.length > 0 ? 3 : 1 + random.int(2);
	for (let round = 0; round < rounds; round++) {
		const own = round === 1 && hosts.length > 0 ? [...hosts, random.pick(callables)] : callables;
		for (const { callable, wrap } of random.shuffle(own)) {
			const args = callable.params.map((type) => ({ type, text: literalText(random, type) }));
			const call = { fn: callable.path, args, ...(callable.takesCallback ? { callback: 1 } : {}) };
			calls.push(renamed(wrap(call), exportedAs));
		}
	}
	return calls.slice(0, 14);
}

/** @param {Call} call @param {Map<string, string>} exportedAs @returns {Call} */
function renamed(call, exportedAs) {
	const [first = '', ...rest] = call.fn.split('.');
	return { ...call, fn: [exportedAs.get(first) ?? first, ...rest].join('.') };
}
