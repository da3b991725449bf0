/** @import { BlockFunctions } from './blocks.js' */
/** @import { Configuration, PublicFunctions, StaticFunctions } from './configuration.js' */
/** @import { Content, Synchronous } from './content-types.js' */
/** @import { StaticContext } from './context.js' */
/** @import { GemType } from './types.js' */
import { gemDefinition } from '../../errors/codes.js';
import { ensureStack } from '../memory/stack.js';
import { claimType, finishType, giveUpType } from '../memory/type-table.js';
import { createBlockClass } from './blocks.js';
import { readConfiguration } from './configuration.js';
import { createGem, createStatics } from './create.js';
import { definingPlace } from './defining-place.js';
import { checkNotOfOthers } from './other-copies.js';
import { addType, typeOf } from './types.js';
import { expose } from './accesses.js';
import { viewOf } from './sides.js';

const { apply } = Reflect;

/**
 * A type of GEM, as its users have it.
 *
 * @template [Api=any] what its GEMs have at their root beside their content
 * @template [Options=object]
 * @typedef {object} PublicType
 * @property {<T extends object>(content?: T, options?: Options) => Content<T> & Api} create a GEM whose graph is a JSON copy of `content`;
 *   `options` go to the type's `onCreate`
 * @property {(value: unknown) => boolean} has whether a value is a GEM of this type, or a part of one
 */

/**
 * What a function of a configuration is for users, who give it no `this`.
 *
 * @template {Record<string, (...args: any[]) => any>} F
 * @typedef {{ [K in keyof F]: OmitThisParameter<F[K]> }} Callable
 */

/** @template B the `blocks` of a configuration @typedef {{ [K in keyof B]: <R>(fn: () => Synchronous<R>) => R }} BlockApi */

/**
 * What a configuration defines.
 *
 * @template {PublicFunctions} P
 * @template {Record<string, BlockFunctions>} B
 * @template {StaticFunctions} S
 * @typedef {PublicType<Callable<P> & BlockApi<B>> & Callable<S>} Defined
 */

/**
 * Define a type of GEM: at the top level of a module, once. Every thread that gets a GEM of the type imports that module.
 * [GEM16 §4.1, §4.2]
 *
 * Threads: each, while the module loads. Blocks: while another thread runs the type's `onFirstImport`.
 *
 * @template {PublicFunctions} [P={}]
 * @template {Record<string, BlockFunctions>} [B={}]
 * @template {StaticFunctions} [S={}]
 * @template [Type=Defined<P, B, S>] by the configuration, where the place does not declare another one
 * @param {Omit<Configuration, 'public' | 'blocks' | 'publicStatic'> & { public?: P & PublicFunctions, blocks?: B & Record<string, BlockFunctions>, publicStatic?: S & StaticFunctions }} configuration
 * @returns {Type} a {@link PublicType} with the functions of `publicStatic`
 * @throws {import('../../errors/lapidary-error.js').LapidaryError} LP8105
 */
function define(configuration) {
	ensureStack();
	const place = definingPlace(define);
	if (!place?.isTopLevel) {
		throw gemDefinition({
			reason: 'the definition stands in a function',
			fix: 'define the type at the top level of a module, and export it',
		});
	}
	if (typeOf(place.key)) {
		throw gemDefinition({
			reason: 'this place has defined a type already',
			fix: 'define each type once, outside of loops',
		});
	}
	const type = makeType(place, readConfiguration(configuration));
	addType(type);
	return /** @type {any} */ (publicType(type));
}

/** @param {{ key: string, url: string }} place @param {Required<Configuration>} configuration @returns {GemType} */
function makeType({ key, url }, configuration) {
	const { index, isFirst } = claimType(key);
	try {
		const type = typeAt(index, { key, url, configuration });
		createStatics(type, isFirst);
		Object.freeze(type.statics);
		if (!isFirst) return type;
		const { onFirstImport } = configuration.meta;
		if (onFirstImport) apply(onFirstImport, type.statics, []);
		finishType(index);
		return type;
	} catch (thrown) {
		// The others must not wait for as long as this thread lives.
		if (isFirst) giveUpType(index);
		throw thrown;
	}
}

/** @param {number} index @param {Pick<GemType, 'key' | 'url' | 'configuration'>} definition @returns {GemType} without statics */
function typeAt(index, { key, url, configuration }) {
	/** @type {GemType} */
	const type = {
		...{ key, url, configuration },
		blocks: new Map(
			Object.entries(configuration.blocks).map(([name, functions]) => [
				name,
				createBlockClass(name, functions),
			]),
		),
		index,
		statics: { static: { shared: {}, local: {} }, contextOf: (gem) => contextOf(type, gem) },
	};
	return type;
}

/** @param {GemType} type @param {object} gem @returns {ReturnType<StaticContext['contextOf']>} */
function contextOf(type, gem) {
	const view = viewOf(gem);
	if (!view) checkNotOfOthers(gem);
	if (!view || view.handle.type !== type) return null;
	view.handle.check();
	return view.handle.rootView().context;
}

/** @param {GemType} type @returns {PublicType<any, any> & Record<string, any>} */
function publicType(type) {
	/** @type {PublicType<any, any> & Record<string, any>} */
	const made = {
		create: (content, options) =>
			/** @type {any} */ (createGem(type, content === undefined ? {} : content, options ?? {})),
		has: (value) => viewOf(value)?.handle.type === type,
	};
	for (const [name, fn] of Object.entries(type.configuration.publicStatic)) {
		made[name] = (/** @type {unknown[]} */ ...args) => {
			ensureStack();
			return expose(apply(fn, type.statics, args));
		};
	}
	return Object.freeze(made);
}

/** The way for experts to define types. */
export const Gem = Object.freeze({ define });
