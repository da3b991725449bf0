import * as yaml from 'js-yaml';

const schema = yaml.YAML11_SCHEMA;

export async function run(t) {
	'use cpu_bound';
	return yaml.load(t, { schema });
}

for (const t of ['a: 2020-01-02\nb: [yes, 0o14]']) console.log(JSON.stringify(await run(t)));
