import Prism from 'prismjs';

Prism.languages.toy = { keyword: /\b(?:let|if)\b/, number: /\d+/ };

export async function run(t) {
	'use cpu_bound';
	return Prism.highlight(t, Prism.languages.toy, 'toy');
}

for (const t of ['let x = 3']) console.log(JSON.stringify(await run(t)));
