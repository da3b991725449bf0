import Joi from 'joi';

const schema = Joi.object({
	a: Joi.string().alphanum().min(3).required(),
	b: Joi.number().integer(),
}).with('b', 'a');

export async function run(row) {
	'use cpu_bound';
	const { error, value } = schema.validate(row);
	return error ? error.message : value;
}

for (const row of [{ a: 'abc', b: '3' }, { a: 'x' }]) console.log(JSON.stringify(await run(row)));
