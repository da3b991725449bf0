'use strict';
// Values that come from another context of the same thread: `instanceof` and strict comparisons ask for their prototypes.
const { types } = require('node:util');

/** Whatever a result may be an instance of without a class of the program. */
const BUILT_INS = [
	...[
		'Object',
		'Array',
		'Map',
		'Set',
		'Date',
		'RegExp',
		'ArrayBuffer',
		'DataView',
		'Boolean',
		'Number',
		'String',
	],
	...[
		'Error',
		'EvalError',
		'RangeError',
		'ReferenceError',
		'SyntaxError',
		'TypeError',
		'URIError',
		'AggregateError',
	],
	...[
		'Int8Array',
		'Uint8Array',
		'Uint8ClampedArray',
		'Int16Array',
		'Uint16Array',
		'Int32Array',
		'Uint32Array',
	],
	...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array'],
];

/**
 * Give a value, and what it holds, the prototypes of this context in place of those of another one. Results are fresh: nobody
 * else has them.
 *
 * @param {unknown} root changed in place
 * @param {any} outer the global object of the context that it comes from
 * @returns {unknown} `root`
 */
function adopt(root, outer) {
	const here = Object.fromEntries(BUILT_INS.map((name) => [name, Reflect.get(globalThis, name)]));
	const prototypes = new Map(
		BUILT_INS.filter((name) => outer[name] !== here[name]).map((name) => [
			outer[name].prototype,
			here[name].prototype,
		]),
	);
	const seen = new Set();
	const rest = [root];
	for (const value of rest) {
		if (typeof value !== 'object' || value === null || seen.has(value) || types.isProxy(value))
			continue;
		seen.add(value);
		const prototype = prototypes.get(Object.getPrototypeOf(value));
		if (prototype && Object.isExtensible(value)) Object.setPrototypeOf(value, prototype);
		if (types.isMap(value) || types.isSet(value)) rest.push(...[...value].flat());
		if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) continue;
		for (const one of Object.values(Object.getOwnPropertyDescriptors(value))) rest.push(one.value);
	}
	return root;
}

module.exports = { adopt };
