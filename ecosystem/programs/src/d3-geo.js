import { geoMercator, geoPath } from 'd3-geo';
import { stratify, treemap } from 'd3-hierarchy';

const projection = geoMercator().scale(100).translate([0, 0]);
const path = geoPath(projection);
const tree = treemap().size([10, 10]);

export async function run(p) {
	'use cpu_bound';
	const root = stratify()([
		{ id: 'a', parentId: '' },
		{ id: 'b', parentId: 'a', v: 2 },
	]).sum((d) => d.v ?? 0);
	return [
		path(p),
		tree(root)
			.leaves()
			.map((l) => [l.x0, l.x1]),
	];
}

for (const p of [{ type: 'Point', coordinates: [3, 4] }]) console.log(JSON.stringify(await run(p)));
