import moo from 'moo';

const lexer = moo.compile({ ws: /[ \t]+/, num: /[0-9]+/, word: /[a-z]+/, kw: ['if'] });

export async function run(t) {
	'use cpu_bound';
	return Array.from(lexer.reset(t)).map((x) => [x.type, x.value]);
}

for (const t of ['ab 12']) console.log(JSON.stringify(await run(t)));
