/** @import { Tamper } from '../run/lower.js' */
/** @import { Spoil } from '../run/trip.js' */
/** @import { Edit } from './edit-compiler.js' */
import { statementsOf, without } from './edit.js';
import {
	copied,
	copiedReason,
	copiedResult,
	lateSignal,
	otherErrors,
	plainer,
	unnamed,
	withoutReceiver,
} from './spoil.js';
import { AT_ONCE_BUGS } from './at-once-bugs.js';
import { RECEIVER_BUGS } from './receiver-bugs.js';
import { WAIT_BUGS } from './wait-bugs.js';

/**
 * A mistake that is made on purpose in what is emitted, or in what crosses, as the compiler or the runtime once made it.
 *
 * @typedef {object} Bug
 * @property {string} name
 * @property {string} [scene] programs without it are not looked at; without: all are, and they have none
 * @property {Tamper} [tamper] spoils a worker module
 * @property {string} [feature] that programs with the scene have to have as well
 * @property {(host: string) => string} [stub] spoils a host module
 * @property {Spoil} [spoil] spoils a call
 * @property {Edit} [edit] of the compiler's source text; it is looked for in a process of its own
 * @property {readonly string[]} [untold] codes of diagnostics that tell of it, and do not
 * @property {number} [known] a seed that finds it among programs that all have the scene, for the test; without: what it needs is not there yet
 * @property {boolean} [needsPool]
 * @property {boolean} [isOfChecks] it is that what checks at run time tell of stays silent; else there are none, so that none tells of the bug
 */

const COMPLETION =
	/\.prototype\b|^Object\.(assign|defin|setProto)|^Reflect\.|\.inherits\(|^(mix|set)k\d|^\(?\[?\{?\s*(one: )?\(?Made\d+(\.|\[)|^(for|\[).*Made\d/;
const FILL =
	/randomFillSync|getRandomValues|^Atomics\.|encodeInto|\.copy\(|\.write|\.set\(|\.(test|exec)\(|lastIndex|\.setInt16|\.swap16|copyWithin|\.append\(|setUTCHours/;
const HELPED =
	/^(__extends\(|Made\d+ = __decorate\(|__decorate\(|_defineProperty\(Made|_inherits(Loose)?\(Made)/;
const SENT = /^(State|mode|config|list|table)\d+ = \$lp_c\d/;

/** A scene with several kinds of state. */
const SERVICES = 'state behind instances and closures';

/** A scene of objects of the module that results are, by all ways. */
const WAYS = 'ways of objects of the module into results';

/** What a link tells of the state of other modules. */
const OF_IMPORTS = ['LP2022', 'LP2031'];

/** @param {string} type @param {RegExp} pattern @param {boolean} [isInner] @returns {Tamper} */
const drop = (type, pattern, isInner) => (worker) =>
	without(
		worker,
		(one) =>
			(type === '' || one.type === type) &&
			(isInner === undefined || one.isInner === isInner) &&
			pattern.test(one.text),
	);

/** A statement of the top level that calls a unit stands in the worker module as well. @type {Tamper} */
function repeat(worker, { sources }) {
	const declared = new Set(
		statementsOf(worker).flatMap(({ text, isInner }) =>
			isInner ? [] : (/^(?:async )?(?:function|const|let) (\w+)/.exec(text)?.[1] ?? []),
		),
	);
	for (const source of sources.values()) {
		const found = statementsOf(source).find(({ text, isInner }) => {
			const unit = /\b(score\d+)\(/.exec(text)?.[1];
			return (
				!isInner &&
				unit !== undefined &&
				declared.has(unit) &&
				/^(console|if|for|try|score)/.test(text)
			);
		});
		if (found) return `${worker}\n${found.text}\n`;
	}
	return worker;
}

/** What a literal is made of is evaluated in the worker. @type {Tamper} */
function moveLiteral(worker, { sources }) {
	for (const source of sources.values()) {
		const [, name = '', value = ''] =
			/const (held\d+) = ([[{].*(?:arguments|await).*);/.exec(source) ?? [];
		if (name === '' || !worker.includes(`return [${name}`)) continue;
		return worker.replace(`return [${name}`, `return [(${value})`);
	}
	return worker;
}

/** @type {readonly Bug[]} */
export const BUGS = [
	{
		name: 'a statement that fills something is left out',
		tamper: (worker) => worker.replace(/^[\w$]+\.(?:push|set|add|unshift)\(.*\);$/m, ';'),
	},
	{
		name: 'two captures are swapped',
		tamper: (worker) => worker.replace(/\(\[([\w$]+), ([\w$]+)/, '([$2, $1'),
	},
	{
		name: 'a snapshot is not taken',
		tamper: (worker) => worker.replace(/^\t\t[\w$]+ = [\w$]+;$/m, ''),
	},
	{
		name: 'a class of errors is not known',
		tamper: (worker) => worker.replace(/(\$lp_classes = ).*/, '$1{};'),
	},
	{
		name: 'a statement of the host runs again in workers',
		scene: 'calls at the top level beside a cache',
		known: 1,
		tamper: repeat,
	},
	{
		name: 'what changes between two calls of the top level is not sent',
		scene: 'changes between calls at the top level',
		known: 3,
		tamper: drop('ExpressionStatement', SENT),
	},
	{
		name: 'a completion at the top level is left out',
		scene: 'completions of classes and functions',
		known: 1,
		tamper: drop('', COMPLETION, false),
	},
	{
		name: 'a completion in an enclosing function is left out',
		scene: 'completions of classes and functions',
		known: 4,
		tamper: drop('ExpressionStatement', COMPLETION, true),
	},
	{
		name: 'what a platform function fills is left out',
		scene: 'platform functions that fill',
		known: 16,
		tamper: drop('ExpressionStatement', FILL),
	},
	{
		name: 'state that another file changes is not sent',
		scene: 'state that other files change',
		known: 1,
		tamper: drop('ExpressionStatement', SENT),
	},
	{
		name: 'a plugin that registers itself is left out',
		scene: 'state that other files change',
		known: 3,
		tamper: (worker) => worker.replace(/^(import|require\()\s*['"]\.\/plugin.*$/gm, ';'),
	},
	{
		name: 'an import for its effects is left out',
		scene: 'import that changes a built-in class',
		known: 1,
		tamper: (worker) => worker.replace(/^(import|require\()\s*['"]\.\/polyfill.*$/m, ';'),
		needsPool: true,
	},
	{
		name: '`this` of the top level is the worker module',
		scene: 'sloppy code',
		known: 59,
		tamper: drop('ExpressionStatement', /^(exports|this)\.k\d+ =/, false),
	},
	{
		name: 'sloppy code is strict in the worker',
		scene: 'sloppy code',
		known: 22,
		tamper: (worker) =>
			/^module\.exports\.\$lp/m.test(worker) ? `'use strict';${worker}` : worker,
	},
	{
		name: 'a function of a block stays in its block',
		scene: 'sloppy code',
		known: 29,
		tamper: drop('', /^(if|\{|try|switch)[^]*function pick\d/, false),
	},
	{
		name: 'a labelled function is not known',
		scene: 'sloppy code',
		known: 149,
		tamper: drop('LabeledStatement', /function pick\d/),
	},
	{
		name: 'a literal is evaluated where the unit stands',
		scene: 'captures that mean something where they stand',
		known: 13,
		tamper: moveLiteral,
	},
	{
		name: 'a captured constant is there before it is declared',
		scene: 'captures that mean something where they stand',
		known: 2,
		stub: (host) => host.replace(/\$lp_(?:host\.)?hasValue\(\(\) => late\d+\)(?! \?)/g, 'true'),
	},
	{
		name: 'the name of an error does not arrive',
		scene: 'values with more than their elements',
		known: 77,
		spoil: unnamed,
	},
	{
		name: 'symbols, named properties and lastIndex do not arrive',
		scene: 'values with more than their elements',
		known: 4,
		spoil: plainer,
	},
	{
		name: 'an argument is a copy of an object that both sides know',
		scene: 'identity with objects of the module',
		known: 7,
		spoil: copied,
	},
	{
		name: 'the environment is as it was when the thread started',
		scene: 'environment',
		known: 1,
		tamper: (worker) =>
			worker.includes('process.env')
				? `const $lp_env = { ...process.env };\n${worker.replaceAll('process.env', '$lp_env')}`
				: drop('ExpressionStatement', /= \$lp_c\d/)(worker, { sources: new Map() }),
		needsPool: true,
	},
	{
		name: 'what a helper completes is left out',
		scene: 'code of other compilers',
		known: 3,
		tamper: drop('ExpressionStatement', HELPED),
	},
	{
		name: 'a function is called without its receiver',
		scene: 'callbacks with a receiver',
		known: 2,
		spoil: withoutReceiver,
	},
	{
		name: 'an error of a lent function arrives as another one',
		scene: 'errors of functions of the host',
		known: 1,
		spoil: otherErrors,
	},
	{
		name: 'the reason of a signal is a copy',
		scene: 'reasons of signals',
		known: 1,
		spoil: copiedReason,
	},
	{
		name: 'the runtime uses what the program has put in the place of built-ins',
		scene: 'built-ins that are replaced',
		known: 4,
		stub: (host) => host.replace('[given]', '[...new Set([given])]'),
	},
	{
		name: 'nothing is checked at run time',
		scene: 'changes that the text hides',
		known: 2,
		isOfChecks: true,
	},
	{
		name: 'what both sides draw from an import is not told',
		scene: 'counters of both sides',
		known: 2,
		untold: OF_IMPORTS,
	},
	{
		name: 'what the host changes of a module that is loaded late is not told',
		scene: 'modules that are loaded late',
		known: 1,
		untold: OF_IMPORTS,
	},
	{
		name: 'what the host changes of a file that a cycle leads to is not told',
		scene: 'modules that import each other',
		known: 6,
		untold: OF_IMPORTS,
	},
	{
		name: 'a cycle that tests instances is not told',
		scene: 'instances that a cycle of imports tests',
		known: 1,
		untold: ['LP2042'],
	},
	{
		name: 'results that alias arguments are copies',
		scene: 'objects that arguments lead to',
		known: 1,
		edit: {
			file: 'packages/compiler/src/phases/4-plan/checks.js',
			from: 'const isAliased = mayHoldInputs',
			to: 'const isAliased = !plan && mayHoldInputs',
		},
	},
	...AT_ONCE_BUGS,
	...RECEIVER_BUGS,
	...WAIT_BUGS,
	{
		name: 'objects that are exports alone have no names',
		scene: 'objects that are exports alone',
		known: 21,
		edit: {
			file: 'packages/compiler/src/ir/export-values.js',
			from: 'const found = search(effects);',
			to: 'const found = /** @type {ExportValue[]} */ ([]);',
		},
	},
	{
		name: 'what the host changes behind an instance or a closure is not told',
		scene: SERVICES,
		known: 1,
		untold: OF_IMPORTS,
	},
	{
		name: 'weak collections are not asked',
		scene: SERVICES,
		feature: 'state: weak collection',
		known: 6,
		untold: OF_IMPORTS,
		isOfChecks: true,
		tamper: (worker) => worker.replace(/^(\t"[^]*?), known: \[.*?\](?=[,}\s])/gm, '$1'),
	},
	{
		name: 'what the host puts into a prototype of an instance is not told',
		scene: SERVICES,
		feature: 'state: prototype of an instance',
		known: 32,
		untold: OF_IMPORTS,
		isOfChecks: true,
	},
	{
		name: 'what objects of the platform hold is not compared',
		scene: SERVICES,
		feature: 'state: object of the platform',
		known: 35,
		untold: OF_IMPORTS,
		isOfChecks: true,
	},
	{
		name: 'what a function of a third file changes is not told',
		scene: 'objects that functions of a third file change',
		known: 11,
		untold: OF_IMPORTS,
	},
	{
		name: 'what other files put into a registry is not told',
		scene: 'registries that other files fill',
		known: 1,
		untold: OF_IMPORTS,
	},
	{
		name: 'a part of the module that a unit returns is a copy',
		scene: 'results of tables of functions',
		known: 3,
		spoil: copiedResult,
	},
	{
		name: 'an object of the module that a promise, a collection or a call brings is a copy',
		scene: WAYS,
		known: 2,
		spoil: copiedResult,
	},
	{
		name: 'what lies deep in an object of the module is a copy',
		scene: WAYS,
		known: 2,
		tamper: (worker) => worker.replaceAll('"object * ', '"object 0123 '),
	},
	{
		name: 'the copy of an object that crosses with each call is not told',
		scene: WAYS,
		known: 5,
		untold: ['LP3011'],
	},
	{
		name: 'a signal that aborts early has aborted before the unit begins',
		scene: 'early aborts',
		known: 1,
		spoil: lateSignal,
	},
];
