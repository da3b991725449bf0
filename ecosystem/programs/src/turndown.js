import Turndown from 'turndown';

const service = new Turndown({ headingStyle: 'atx' });
service.addRule('del', { filter: ['del'], replacement: (c) => '~' + c + '~' });
service.remove('script');

export async function run(t) {
	'use cpu_bound';
	return service.turndown(t);
}

for (const t of ['<h1>x <del>y</del></h1>']) console.log(JSON.stringify(await run(t)));
