// Arguments that a unit changes, and that are in the state of a module, of which its thread has one of its own.
/** @import { UnitReference } from '../types.js' */
/** @import { Call } from './call-record.js' */
import { Number, OwnMap } from '../primordials.js';
import { tellChange } from '../protocol/check-report.js';

/**
 * Note which objects among the in-out arguments are state that the host has just looked at for the call.
 *
 * @param {Call} call whose values leave now
 * @param {readonly object[]} parts the objects among its in-out arguments
 * @param {(part: object) => object} identify a view as its memory
 */
export function noteState(call, parts, identify) {
	const { looked } = call.reference;
	call.reference.looked = undefined;
	if (!looked) return;
	/** @type {Map<object, string>} */
	const found = new OwnMap();
	for (let at = 0; at < looked.looks.length; at++) {
		const one = looked.looks[at];
		if (typeof one === 'string') continue;
		const what = nameOf(looked, at);
		for (let object = 0; object < one.objects.length; object++)
			found.set(identify(one.objects[object]), what);
	}
	for (let at = 0; at < parts.length; at++) {
		const what = found.get(identify(parts[at]));
		if (what !== undefined) (call.inState ??= new OwnMap()).set(at, what);
	}
}

/** @param {NonNullable<UnitReference['looked']>} looked @param {number} at @returns {string} for the message */
function nameOf({ own, others }, at) {
	if (at < own) return 'in the state of its module';
	const [local, file] = others[at - own];
	return file === '' ? `in \`${local}\`` : `in \`${local}\` of \`${file}\``;
}

/**
 * @param {Pick<Call, 'reference'> & { inState?: Map<number, string> | undefined }} call
 * @param {readonly unknown[]} steps by which its arguments have changed
 */
export function tellOfState({ reference, inState }, steps) {
	if (!inState) return;
	for (let at = 0; at < steps.length; at += 4) {
		const what = inState.get(Number(steps[at]));
		if (what !== undefined) tellChange('LP8062', reference.id, what);
	}
}
