import nunjucks from 'nunjucks';

const env = new nunjucks.Environment(null, { autoescape: true });
env.addFilter('shout', (s) => s + '!');

export async function run(data) {
	'use cpu_bound';
	return env.renderString('Hi {{ name | shout }}', data);
}

for (const data of [{ name: '<x>' }]) console.log(JSON.stringify(await run(data)));
