import validator from 'validator';

const ok = validator.isEmail('a@b.de');

export async function run(t) {
	'use cpu_bound';
	return [ok, validator.isURL(t)];
}

for (const t of ['http://x.de']) console.log(JSON.stringify(await run(t)));
