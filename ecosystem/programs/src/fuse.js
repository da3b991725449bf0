import Fuse from 'fuse.js';

const fuse = new Fuse([{ t: 'Old Man' }, { t: 'Lock Artist' }], {
	keys: ['t'],
	includeScore: true,
});

export async function run(q) {
	'use cpu_bound';
	return fuse.search(q).map((r) => [r.item.t, r.refIndex]);
}

for (const q of ['man', 'lok']) console.log(JSON.stringify(await run(q)));
