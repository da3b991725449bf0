/** @import { Declaration } from '../lib/types.js' */
import { randomNumbers } from '../lib/random.js';

const next = randomNumbers(3);
const graph = {
	nodes: Array.from({ length: 120 }, (_, id) => ({ id: `n${id}` })),
	links: Array.from({ length: 200 }, () => ({
		source: `n${Math.floor(next() * 120)}`,
		target: `n${Math.floor(next() * 120)}`,
	})),
};
const MJS = 'dist/d3-force.mjs';

/** @type {Declaration} */
export default {
	package: 'd3-force',
	entry: MJS,
	steps: [
		{
			file: MJS,
			what: 'a function `layout` is added',
			why: 'a simulation is an object full of closures and a timer; a call with the graph is what a program would annotate',
			edits: [
				{
					append: [
						'export function layout({ nodes, links }, ticks) {',
						'\tconst bodies = nodes.map((node) => ({ ...node }));',
						'\tsimulation(bodies)',
						"\t\t.force('link', link(links.map((one) => ({ ...one }))).id((node) => node.id))",
						"\t\t.force('charge', manyBody())",
						"\t\t.force('collide', collide(3))",
						"\t\t.force('center', center(10, 20))",
						'\t\t.stop()',
						'\t\t.tick(ticks);',
						'\treturn bodies;',
						'}',
					].join('\n'),
				},
			],
		},
	],
	units: [{ file: MJS, function: 'layout' }],
	vectors: [
		{ call: 'layout', args: [graph, 30] },
		{ call: 'layout', args: [{ nodes: graph.nodes.slice(0, 3), links: [] }, 300] },
		{ call: 'layout', args: [{ nodes: [], links: [] }, 1], expect: [] },
		{ call: 'layout', args: [{ nodes: [], links: [{ source: 'a', target: 'b' }] }, 1] },
	],
};
