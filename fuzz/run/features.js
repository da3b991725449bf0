/** @import { Program } from '../generate/program.js' */
import { SCENE_NAMES } from '../generate/scenes/index.js';
import { sourcesOf } from './explore.js';

/**
 * What occurs in a program, told from its text: for the table of what has been tried, not for any decision.
 *
 * @type {readonly (readonly [string, RegExp])[]}
 */
const FEATURES = [
	['unit: async', /\basync\b[^;{}]*\{\s*'use (try_)?cpu_bound/],
	['unit: sync', /(?<!async )(function \w*|\b\w+)\([^;]*\) (=> )?\{\s*["']use (try_)?cpu_bound/],
	['unit: arrow', /=> \{\s*('use strict'; )?["']use (try_)?cpu_bound/],
	['unit: declaration', /^(export )?(async )?function \w+\(.*\{\s*["']use (try_)?cpu_bound/m],
	['unit: method of an object or class', /^(static )?(async )?[\w']+\(.*\) \{\s*["']use/m],
	['unit: in a factory', /return (async )?(function|\()[^\n]*\{\s*["']use (try_)?cpu_bound/],
	['unit: callback form', /, (\w+)\) \{\s*'use cpu_bound';\s*\1\(/],
	['unit: generator', /function ?\* ?\w*\([^\n]*\{\s*["']use cpu_bound/],
	['directive: try_cpu_bound', /use try_cpu_bound/],
	['directive: options', /use cpu_bound priority/],
	['directive: behind use strict', /'use strict'; ["']use cpu_bound/],
	['module: CommonJS', /^(module\.)?exports\b/m],
	['module: TypeScript', /\binterface Shape\b/],
	['module: exports.x = …', /^exports\.\w+ = /m],
	['module: module.exports = …', /^module\.exports = /m],
	['module: export list', /^export \{/m],
	['module: default export', / as default\b/],
	['module: named import', /^import \{/m],
	['module: namespace import', /^import \* as/m],
	['module: require', /require\('\.\/lib/],
	['module: top-level await', /= await Promise\.resolve/],
	['class: declaration', /^class \w+/m],
	['class: extends', /^(const \w+ = )?class( \w+)? extends/m],
	['class: private field', /#p\d/],
	['class: static member or block', /^static (\w+( =|\()|\{)/m],
	['class: getter', /^get \w+\(\) \{\nreturn this\./m],
	['class: iterator', /\*\[Symbol\.iterator\]/],
	['class: of errors', /extends (Error|TypeError)/],
	['this: data of an object', /^\},?\nchange\(value\)/m],
	['this: data of a class', /static change\(value\)/],
	['this: data of an instance', /constructor\(value\) \{\nthis\.data/],
	['instances as arguments and results', /plus\(other\)/],
	['object with methods', /\bo\d(\(|: )/],
	['symbol as key', /= Symbol\('/],
	['function: recursive', /return .* \+ .*\b\w+\(\w+ - 1\)/],
	['function: generator', /function\* \w+/],
	['function: tag', /\.raw\.length/],
	['function: async helper', /^async function/m],
	['function: in a function', /\{\n(.*\n)+?function \w/],
	[
		'function as argument: its result is used',
		/(given =|\+=) await \w+\([^\n]*\n[^]*async \(one\) => \{/,
	],
	['function as argument: it throws', /if \(one > 3\) throw/],
	['generator unit: left early', /for await [^\n]*\n.*\nif \(all/],
	['generator unit: throws', /RangeError\('end'\)/],
	['hoisting: var', /\bvar \w+/],
	['hoisting: use before the declaration', /return [^\n]*;\n(async )?function /],
	['pattern: object with rest', /\{ [^}\n]*\.\.\.\w+ \}/],
	['pattern: array with rest', /\[\w+ = .*, \.\.\.\w+\]/],
	['pattern: default', /\{ \w+: \w+ = /],
	['parameter: default', /\((\w+, )?\w+(: [^=)]*)? = [^\n]*\) (=> )?\{/],
	['arguments object', /\barguments\.length/],
	['loop: for', /for \(let/],
	['loop: for of', /for \((const|let) \w+ of/],
	['loop: for in', /for \(const \w+ in/],
	['loop: while or do', /\bwhile \(/],
	['loop: label', /^out\d: /m],
	['loop: break or continue of a label', /(break|continue) out\d/],
	['loop: closures in it', /\.push\(\(\) => \(/],
	['switch', /\bswitch \(/],
	['try, catch', /\bcatch /],
	['finally', /\bfinally \{/],
	['throw', /\bthrow new/],
	['error with a cause', /\{ cause: /],
	['value: Map', /new Map\(/],
	['value: Set', /new Set\(/],
	['value: typed array', /Int32Array/],
	['value: Date', /new Date\(/],
	['value: URL', /new URL\(/],
	['value: cycle', /\.self = /],
	[
		'state: changed by the host',
		/^(export )?(const \w+ = \(|function \w+\().*\{\n.*(= |\.push|\.set|\.add)/m,
	],
	['state: in a closure of a factory', /next\(\) \{/],
	['state: filled while loading', /^(for \(|if \(|switch \(|done: |\w+\.(push|set|add)\()/m],
	['state: cache of units', /\.has\(\w+\)\) \w+\.set\(/],
	['host: calls at the same time', /Promise\.all\(/],
	['host: change between call and result', /= \w+\(.*\);\n.*\n?const \w+ = await \w+;/],
	['console', /console\.log/],
];

/** @param {Program} program @returns {string[]} names */
export function featuresOf(program) {
	const text = [...sourcesOf(program).values()].join('\n');
	const told = FEATURES.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
	return [...told, ...[...program.features].filter((name) => name.startsWith('scene: '))];
}

/** Every name, in the order of the table. */
export const FEATURE_NAMES = [
	...FEATURES.map(([name]) => name),
	...[...SCENE_NAMES, 'calls at the top level'].map((name) => `scene: ${name}`),
];
