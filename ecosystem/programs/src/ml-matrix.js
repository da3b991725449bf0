import { Matrix, inverse } from 'ml-matrix';

const A = new Matrix([
	[2, 1],
	[1, 3],
]);
const I = Matrix.eye(2).mul(2);

export async function run(rows) {
	'use cpu_bound';
	return [A.mmul(new Matrix(rows)).to2DArray(), inverse(A).add(I).to2DArray()];
}

for (const rows of [
	[
		[1, 2],
		[3, 4],
	],
])
	console.log(JSON.stringify(await run(rows)));
