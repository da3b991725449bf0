import postcss from 'postcss';

const plugin = {
	postcssPlugin: 'p',
	Declaration(d) {
		if (d.prop === 'color' && d.value !== 'blue') d.value = 'blue';
	},
};
const processor = postcss([plugin]);

export async function run(css) {
	'use cpu_bound';
	return processor.process(css, { from: undefined }).css;
}

for (const css of ['a { color: red }']) console.log(JSON.stringify(await run(css)));
