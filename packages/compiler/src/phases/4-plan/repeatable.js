/** @import { Analysed, CallEffect, DispatchEffect, Fragment, WorldEffect } from '../../ir/module.js' */
import { changesExports } from './export-paths.js';
import { isShared } from './global-changes.js';
import { pragmaOf } from './pragmas.js';

/** @typedef {CallEffect | DispatchEffect | WorldEffect} Act */

/**
 * What a statement does beyond defining, computing and filling: it prints, writes files, sets timers, changes the
 * process, calls a unit, or calls what cannot be seen. A worker must not do that again, whatever needs the statement; the one
 * exception is what the user has asked for by a comment.
 *
 * The closure asks this of every statement that it keeps, so that no reason to keep one can forget it.
 *
 * @param {Fragment} fragment
 * @param {Pick<Analysed, 'sites' | 'moduleKind'>} analysed
 * @param {{ forGlobal?: boolean }} [options] `forGlobal`: it is kept for what it does to a global, which each thread has
 *   of its own
 * @returns {Act | null} the first that it does
 */
export function actOf(fragment, { sites, moduleKind }, { forGlobal = false } = {}) {
	const pragma = pragmaOf(fragment);
	if (pragma === 'keep' || pragma === 'reeval') return null;
	const isCommonJs = moduleKind === 'commonjs';
	for (const effect of sites.effects.get(fragment) ?? []) {
		if (effect.kind === 'call' || effect.kind === 'dispatch') return effect;
		if (forGlobal && (effect.kind === 'fresh' || effect.kind === 'shared')) return effect;
		if (effect.kind !== 'external') continue;
		if (isCommonJs && changesExports(effect)) continue;
		if (forGlobal && effect.changes !== undefined && isShared(effect.changes)) continue;
		return effect;
	}
	return /** @type {Act | undefined} */ (sites.deferred.get(fragment)?.[0]) ?? null;
}
