import { Parser } from 'acorn';

const Own = Parser.extend(
	(P) =>
		class extends P {
			parseLiteral(v) {
				const n = super.parseLiteral(v);
				n.mine = true;
				return n;
			}
		},
);

export async function run(t) {
	'use cpu_bound';
	return JSON.stringify(Own.parse(t, { ecmaVersion: 2022 }).body[0]);
}

for (const t of ['x = 3']) console.log(JSON.stringify(await run(t)));
