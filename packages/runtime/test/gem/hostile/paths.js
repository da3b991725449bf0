// An access in the middle of a loop over the same list, as it is written and as the compiler lowers it.
import { compile } from '@lapidary/compiler';
import * as publicModule from '../../../src/gem/index.js';
import * as gemModule from '../../../src/internal/gem.js';

/** @type {Record<string, object>} */
const IMPORTS = {
	'@lapidary/runtime/gem': publicModule,
	'@lapidary/runtime/internal/gem': gemModule,
};

/** What is accessed around a call, as text in which `CALL` stands for it. @type {Record<string, string>} */
export const places = {
	'a loop over elements': `
	for (let i = 0; i < 6; i++) {
		list[i] = i;
		if (i === 2) seen.push(CALL);
		seen.push(list[i], list[5 - i]);
		list[5 - i] = 7;
	}`,
	'a loop that sets the operand': `
	for (let i = 0; i < list.length; i++) {
		const given = o;
		seen.push(list[i]);
		o = given;
		if (i === 2) seen.push(CALL);
		seen.push(list[i]);
		list[i] = i * 0.5;
		if (i > 5) break;
	}`,
	'a loop over rows': `
	for (let i = 0; i < list.length; i++) {
		const row = list[i];
		seen.push(row.n);
		if (i === 2) seen.push(CALL);
		seen.push(row.n, row.t, list[i].deep.x);
		row.n = 7;
		list[i].deep.x += 1;
		if (i > 5) break;
	}`,
	'a loop through rows': `
	for (const row of list) {
		seen.push(row.n);
		if (row.n === 2) seen.push(CALL);
		seen.push(row.n, row.t);
		row.n = 70;
	}`,
	'a loop over fields': `
	for (let i = 0; i < 6; i++) {
		seen.push(up.n);
		if (i === 2) seen.push(CALL);
		seen.push(up.n, list[i]);
		up.n = i;
	}`,
	'no loop': `
	seen.push(list[0], CALL, list[1]);
	list[2] = 5;
	up.n = list[3];`,
};

/** @param {string} call @param {number} index @param {string} place @returns {string} */
const functionOf = (call, index, place) => `
function access${index}(up, list, o) {
	const seen = [];${place.replace('CALL', () => call)}
	return seen;
}`;

const ELEMENTS = /** @type {string} */ (places['a loop over elements']);

/** @param {readonly string[]} calls @returns {Function[]} */
export const plainFunctions = (calls) =>
	evaluate(calls, calls.map((call, index) => functionOf(call, index, ELEMENTS)).join(''));

/**
 * As a module of the host is compiled that has GEMs; a unit cannot take functions as operands.
 *
 * @param {readonly string[]} calls
 * @param {string} [place] one of `places`
 * @returns {{ functions: Function[], sites: number }} and how many places were lowered where a GEM is accessed
 */
export function compiledFunctions(calls, place = ELEMENTS) {
	// What is called with a GEM has one for a parameter; the calls are never made.
	const calling = calls.map((_, index) => `access${index}(gem, gem, o);`).join('');
	const source = `import { Owned } from '@lapidary/runtime/gem';${calls.map((call, index) => functionOf(call, index, place)).join('')}
const gem = Owned.create([1]);
export const never = (o) => { ${calling} };`;
	const { code, diagnostics } = compile(source, { filename: 'u.js', id: 'hostile/u.js' });
	const errors = diagnostics.filter(({ severity }) => severity === 'error');
	if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
	const text = code
		.replace('export const never', 'const never')
		.replaceAll(
			/import \{([^}]*)\} from ["']([^"']+)["'];/g,
			(_, names, from) =>
				`const {${names.replaceAll(' as ', ': ')}} = $imports[${JSON.stringify(from)}];`,
		);
	const sites = new Set(code.match(/\$lp_a\d+\b/g)).size;
	return { functions: evaluate(calls, text), sites };
}

/** @param {readonly string[]} calls @param {string} text @returns {Function[]} */
function evaluate(calls, text) {
	const names = calls.map((_, index) => `access${index}`);
	return new Function('$imports', `'use strict'; ${text}\nreturn [${names}];`)(IMPORTS);
}
