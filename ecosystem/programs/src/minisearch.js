import MiniSearch from 'minisearch';

const search = new MiniSearch({ fields: ['t'], storeFields: ['t'] });
search.addAll([
	{ id: 1, t: 'zen and art' },
	{ id: 2, t: 'moby dick' },
]);

export async function run(q) {
	'use cpu_bound';
	return search.search(q, { prefix: true }).map((r) => [r.id, r.t]);
}

for (const q of ['mob', 'ar']) console.log(JSON.stringify(await run(q)));
