// What a host module has for the units of units/generators.js.
import { close, configure, withOptions } from '@lapidary/runtime';
import { generate } from '@lapidary/runtime/internal/host';
import { reference } from './fixtures.js';

export class StepError extends RangeError {}

/** @type {Map<string, import('../src/types.js').UnitReference>} units, by name and options: each counts what it does */
const references = new Map();

/**
 * @param {string} name
 * @param {import('../src/types.js').UnitOptions} [options]
 */
export function ref(name, options) {
	const key = name + JSON.stringify(options ?? {});
	let made = references.get(key);
	if (!made) {
		made = reference(`generators.js#${name}`, options, () => ({ StepError }));
		references.set(key, made);
	}
	return made;
}

/**
 * What a host module has in a generator's place.
 *
 * @param {string} name
 * @param {import('../src/types.js').UnitOptions} [options]
 */
export function stub(name, options) {
	const made = ref(name, options);
	return async function* (...args) {
		return yield* generate(made, args);
	};
}

export async function collect(generator) {
	const seen = [];
	for await (const value of generator) seen.push(value);
	return seen;
}

/**
 * A generator with options of its call.
 *
 * @param {string} name
 * @param {unknown[]} args
 * @param {{ signal?: AbortSignal }} options
 */
export const open = (name, args, { signal }) => withOptions(stub(name), { signal })(...args);

/** Start again, with one thread in the pool. */
export async function onOneThread() {
	await close();
	configure({ threads: 1 });
}
