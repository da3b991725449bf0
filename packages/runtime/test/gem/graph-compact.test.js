import {
	compactIfSparse,
	createRoot,
	get,
	materialise,
	setLength,
} from '../../src/gem/graph/index.js';
import { expectSound, withRegion } from './graph-fixture.js';

test('a region that has become sparse is compacted, and Nodes stay', () => {
	withRegion((region) => {
		const text = (/** @type {number} */ at) => `a text of its own, number ${at}`;
		const list = Array.from({ length: 5000 }, (_, at) => ({
			at,
			text: text(at),
			all: [text(-at)],
		}));
		const root = createRoot(region, {
			list,
			many: Object.fromEntries(list.map((row) => [text(row.at), row])),
		});
		const rows = /** @type {any} */ (get(region, root, 'list'));
		const row = /** @type {any} */ (get(region, rows, 7));
		expect(compactIfSparse(region, root)).toBe(false);
		setLength(region, rows, 50);
		const before = materialise(region, root);
		const { bytes } = region.usage();
		const usage = region.usage.bind(region);
		region.usage = () => ({ ...usage(), bytes: 1e9 });
		expect(compactIfSparse(region, root)).toBe(true);
		region.usage = usage;
		expect(region.usage().bytes).toBeLessThanOrEqual(bytes);
		expectSound(region, root);
		expect(materialise(region, root)).toEqual(before);
		expect(materialise(region, row)).toEqual(list[7]);
	});
});
