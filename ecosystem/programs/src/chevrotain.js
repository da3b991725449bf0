import { createToken, Lexer } from 'chevrotain';

const Num = createToken({ name: 'Num', pattern: /\d+/ });
const Ws = createToken({ name: 'Ws', pattern: /\s+/, group: Lexer.SKIPPED });
const lexer = new Lexer([Ws, Num]);

export async function run(t) {
	'use cpu_bound';
	return lexer.tokenize(t).tokens.map((x) => x.image);
}

for (const t of ['1 22']) console.log(JSON.stringify(await run(t)));
