import RBush from 'rbush';

const tree = new RBush();
tree.load([
	{ minX: 0, minY: 0, maxX: 1, maxY: 1, id: 1 },
	{ minX: 5, minY: 5, maxX: 6, maxY: 6, id: 2 },
]);

export async function run(x) {
	'use cpu_bound';
	return tree.search({ minX: x, minY: x, maxX: x + 1, maxY: x + 1 }).map((r) => r.id);
}

for (const x of [0, 5]) console.log(JSON.stringify(await run(x)));
