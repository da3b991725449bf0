/**
 * Why an access to a GEM takes the general path, through a proxy: the texts of `lapidary explain` and of docs/gem-access.md.
 */
export const REASONS = Object.freeze({
	general: 'the option `gems` is `general`',
	'no-loop':
		'it is outside of the loops of its function, or of the top level, and runs once where they turn',
	await: 'the loop waits or yields, and other code runs meanwhile',
	assigned: '`%root%` is assigned in the loop, or declared in it',
	'too-early':
		'`%root%` may be read before it has its value, which has to be an error at the access itself',
	shadowed: 'in a part of the loop the name `%root%` stands for another variable',
	'too-many': 'the loop has more than 12 different accesses already',
	nested:
		'it is below two indexes, and the first one changes in the loop, or there are more of them',
	'keyed-part': 'what is looked up by a string is not followed further',
	method: 'methods of a GEM run through its proxy',
	call: 'a function that lies in a GEM is called as its method',
	delete: 'properties are deleted through the proxy',
	target: 'it is a target of a pattern or of a loop',
	logical: 'whether `%operator%` assigns depends on the value',
	length: 'setting a length changes what there is',
	pattern: 'it stands in a pattern',
	optional: 'it is in the middle of an optional chain',
	order: 'what is assigned runs code that may change which object is written to',
	between:
		'other code runs before it in the same expression, and what it changes is only known after the expression',
	class: 'the loop evaluates a class that runs other code',
	comment: 'there is a comment within it',
	private: 'a private name is nothing that a GEM has',
	index: 'its index does more than to compute',
	iteration: 'the loop or the spread takes values from an iterator of the proxy',
	copied: 'a plain copy of a part of a GEM stands within it',
	eval: 'the loop calls `eval`, which may do anything to the names around it',
});

/** @typedef {keyof typeof REASONS} Reason */

/**
 * @param {Reason} reason
 * @param {Record<string, string>} [params]
 * @returns {string}
 */
export const textOfReason = (reason, params = {}) =>
	REASONS[reason].replace(/%(\w+)%/g, (_, name) => params[name] ?? '');
