// An access in the middle of a loop over the same list, as it is written and as the compiler lowers it.
import { compile } from '@lapidary/compiler';
import * as publicModule from '../../../src/gem/index.js';
import * as gemModule from '../../../src/internal/gem.js';

/** @type {Record<string, object>} */
const IMPORTS = {
	'@lapidary/runtime/gem': publicModule,
	'@lapidary/runtime/internal/gem': gemModule,
};

/** @param {string} call @param {number} index @returns {string} */
const functionOf = (call, index) => `
function access${index}(up, list, o) {
	const seen = [];
	for (let i = 0; i < 6; i++) {
		list[i] = i;
		if (i === 2) seen.push(${call});
		seen.push(list[i], list[5 - i]);
		list[5 - i] = 7;
	}
	return seen;
}`;

/** @param {readonly string[]} calls @returns {Function[]} */
export const plainFunctions = (calls) => evaluate(calls, calls.map(functionOf).join(''));

/**
 * As a module of the host is compiled that has GEMs; a unit cannot take functions as operands.
 *
 * @param {readonly string[]} calls
 * @returns {{ functions: Function[], sites: number }} and how many places were lowered where a GEM is accessed
 */
export function compiledFunctions(calls) {
	// What is called with a GEM has one for a parameter; the calls are never made.
	const calling = calls.map((_, index) => `access${index}(gem, gem, o);`).join('');
	const source = `import { Owned } from '@lapidary/runtime/gem';${calls.map(functionOf).join('')}
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
