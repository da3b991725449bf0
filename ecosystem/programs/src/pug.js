import pug from 'pug';

const template = pug.compile('p #{name}');

export async function run(name) {
	'use cpu_bound';
	return template({ name });
}

for (const name of ['x']) console.log(JSON.stringify(await run(name)));
