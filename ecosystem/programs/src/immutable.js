import { Map, List, Record } from 'immutable';

const base = Map({ a: 1, b: List([1, 2]) });
const Point = Record({ x: 0, y: 0 });
const origin = new Point({ x: 1 });

export async function run(k) {
	'use cpu_bound';
	return [base.set(k, 3).toJS(), origin.set('y', 2).toJS()];
}

for (const k of ['z']) console.log(JSON.stringify(await run(k)));
