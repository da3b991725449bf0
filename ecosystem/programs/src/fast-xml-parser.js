import { XMLParser, XMLBuilder } from 'fast-xml-parser';

const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'item' });
const builder = new XMLBuilder({ format: true });

export async function run(text) {
	'use cpu_bound';
	const o = parser.parse(text);
	return [o, builder.build(o)];
}

for (const text of ['<a x="1"><item>3</item></a>']) console.log(JSON.stringify(await run(text)));
