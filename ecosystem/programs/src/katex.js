import katex from 'katex';

const macros = { '\\RR': '\\mathbb{R}' };
const sample = katex.renderToString('x^2');

export async function run(t) {
	'use cpu_bound';
	return [
		sample.length,
		katex.renderToString(t, { macros: { ...macros }, throwOnError: false }).length,
	];
}

for (const t of ['\\RR^n']) console.log(JSON.stringify(await run(t)));
