// The heap against a sorted array, and what it compares.
import fc from 'fast-check';
import { Heap } from '../src/host/heap.js';

test('takes what is least, under any operations', () => {
	const operation = fc.oneof(fc.constant('take'), fc.integer({ min: 0, max: 50 }));
	fc.assert(
		fc.property(fc.array(operation, { maxLength: 200 }), (operations) => {
			const heap = new Heap((left, right) => left < right);
			const model = [];
			for (const step of operations) {
				if (step === 'take') expect(heap.take()).toBe(model.shift());
				else {
					heap.add(step);
					model.push(step);
					model.sort((left, right) => left - right);
				}
				expect(heap.first).toBe(model[0]);
				expect(heap.size).toBe(model.length);
			}
		}),
		{ numRuns: 300 },
	);
});

test('compares each item with no more than the levels of the tree', () => {
	let compared = 0;
	const heap = new Heap((left, right) => {
		compared++;
		return left < right;
	});
	const most = (act) => {
		compared = 0;
		act();
		return compared;
	};
	for (let item = 1023; item > 0; item--) expect(most(() => heap.add(item))).toBeLessThan(11);
	for (let item = 1; item < 1024; item++) {
		expect(most(() => expect(heap.take()).toBe(item))).toBeLessThan(21);
	}
	expect(heap.take()).toBeUndefined();
});
