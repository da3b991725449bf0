/** @import { Path } from '../types.js' */
import { Object } from '../primordials.js';
import { describePlace } from './places.js';

/** A value would have arrived as something else; LP8015 once it is known which call it was for. */
export class Refusal extends Error {
	/**
	 * @param {string} path `args[0].rows[3].owner`
	 * @param {string} reason what it is, for the end of a sentence
	 */
	constructor(path, reason) {
		super(`${path}: ${reason}`);
		this.path = path;
		this.reason = reason;
	}
}

/**
 * @param {object} root
 * @param {Path} path of an object in it
 * @param {string} reason
 * @returns {Refusal}
 */
export function refuse(root, path, reason) {
	return new Refusal(describePlace(root, path), reason);
}

/**
 * @param {object} prototype
 * @returns {string} for a message
 */
export function classNameOf(prototype) {
	const made = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
	const name = typeof made === 'function' ? made.name : '';
	return name === '' ? 'a class without a name' : `the class \`${name}\``;
}
