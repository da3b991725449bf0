import lunr from 'lunr';

const docs = [
	{ id: 1, text: 'green plants grow' },
	{ id: 2, text: 'blue sky' },
];
const index = lunr(function () {
	this.ref('id');
	this.field('text');
	docs.forEach((d) => this.add(d));
});

export async function run(q) {
	'use cpu_bound';
	return index.search(q).map((r) => [r.ref, r.score.toFixed(3)]);
}

for (const q of ['plant', 'sky']) console.log(JSON.stringify(await run(q)));
