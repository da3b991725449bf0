// Simple values, made from random numbers: the same ones in every process.
import { randomText } from '../random.js';

/** @typedef {() => number} Next from 0 to below 1 */

/** @template T @param {Next} next @param {readonly T[]} list @returns {T} */
export const pick = (next, list) => list[Math.floor(next() * list.length)];

/** @template T @param {Next} next @param {(next: Next) => T} make @returns {T[]} */
export const listOf = (next, make) =>
	Array.from({ length: Math.floor(next() * 7) }, () => make(next));

const NUMBERS = [0, -0, 1, 2, 3, 4, 5, 8, 10, 16, 25, 60, 100, 255, 1000, 86_400_000, 1e9, 1e21];
const ODD_NUMBERS = [-1, -7.5, 0.1, 0.25, 0.5, 0.75, 1.5, Math.PI, 2 ** 31, NaN, Infinity, -1e-7];

/** @param {Next} next @returns {number} */
export function makeNumber(next) {
	const kind = next();
	if (kind < 0.5) return pick(next, NUMBERS);
	return kind < 0.8
		? pick(next, ODD_NUMBERS)
		: Math.round(next() * 2000 - 1000) / pick(next, [1, 8]);
}

const WORDS = [
	'a',
	'b',
	'id',
	'foo',
	'Hello',
	'wörld',
	'cat',
	'kitten',
	'sitting',
	'x',
	'y',
	'red',
];
const STRINGS = [
	...['', ' ', 'hello world', 'fooBarBaz', 'foo-bar_baz', '12', '3.5', '-7', '1e3', '0x1f', 'true'],
	...[
		'#ff8800',
		'#abc',
		'rgb(10, 20, 30)',
		'hsl(120, 50%, 50%)',
		'steelblue',
		'1.5 days',
		'2h',
		'10mb',
	],
	...['2020-02-03', '2020-02-03T04:05:06Z', 'YYYY-MM-DD', '{"a":1,"b":[2,3]}', '[1,2,{"c":null}]'],
	...['a=1&b[0]=2&b[1]=x', 'https://user@example.org:8080/a/b?c=1#d', '/a/../b//c', '?q=%20x&y'],
	...['M0 0L10 10c1 2 3 4 5 6z', 'POINT (1 2)', 'LINESTRING (0 0, 1 1, 2 3)', '_p~iF~ps|U_ulLnnqC'],
	...[
		'<b>x &amp; y</b>',
		'&lt;p&gt; &eacute; &#x41;',
		'# T\n\n*a* **b** `c`\n- d',
		'key = "v"\n[t]\nx = 1',
	],
	...[
		'a,b\n1,2\n3,"4 5"',
		'ünïcödé 😀 日本',
		'%s is %d',
		'192.168.0.1',
		'::1',
		'4111111111111111',
		'12/2030',
	],
	...[
		'GB82 WEST 1234 5698 7654 32',
		'aGVsbG8=',
		'running',
		'flies',
		'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
		'a.b[0].c',
	],
];

/** @param {Next} next @returns {string} */
export function makeString(next) {
	const kind = next();
	if (kind < 0.3) return pick(next, WORDS);
	return kind < 0.9
		? pick(next, STRINGS)
		: randomText(Math.floor(next() * 1e6), 1 + Math.floor(next() * 40));
}
