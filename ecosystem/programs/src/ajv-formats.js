import Ajv from 'ajv';
import addFormats from 'ajv-formats';

const ajv = new Ajv();
addFormats(ajv);
ajv.addKeyword({ keyword: 'even', validate: (on, n) => !on || n % 2 === 0 });
const schema = {
	type: 'object',
	properties: { mail: { type: 'string', format: 'email' }, n: { type: 'number', even: true } },
};
const validate = ajv.compile(schema);

export async function run(row) {
	'use cpu_bound';
	return [validate(row), ajv.errorsText(validate.errors)];
}

for (const row of [{ mail: 'a@b.de', n: 2 }, { mail: 'x' }, { n: 3 }])
	console.log(JSON.stringify(await run(row)));
