import RBush from 'rbush';

const tree = new RBush();
tree.insert({ minX: 0, minY: 0, maxX: 1, maxY: 1, id: 1 });
export function add(x) {
	tree.insert({ minX: x, minY: x, maxX: x, maxY: x, id: x });
}

export async function run(x) {
	'use cpu_bound';
	return tree.all().length;
}

add(4);

for (const x of [0]) console.log(JSON.stringify(await run(x)));
