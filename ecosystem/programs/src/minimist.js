import minimist from 'minimist';

const known = minimist(['--a', '3']);

export async function run(list) {
	'use cpu_bound';
	return [known.a, minimist(list)];
}

for (const list of [['--b=x', 'c']]) console.log(JSON.stringify(await run(list)));
