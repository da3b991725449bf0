import Mustache from 'mustache';

const template = 'Hi {{name}}{{#rows}} {{.}}{{/rows}}';
Mustache.parse(template);

export async function run(data) {
	'use cpu_bound';
	return Mustache.render(template, data);
}

for (const data of [{ name: 'x', rows: [1, 2] }]) console.log(JSON.stringify(await run(data)));
