import dagre from '@dagrejs/dagre';

const g = new dagre.graphlib.Graph();
g.setGraph({});
g.setDefaultEdgeLabel(() => ({}));
g.setNode('a', { width: 10, height: 10 });
g.setNode('b', { width: 10, height: 10 });
g.setEdge('a', 'b');

export async function run() {
	'use cpu_bound';
	return [g.nodeCount(), g.successors('a')];
}

console.log(JSON.stringify(await run()));
