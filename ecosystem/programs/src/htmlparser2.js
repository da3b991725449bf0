import { parseDocument, DomUtils } from 'htmlparser2';

const skeleton = parseDocument('<p>x</p>');

export async function run(t) {
	'use cpu_bound';
	return [
		DomUtils.textContent(skeleton),
		DomUtils.getElementsByTagName('b', parseDocument(t)).length,
	];
}

for (const t of ['<b>x</b><b/>']) console.log(JSON.stringify(await run(t)));
