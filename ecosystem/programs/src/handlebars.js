import Handlebars from 'handlebars';

Handlebars.registerHelper('loud', (s) => s.toUpperCase());
const template = Handlebars.compile('<p>{{loud name}} {{#each rows}}{{this}},{{/each}}</p>');

export async function run(data) {
	'use cpu_bound';
	return template(data);
}

for (const data of [{ name: 'x', rows: [1, 2] }]) console.log(JSON.stringify(await run(data)));
