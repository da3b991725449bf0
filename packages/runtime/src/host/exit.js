// Calls that listeners of `exit` make, when no thread is waited for any more.
import { calledAtExit } from '../errors/codes.js';
import { Object, Reflect } from '../primordials.js';

/** @returns {boolean} the process emits `exit`, and runs no other code afterwards */
export const isExiting = () => Reflect.get(process, '_exiting') === true;

/**
 * Not by `process.emitWarning`, which emits in a later turn.
 *
 * @param {string} unit id
 */
export function tellAtExit(unit) {
	const { code, message, help } = calledAtExit({ unit });
	const warning = Object.assign(new Error(message), {
		name: 'LapidaryWarning',
		code,
		detail: help,
	});
	process.emit('warning', warning);
}
