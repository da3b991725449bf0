// What editors know of GEMs: checked by `npm run types`, never run.
import {
	AtomicLK,
	AtomicSTM,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
} from '@lapidary/runtime/gem';

const totals = AtomicLK.create({ total: 0 });
export const total: number = totals.atomic(() => ++totals.total);
export const later: Promise<number> = totals.atomicAsync(() => totals.total);
// @ts-expect-error there is no such key
void totals.missing;

const list = ReadOnly.create({ rows: [{ x: 1 }] });
export const x: number = list.rows[0].x;
// @ts-expect-error the policy has no blocks
list.atomic(() => 0);

const parts = Partitioned.create([1, 2, 3], { partitions: 2 });
export const from: number = parts.subset().from;
// @ts-expect-error that is an option of PartitionedDynamic
Partitioned.create([1], { range: 2 });
export const isTaken: boolean = PartitionedDynamic.create([1], { range: 1 }).getRange(
	(a, b) => a + b,
);

export const first: number = AtomicSTM.atomic([totals], () =>
	AtomicSTM.orElse(
		() => AtomicSTM.retry(),
		() => totals.total,
	),
);
