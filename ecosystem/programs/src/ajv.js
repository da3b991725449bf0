import Ajv from 'ajv';

const ajv = new Ajv({ allErrors: true });
const validate = ajv.compile({
	type: 'object',
	properties: { a: { type: 'integer' }, b: { type: 'string', minLength: 2 } },
	required: ['a'],
});

export async function run(row) {
	'use cpu_bound';
	return validate(row) ? 'ok' : validate.errors.map((e) => e.instancePath + ' ' + e.message);
}

for (const row of [{ a: 1, b: 'xx' }, { b: 'x' }]) console.log(JSON.stringify(await run(row)));
