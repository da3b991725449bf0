// Accesses and calls of arrays, typed arrays and objects, as text, so that they can be compiled: `o` is the hostile operand, `list` is what is
// accessed, `up` is the object that it is in (or it itself where it is the root).

const METHODS = {
	at: ['o'],
	concat: ['o', 'list, o'],
	copyWithin: ['o', '0, o', '1, 0, o', 'o, 1, 40', '2, o, o'],
	every: ['o'],
	fill: ['o', '7, o', '7, 0, o', 'o, 1, 3'],
	filter: ['o'],
	find: ['o'],
	findIndex: ['o'],
	findLast: ['o'],
	findLastIndex: ['o'],
	flat: ['o'],
	flatMap: ['o'],
	forEach: ['o'],
	includes: ['o', '1, o'],
	indexOf: ['o', '1, o'],
	join: ['o'],
	lastIndexOf: ['1, o'],
	map: ['o'],
	push: ['o', '1, o', "'a', o, 2"],
	reduce: ['o', 'o, 1'],
	reduceRight: ['o', 'o, 1'],
	slice: ['o', '1, o'],
	some: ['o'],
	sort: ['o'],
	splice: ['o', '1, o', '1, 2, o', '0, 0, 1, o', 'o, 1, 2, 3, 4'],
	toLocaleString: ['o'],
	toSorted: ['o'],
	toSpliced: ['o', '1, o', '1, 1, o'],
	unshift: ['o', '1, o'],
	with: ['o, 1', '1, o'],
	set: ['o', '[1, 2], o'],
};

/** As an operand is, nothing is called of it; the array's own functions are. */
const ALONE = ['pop', 'shift', 'reverse', 'toReversed', 'keys', 'values', 'entries', 'toString'];

const ACCESSES = [
	'list[o]',
	'list[o] = 1',
	'list[o] = 1.5',
	"list[o] = 'text'",
	'list[0] = o',
	'list[1] += o',
	'list[o] += 1',
	'list[0] = list[o]',
	'list[200] = o',
	'list.length = o',
	'o in list',
	'delete list[o]',
	'`${o}${list[0]}`',
	'list[0] + o + list[1]',
	'list[0] < o ? list[1] : list[2]',
	'list[0] == o',
	'list[2] = list[0] - o',
	'[list[0], list[1]] = [o, list[0]]',
	'[list[o], list[1]] = [list[1], list[0]]',
	'[list[0], list[1]] = o',
	'list.push(...o)',
	'[...list, ...o]',
	'up.x = o',
	'up[o] = 1',
	'up[o] = { a: [1, 2, 3] }',
	'up.x = { a: 1, o, b: [o] }',
	'up.x = [1, 2, o, 3]',
	'up.x = [0.5, 2, o, 3]',
	'up.list = o',
	'Object.assign(list, o)',
	'Object.assign(up, { x: o })',
	"Object.defineProperty(up, 'x', { value: o, writable: true, enumerable: true, configurable: true })",
	'Object.defineProperty(list, o, { value: 1, writable: true, enumerable: true, configurable: true })',
	'Object.getOwnPropertyDescriptor(list, o)',
	'Reflect.set(list, o, 5)',
	'Reflect.has(list, o)',
	'Reflect.deleteProperty(list, o)',
	'JSON.stringify(list, o)',
	'JSON.stringify([list, o])',
	'Array.from(list, o)',
	'Array.from(o, () => list.length)',
	'Math.max(list[0], o)',
	'String(o) + list[0]',
	'list instanceof o',
];

/** @returns {string[]} expressions */
export function allCalls() {
	const calls = Object.entries(METHODS).flatMap(([name, forms]) =>
		forms.map((form) => `list.${name}(${form})`),
	);
	return [...calls, ...ALONE.map((name) => `[o, list.${name}(), \`\${o}\`]`), ...ACCESSES];
}
