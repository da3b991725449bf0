/** @import { GemProgram } from './program.js' */
/** @import { Document, PolicyName } from './policies.js' */
import { compile } from '../../packages/compiler/src/index.js';
import { isGem, snapshot } from '../../packages/runtime/src/gem/index.js';
import * as gemModule from '../../packages/runtime/src/internal/gem.js';
import * as workerModule from '../../packages/runtime/src/internal/worker.js';
import { print } from '../generate/tree.js';
import { act, DOCUMENTS } from './policies.js';

/** How often a program has done to a GEM what it cannot do to a plain object, or has caught that the GEM refused something. */
export const refused = { count: 0 };

/** @param {any} root @param {Parameters<typeof act>[1]} what */
function fuzzAct(root, what) {
	if (isGem(root)) refused.count++;
	act(root, what);
}

/** @param {any} error */
function fuzzSaw(error) {
	if (/^LP8/.test(error?.code)) refused.count++;
}

/** What programs call in the middle of a conversion, and where they catch an error. */
Object.assign(globalThis, { fuzzAct, fuzzSaw });

/** @param {string} text @returns {string} the same, which tells of what it catches */
const telling = (text) =>
	text.replaceAll('catch (error) {', 'catch (error) { globalThis.fuzzSaw(error);');

/** @typedef {{ result: string, contents: string[], isAliased: boolean }} Outcome what a program has returned, thrown and left behind; an object may stand in two places of a plain document */
/** @typedef {(...args: any[]) => any} Work */

/** @type {Record<string, object>} */
const IMPORTS = {
	'@lapidary/runtime/internal/gem': gemModule,
	'@lapidary/runtime/internal/worker': workerModule,
};

/** @param {GemProgram} program @returns {string} its module */
export const sourceOf = ({ files }) =>
	print(/** @type {import('../generate/tree.js').Tree} */ (files[0]?.text));

/**
 * @param {GemProgram} program
 * @param {(worker: string) => string} [tamper] changes the lowered text, to see whether anybody notices
 * @returns {{ source: string, worker: string, errors: string[], sites: number }}
 */
export function compileProgram(program, tamper = (text) => text) {
	const source = sourceOf(program);
	const { workerModules, diagnostics } = compile(source, {
		filename: 'unit.js',
		id: 'demo/unit.js',
	});
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	const worker = tamper(workerModules[0]?.code ?? '');
	return {
		source,
		worker,
		errors: errors.map(({ code, message }) => `${code} ${message}`),
		sites: worker.match(/^const \$lp_a\d+ = /gm)?.length ?? 0,
	};
}

/** @param {string} source of a module as it is written @param {GemProgram} program @returns {(h: any) => Work} */
export function evaluatePlain(source, { isCaptured }) {
	const text = telling(source.replaceAll('export function', 'function'));
	const evaluated = new Function(
		`'use strict'; ${text}\nreturn ${isCaptured ? 'make' : 'work'};`,
	)();
	return isCaptured ? evaluated : () => evaluated;
}

/** @param {string} worker text of a worker module @param {GemProgram} program @returns {(h: any) => Work} */
export function evaluateLowered(worker, { isCaptured }) {
	const text = worker
		.replace(
			/^(.*?)import \{([^}]*)\} from ["']([^"']+)["'];/gm,
			(_, before, names, from) =>
				`${before}const {${names.replaceAll(' as ', ': ')}} = $imports[${JSON.stringify(from)}];`,
		)
		.replaceAll(/^export (?!const \$lp_units)/gm, '')
		.replace('export const $lp_units =', 'return');
	const units = new Function('$imports', `'use strict'; ${text}`)(IMPORTS);
	const factory = /** @type {(captures: any) => Work} */ (Object.values(units)[0]);
	return isCaptured ? (h) => factory([h]) : () => factory(undefined);
}

/**
 * Call the unit three times on documents of its own, the last time with both changed round. Between the calls something is done to the
 * documents, and rights are given up and taken.
 *
 * @param {GemProgram} program
 * @param {(h: any) => Work} workOf
 * @param {(policy: PolicyName) => PolicyName} policyOf
 * @returns {Outcome}
 */
export function run({ files, documents, isCaptured, isSame, range }, workOf, policyOf) {
	const made = documents.map(({ policy, content }) =>
		DOCUMENTS[policyOf(policy)](new Function(`return (${content});`)()),
	);
	const g = /** @type {Document} */ (made[0]);
	const h = isSame ? g : /** @type {Document} */ (made[1]);
	/** @param {(...args: any[]) => any} fn @param {Document[]} given */
	const call = (fn, given) => {
		const [one, other] = /** @type {[Document, Document]} */ (given);
		const inner = () => show(ending(() => fn(one.root, other.root, ...range)));
		return show(ending(() => one.within(() => (one === other ? inner() : other.within(inner)))));
	};
	const captured = isCaptured ? workOf(h.root) : null;
	const work = captured
		? (/** @type {any} */ one, /** @type {any} */ _, /** @type {any[]} */ ...rest) =>
				captured(one, ...rest)
		: workOf(undefined);
	const touch = new Function(
		'g',
		'h',
		'from',
		'to',
		`'use strict'; ${files[1] ? telling(print(files[1].text)) : ''}`,
	);
	const results = [call(work, [g, h])];
	for (const given of [
		[g, h],
		[h, g],
	]) {
		results.push(call(/** @type {any} */ (touch), [g, h]));
		for (const document of made) ending(document.next);
		results.push(call(work, given));
	}
	const seen = new Set();
	const isAliased = made.some(({ root }) => !isGem(root) && hasAlias(root, seen));
	return {
		isAliased,
		result: results.join('\n'),
		contents: made.map((document) => show(ending(document.end))),
	};
}

/** @param {any} value @param {Set<object>} seen gets its objects @returns {boolean} whether one of them was there before */
function hasAlias(value, seen) {
	if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
	if (isGem(value)) return false;
	if (seen.has(value)) return true;
	seen.add(value);
	return Object.values(value).some((one) => hasAlias(one, seen));
}

/** @param {() => unknown} fn @returns {unknown} what it returns; an error as text */
function ending(fn) {
	try {
		return fn();
	} catch (error) {
		if (error instanceof TooLong) throw error;
		const { name, code, message } = /** @type {any} */ (error);
		// V8 quotes text of the program in some.
		const said = message
			.replace(/ '[^']*' as it is /s, ' … as it is ')
			// A typed array in a GEM is none of the platform's.
			.replace(/^Cannot (mix|convert) .*BigInt.*$/, 'Cannot mix or convert a BigInt')
			.replace(/^.*? is not (iterable|a function).*$/s, '… is not $1');
		return `throws ${name} ${code ?? ''} ${said}`;
	}
}

/** Longer strings come from programs that double a string in a loop; some of them took gigabytes, and nothing is compared by them. */
const LONGEST = 100_000;

/** A program has made a longer text. */
export class TooLong extends Error {}

/** Before what is shown of a part of a GEM: a copy is another thing. */
export const PART = 'GEM ';

/** @param {unknown} value @param {readonly unknown[]} [around] objects that it is a part of @returns {string} all that can be seen of it */
export function show(value, around = []) {
	if (typeof value === 'string') {
		if (value.length > LONGEST) throw new TooLong(`a text of ${value.length} characters`);
		return JSON.stringify(value);
	}
	if (typeof value === 'function') return 'a function';
	if (typeof value !== 'object' || value === null)
		return Object.is(value, -0) ? '-0' : String(value);
	if (around.includes(value)) return 'a cycle';
	const inner = (/** @type {unknown} */ one) => show(one, [...around, value]);
	if (isGem(value)) return `${PART}${show(ending(() => snapshot(value)))}`;
	if (Array.isArray(value)) {
		const parts = Array.from(value, inner);
		const others = Object.keys(value).filter((key) => !/^\d+$/.test(key));
		const more = others.map((key) => `property ${key}`);
		return `[${[...parts, ...more].join(', ')}]`;
	}
	const fields = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inner(one)}`);
	return `{ ${fields.join(', ')} }`;
}
