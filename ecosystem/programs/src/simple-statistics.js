import * as ss from 'simple-statistics';

const model = ss.linearRegressionLine(
	ss.linearRegression([
		[0, 1],
		[1, 3],
	]),
);

export async function run(x) {
	'use cpu_bound';
	return [model(x), ss.mean([x, 2])];
}

for (const x of [3]) console.log(JSON.stringify(await run(x)));
