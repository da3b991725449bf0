// A worker module as the compiler emits it; hand-written. What it has made, by-name.test.js has made as well.
import { format } from 'node:util';

const NONE = Object.freeze({});
const MARK = Symbol('mark');
const rows = [{ id: 1 }, { id: 2 }, [3]];
const known = new Map([[{ key: 1 }, { value: 1 }]]);
const compare = (a, b) => a - b;
const changed = { n: 2 };
const failed = new Error('none');

const values = { NONE, MARK, rows, compare, failed };

export const $lp_classes = {
	'object 0 NONE': NONE,
	'object 0 MARK': MARK,
	'object 01 rows': rows,
	'object k known': known,
	'object 0 compare': compare,
	'object 0 changed': changed,
	'object 0 failed': failed,
};

export const $lp_units = {
	'test/by-name.js#isOwn': () => (value, name) => value === values[name],
	'test/by-name.js#indexOf': () => (list) => list.map((one) => rows.indexOf(one)),
	'test/by-name.js#has': () => (key) => known.has(key),
	'test/by-name.js#own': () => (name) => ({ found: values[name], among: [rows[2], rows[0]] }),
	'test/by-name.js#fail': () => () => {
		throw failed;
	},
	'test/by-name.js#isGlobal':
		([captured]) =>
		(value, path) => {
			const own = path.split('.').reduce((holder, key) => holder[key], globalThis);
			return [value === own, captured.deep.value === own];
		},
	'test/by-name.js#global': () => (path) => ({
		value: path.split('.').reduce((holder, key) => holder[key], globalThis),
	}),
	'test/by-name.js#isFormat': () => (value) => value === format,
	'test/by-name.js#symbols': () => (list) => [list.map(String), list[0] === Symbol.for('lp test')],
	'test/by-name.js#replaceMax': () => (replacement) => {
		Math.max = replacement ?? Math.max;
	},
};
