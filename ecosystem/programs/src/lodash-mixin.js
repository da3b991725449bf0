import _ from 'lodash';

_.mixin({ twice: (s) => s + s });
_.templateSettings.interpolate = /{{([\s\S]+?)}}/g;
const t = _.template('a {{ x }}');

export async function run(x) {
	'use cpu_bound';
	return [_.twice(x), t({ x })];
}

for (const x of ['q']) console.log(JSON.stringify(await run(x)));
