import Graph from 'graphology';

const graph = new Graph({ type: 'directed' });
for (const n of ['a', 'b', 'c']) graph.addNode(n);
graph.addEdgeWithKey('ab', 'a', 'b');

export async function run(n) {
	'use cpu_bound';
	return graph.outNeighbors(n);
}

for (const n of ['a']) console.log(JSON.stringify(await run(n)));
