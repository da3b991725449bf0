import YAML, { Document } from 'yaml';

const doc = new Document({ a: 1 });
doc.set('b', [1, 2]);

export async function run(t) {
	'use cpu_bound';
	return [YAML.parse(t), doc.toString()];
}

for (const t of ['x: 3\ny: [1,2]']) console.log(JSON.stringify(await run(t)));
