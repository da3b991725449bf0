import { compile, matrix, multiply } from 'mathjs';

const code = compile('x^2 + 2*y');
const M = matrix([
	[1, 2],
	[3, 4],
]);

export async function run(x, y) {
	'use cpu_bound';
	return [code.evaluate({ x, y }), multiply(M, [x, y]).toArray()];
}

console.log(JSON.stringify(await run(2, 3)));
