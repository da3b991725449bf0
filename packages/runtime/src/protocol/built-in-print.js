// Whether a property of the platform is the same in two threads; both sides.
import { types } from 'node:util';
import { JSON } from '../primordials.js';
import { ownOf } from './content-readers.js';
import { hashOfText, isLowered, isNative, nameOfFunction } from './function-print.js';

/** Of strings, since what crosses is to be small. */
const MOST_CHARACTERS = 200;

/**
 * Describe a property, so that two sides that have made the same have the same text. Objects count as objects: what is in them
 * is not looked at.
 *
 * @param {PropertyDescriptor} own
 * @returns {string} without a line break
 */
export function printProperty(own) {
	if (own.get || own.set) return `accessor ${printFunction(own.get ?? own.set)}`;
	const { value } = own;
	switch (typeof value) {
		case 'function':
			return printFunction(value);
		case 'object':
			return value === null ? 'null' : types.isProxy(value) ? 'proxy' : 'object';
		case 'symbol':
			return 'symbol';
		default:
			return `${typeof value} ${JSON.stringify(String(value).slice(0, MOST_CHARACTERS))}`;
	}
}

/** @param {any} value a function @returns {string} */
function printFunction(value) {
	if (types.isProxy(value)) return 'proxy';
	const head = `${nameOfFunction(value)}/${String(ownOf(value, 'length')?.value)}`;
	if (isNative(value)) return `native ${head}`;
	return `function ${head} ${isLowered(value) ? 'lowered' : hashOfText(value)}`;
}

/**
 * How a property of the host differs from that of a thread, where that is the host's doing.
 *
 * A function of the program's in the thread has been put there by its own modules, which the host has evaluated, too, or by
 * a unit, of which LP3005 tells.
 *
 * @param {string | undefined} ofHost undefined: it has none
 * @param {string | undefined} ofThread
 * @returns {'added' | 'replaced' | 'removed' | undefined} undefined when it does not
 */
export function differenceOf(ofHost, ofThread) {
	if (ofHost === ofThread) return undefined;
	if (ofThread === undefined) return 'added';
	if (ofHost === undefined) return ofThread.startsWith('native ') ? 'removed' : undefined;
	const isPatchOfThread = ofThread.startsWith('function ') && ofHost.startsWith('native ');
	return isPatchOfThread || isLoweredCopy(ofHost, ofThread) ? undefined : 'replaced';
}

/** @param {string} ofHost @param {string} ofThread @returns {boolean} whether one may be the other, with what lowering has added */
function isLoweredCopy(ofHost, ofThread) {
	if (!ofHost.endsWith(' lowered') && !ofThread.endsWith(' lowered')) return false;
	return withoutText(ofHost) === withoutText(ofThread);
}

/** @param {string} print @returns {string} */
const withoutText = (print) => print.slice(0, print.lastIndexOf(' '));
