/** @import { Behaviour } from './calls.js' */
import { builtinCall } from './calls.js';

/**
 * Functions that compilers write into a file, or import: of tslib, where `importHelpers` asks for that, and of the runtimes of esbuild,
 * SWC and Babel. They are known by their names, which no program uses for anything else.
 */

/** What is wrapped around a `require`: it reads the module, and fills a cache of its own. */
export const INTEROP =
	/^(__importDefault|__importStar|__toESM|_interopRequire(Default|Wildcard)|_interop_require_(default|wildcard)|_interop(Default|Namespace)(Compat|Legacy)?)$/;

/** `__decorate` of TypeScript and tslib, `__decorateClass` of esbuild, `_ts_decorate` of SWC: it calls decorators. */
export const DECORATE = /^_+(decorate|decorateClass|ts_decorate)$/;

/** It gives a decorator that stores what the compiler knows of types, for a library that no platform has. */
export const METADATA = /^_+(metadata|ts_metadata)$/;

/** It gives a decorator that calls another one with the index of a parameter. */
export const OF_PARAMETER = /^_+(param|ts_param)$/;

const TSLIB = /(^|\/)tslib(\.|\/|$)/;

/** They give a value, and no argument knows of it. */
const COMPUTING = /^__(rest|values|read|spread(Arrays?)?|propKey|import(Default|Star))$/;

/** They complete the argument with this index. */
const COMPLETING = new Map([
	['__assign', 0],
	['__createBinding', 0],
	['__exportStar', 1],
	['__extends', 0],
	['__makeTemplateObject', 0],
	['__setFunctionName', 0],
]);

/**
 * @param {string} source of an import
 * @param {string[]} names of the function, from the module on
 * @param {Parameters<typeof builtinCall>[2]} how
 * @returns {Behaviour | null} null for what neither the platform nor tslib has
 */
export const importedCall = (source, names, how) =>
	builtinCall(source, names, how) ?? (TSLIB.test(source) ? helperCall(names.at(-1)) : null);

/** @param {string} [name] of a function of tslib @returns {Behaviour | null} */
function helperCall(name = '') {
	const changed = COMPLETING.get(name);
	if (changed === undefined && !COMPUTING.test(name)) return null;
	const changes = changed === undefined ? [] : [changed];
	return { kind: 'pure', changes, changesThis: false, row: null };
}
