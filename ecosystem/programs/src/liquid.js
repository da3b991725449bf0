import { Liquid } from 'liquidjs';

const engine = new Liquid({ strictFilters: true });
engine.registerFilter('add3', (x) => x + 3);
const tpl = engine.parse('{{ n | add3 }}');

export async function run(n) {
	'use cpu_bound';
	return engine.renderSync(tpl, { n });
}

for (const n of [4]) console.log(JSON.stringify(await run(n)));
