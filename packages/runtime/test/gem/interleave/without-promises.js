// Functions that wait without blocking, for the explorer: it replays a thread from its start, which cannot be done with what goes on in a later job. So
// `async` and `await` are left out of their text, and `waitAsync` is a step as `wait` is: between the two halves of such a function, others run in either case.
import { readFileSync } from 'node:fs';
import { wait } from './atomics.js';

/**
 * @param {string} file relative to src/gem
 * @param {Record<string, unknown>} imports what the text imports, by name
 * @returns {Record<string, (...args: any[]) => any>} what it exports
 */
export function withoutPromises(file, imports) {
	const source = readFileSync(new URL(`../../../src/gem/${file}`, import.meta.url), 'utf8');
	const names = [...source.matchAll(/export (?:async )?(?:function|const) (\w+)/g)];
	const text = source
		.replaceAll(/^import [^;]*;/gm, '')
		.replaceAll(/\basync function\b/g, 'function')
		.replaceAll(/\bawait /g, '')
		.replaceAll(/^export /gm, '');
	if (
		text === source ||
		/\bawait\b|\basync function\b/.test(text.replaceAll(/^ ?\*.*|\/\/.*/gm, ''))
	)
		throw new Error(`nothing that waits in ${file}`);
	const exported = names.map(([, name]) => name).join(', ');
	const make = new Function(
		...Object.keys(imports),
		`'use strict'; ${text}\nreturn { ${exported} };`,
	);
	return make(...Object.values({ ...imports, ...('waitAsync' in imports && { waitAsync: wait }) }));
}
