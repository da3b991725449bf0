/** @import { Setting } from '../setting.js' */
/** @import { Scene, SceneMaker } from './stage.js' */
import { aborted } from './aborts.js';
import { atOnce } from './at-once.js';
import { called } from './callbacks.js';
import { captured } from './captured.js';
import { long } from './chains.js';
import { completed } from './completions.js';
import { cycled } from './cycles.js';
import { dying } from './dying.js';
import { emitted } from './emitted.js';
import { surroundings } from './environment.js';
import { acrossFiles, polyfill } from './files.js';
import { exportedAlone } from './export-objects.js';
import { filled } from './fills.js';
import { handed } from './handed.js';
import { hidden } from './hidden.js';
import { changedArguments } from './in-out.js';
import { identity } from './identity.js';
import { cyclic, drawn, lazy } from './late-modules.js';
import { led } from './led.js';
import { optional } from './optional.js';
import { reasoned, thrownBack } from './lent-errors.js';
import { reached } from './receivers.js';
import { registered } from './registries.js';
import { replaced } from './replaced.js';
import { served } from './services.js';
import { sloppy } from './sloppy.js';
import { Stage } from './stage.js';
import { results } from './results.js';
import { tabled } from './tables.js';
import { cachedTop, changedTop } from './top-calls.js';
import { typed } from './typescript.js';
import { crossing } from './values.js';

const SLOPPY = 'sloppy code';
const TYPED = 'forms of TypeScript';

/**
 * Shapes of programs that have several parts, which have to fit one another.
 *
 * @type {readonly (readonly [number, string, SceneMaker])[]} weight, name
 */
const SCENES = [
	[3, 'calls at the top level beside a cache', cachedTop],
	[1.5, 'changes between calls at the top level', changedTop],
	[4, 'completions of classes and functions', completed],
	[2.5, 'platform functions that fill', filled],
	[4, 'state that other files change', acrossFiles],
	[0.3, 'import that changes a built-in class', polyfill],
	[5, SLOPPY, sloppy],
	[2.5, 'captures that mean something where they stand', captured],
	[2.5, 'values with more than their elements', crossing],
	[1.5, 'identity with objects of the module', identity],
	[1.5, 'arguments that units change', changedArguments],
	[0.3, 'environment', surroundings],
	[0.15, 'early aborts', aborted],
	[2, 'changes that the text hides', hidden],
	[1.5, 'callbacks with a receiver', called],
	[5, TYPED, typed],
	[2.5, 'code of other compilers', emitted],
	[1.5, 'errors of functions of the host', thrownBack],
	[0.7, 'reasons of signals', reasoned],
	[1.5, 'modules that are loaded late', lazy],
	[1, 'modules that import each other', cyclic],
	[0.3, 'instances that a cycle of imports tests', cycled],
	[1, 'counters of both sides', drawn],
	[2, 'state behind instances and closures', served],
	[2, 'objects that functions of a third file change', handed],
	[1.5, 'registries that other files fill', registered],
	[1.5, 'results of tables of functions', tabled],
	[1.5, 'ways of objects of the module into results', results],
	[1.5, 'objects that arguments lead to', led],
	[1, 'objects that are exports alone', exportedAlone],
	[1, 'optional units whose callers cannot wait', optional],
	[1, 'values that callers need at once', atOnce],
	[1, 'receivers that other ways lead to', reached],
	[0.5, 'built-ins that are replaced', replaced],
	[0.15, 'long chains', long],
	[0.1, 'thread that dies of a rejection', dying],
];

/** The names of all scenes. */
export const SCENE_NAMES = SCENES.map(([, name]) => name);

/** Of programs that have scenes at all, so many have a second one. */
const MORE = 0.25;

/**
 * @param {Setting} setting of the top level of the first file
 * @returns {Scene[]} often none
 */
export function scenes(setting) {
	const { plan } = setting;
	/** @type {Scene[]} */
	const made = [];
	const stage = new Stage(setting);
	const isModule = plan.moduleKind === 'module';
	const fitting = SCENES.filter(
		([, name]) =>
			(name !== SLOPPY || !isModule) &&
			(name !== TYPED || plan.language === 'ts') &&
			(plan.only === undefined || plan.only === name),
	);
	if (fitting.length === 0) return made;
	const kinds = fitting.map(
		(one) => /** @type {const} */ ([plan.only === undefined ? one[0] : 1, one]),
	);
	for (let share = 1; plan.random.chance(share); share = MORE) {
		const [, name, make] = plan.random.weighted(kinds);
		const scene = make(stage);
		if (!scene) continue;
		plan.features.add(`scene: ${name}`);
		made.push(scene);
	}
	return made;
}
