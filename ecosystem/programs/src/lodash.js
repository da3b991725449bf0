import _ from 'lodash';

const render = _.template('<%= name %>!');
const pick = _.flow([_.trim, _.toUpper]);
const slow = _.memoize((n) => n * n);

export async function run(t) {
	'use cpu_bound';
	return [render({ name: t }), pick(` ${t} `), slow(t.length), _.chunk([1, 2, 3], 2)];
}

for (const t of ['abc']) console.log(JSON.stringify(await run(t)));
