/** @import { PoolSettings } from '../types.js' */
/** @import { ThreadListeners } from './pool.js' */
import { workersNotPermitted } from '../errors/codes.js';
import { Reflect } from '../primordials.js';
import { withOwnClasses } from './own-classes.js';
import { PoolThread } from './pool.js';
import { describeNoThread } from './settle.js';

/**
 * @param {PoolSettings} settings
 * @param {ThreadListeners} listeners
 * @returns {PoolThread | ((unit: string) => Error)} a thread that is starting; what makes the errors of calls when there can be none
 */
export function openThread(settings, listeners) {
	if (Reflect.get(process, 'permission')?.has?.('worker') === false)
		return (unit) => workersNotPermitted({ unit }, { unit });
	try {
		return withOwnClasses(() => new PoolThread(settings, listeners));
	} catch (cause) {
		return (unit) => describeNoThread(unit, cause);
	}
}
