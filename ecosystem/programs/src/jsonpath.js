import { JSONPath } from 'jsonpath-plus';

const all = JSONPath.toPathArray('$.a[*].b');

export async function run(json) {
	'use cpu_bound';
	return [all, JSONPath({ path: '$.a[*].b', json })];
}

for (const json of [{ a: [{ b: 3 }] }]) console.log(JSON.stringify(await run(json)));
