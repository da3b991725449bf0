import * as calls from '../src/calls.js';

// These pools hand over one value.
/** @param {[any]} args */
export const echo = ([message]) => calls.echo(message);
/** @param {[any, number]} args */
export const readSome = ([message, count]) => calls.readSome(message, count);
