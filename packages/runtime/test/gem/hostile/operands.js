// Operands that run code of users: each way in which the language, or a GEM, calls it. `act` runs once, at the first call of each.

/** @param {() => void} act @returns {() => void} */
function once(act) {
	let isDone = false;
	return () => {
		if (isDone) return;
		isDone = true;
		act();
	};
}

/** @type {Record<string, (act: () => void, value: number) => unknown>} */
export const operands = {
	valueOf: (act, value) => ({ valueOf: () => (act(), value) }),
	toString: (act, value) => ({ toString: () => (act(), String(value)) }),
	toPrimitive: (act, value) => ({ [Symbol.toPrimitive]: () => (act(), value) }),
	toJSON: (act, value) => ({ toJSON: () => (act(), value) }),
	'toJSON of a list': (act, value) => ({ toJSON: () => (act(), [value, 'text', { a: value }]) }),
	getter: (act, value) => ({
		a: 'text',
		get b() {
			return (act(), value);
		},
		c: [1, 2],
	}),
	'getter in a list': (act, value) =>
		Object.defineProperty([1.5, 0, 2.5], 1, {
			get: () => (act(), value),
			enumerable: true,
			configurable: true,
		}),
	'list that grows': (act, value) => {
		const list = [1, 2, value];
		const get = () => (act(), (list.length = 300), 'text');
		return Object.defineProperty(list, 0, { get, enumerable: true, configurable: true });
	},
	callback: (act, value) => () => (act(), value),
	comparison: (act) => (one, other) => (act(), Number(one) - Number(other)),
	'comparison by an object': (act, value) => () => ({ valueOf: () => (act(), -value) }),
	iterator: (act, value) => ({
		*[Symbol.iterator]() {
			yield value;
			act();
			yield 2;
		},
	}),
	'length of a list': (act, value) => ({
		get length() {
			return (act(), 3);
		},
		0: value,
		1: 1,
		2: 2,
	}),
	proxy: (act, value) =>
		new Proxy({ a: value, b: 'text' }, { ownKeys: (target) => (act(), Reflect.ownKeys(target)) }),
	'proxy of a list': (act, value) =>
		new Proxy([value, 1, 2, 3], {
			get: (target, key, receiver) => {
				if (key === '2') act();
				return key === 'length' ? 40 : Reflect.get(target, key, receiver);
			},
		}),
	'proxy of everything': (act, value) => {
		const handler = {};
		for (const name of [
			'get',
			'has',
			'set',
			'getPrototypeOf',
			'getOwnPropertyDescriptor',
			'ownKeys',
		])
			handler[name] = (...given) => (act(), Reflect[name](...given));
		return new Proxy({ a: value, b: value, valueOf: () => value }, handler);
	},
	hasInstance: (act) => ({ [Symbol.hasInstance]: () => (act(), true) }),
};

/**
 * @param {string} kind
 * @param {() => void} act
 * @param {number} value that it stands for
 * @returns {unknown}
 */
export const operandOf = (kind, act, value) => operands[kind](once(act), value);
