import FlexSearch from 'flexsearch';

const index = new FlexSearch.Index({ tokenize: 'forward' });
index.add(1, 'hello world');
index.add(2, 'green plants');

export async function run(q) {
	'use cpu_bound';
	return index.search(q);
}

for (const q of ['gre']) console.log(JSON.stringify(await run(q)));
