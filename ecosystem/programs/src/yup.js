import * as yup from 'yup';

const schema = yup.object({ a: yup.string().required().min(3), d: yup.number().positive() });

export async function run(row) {
	'use cpu_bound';
	return schema.isValidSync(row) ? schema.cast(row) : 'no';
}

for (const row of [{ a: 'abc', d: '3' }, { a: 'x' }]) console.log(JSON.stringify(await run(row)));
