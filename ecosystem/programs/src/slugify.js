import slugify from 'slugify';

slugify.extend({ '☢': 'radioactive' });

export async function run(t) {
	'use cpu_bound';
	return slugify(t, { lower: true });
}

for (const t of ['A ☢ b']) console.log(JSON.stringify(await run(t)));
