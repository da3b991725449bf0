import { produce, Immer } from 'immer';

const immer = new Immer({ autoFreeze: false });
const add = produce((draft, n) => {
	draft.n = n;
});

export async function run(n) {
	'use cpu_bound';
	return [
		add({ a: 1 }, n),
		immer.produce({ b: 1 }, (d) => {
			d.c = n;
		}),
	];
}

for (const n of [4]) console.log(JSON.stringify(await run(n)));
