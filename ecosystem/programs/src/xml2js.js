import xml2js from 'xml2js';

const builder = new xml2js.Builder({ headless: true });

export async function run(o) {
	'use cpu_bound';
	return builder.buildObject(o);
}

for (const o of [{ a: { b: 3 } }]) console.log(JSON.stringify(await run(o)));
