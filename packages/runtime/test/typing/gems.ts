// What editors know of GEMs: checked by `npm run types`, and against the published declarations by scripts/test/gem-types.test.js; never
// run. Each `@ts-expect-error` is an access that is refused, or does not exist, at run time.
import {
	AtomicLK,
	AtomicSTM,
	Owned,
	Partitioned,
	PartitionedDynamic,
	ReadOnly,
	type Synchronous,
	atomic,
	atomicAsync,
	usage,
} from '@lapidary/runtime/gem';
import { Gem, Sync } from '@lapidary/runtime/gem/define';

/** True only where both are the same type. */
type Same<A, B> =
	(<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const totals = AtomicLK.create({ total: 0 });
export const total: number = totals.atomic(() => ++totals.total);
export const later: Promise<number> = totals.atomicAsync(() => totals.total);
// @ts-expect-error there is no such key
void totals.missing;

// Content: a JSON copy.
class Account {
	#secret = 1;
	cents = 5;
	opened = new Date();
	add(cents: number) {
		this.cents += cents + this.#secret;
	}
}
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
interface Tree {
	name: string;
	parent?: Tree;
	children: Tree[];
}
declare const json: Json;
declare const tree: Tree;
declare const anything: any;
const copied = Owned.create({
	when: new Date(),
	home: new URL('https://example.org'),
	account: new Account(),
	say: () => 'hello',
	nothing: undefined,
	maybe: undefined as number | undefined,
	pair: [1, new Date()] as [number, Date],
	steps: [() => 1, 'a', undefined],
	map: new Map([[1, 2]]),
	pattern: /a/,
	big: 1n,
	error: new Error('failed'),
	record: { name: 'a', message: 'b' },
	kind: 'a' as 'a' | 'b',
	flag: true as boolean,
	floats: new Float64Array(2),
	bytes: Buffer.alloc(2),
	json,
	tree,
	anything,
	[Symbol.iterator]: 1,
});
export const date: Same<typeof copied.when, string> = true;
export const url: Same<typeof copied.home, string> = true;
export const opened: Same<typeof copied.account.opened, string> = true;
export const pair: Same<typeof copied.pair, [number, string]> = true;
export const steps: Same<typeof copied.steps, (string | null)[]> = true;
export const maybe: Same<typeof copied.maybe, number | undefined> = true;
export const map: Same<typeof copied.map, never> = true;
export const pattern: Same<typeof copied.pattern, never> = true;
export const big: Same<typeof copied.big, never> = true;
export const error: Same<typeof copied.error, never> = true;
export const record: string = copied.record.message;
export const kind: Same<typeof copied.kind, 'a' | 'b'> = true;
export const flag: Same<typeof copied.flag, boolean> = true;
export const still: Same<typeof copied.anything, any> = true;
export const again: Json = copied.json;
export const deep: string | undefined = copied.tree.children[0].parent?.name;
copied.account.cents = 6;
copied.tree.children.push({ name: 'leaf', children: [] });
copied.release();
// @ts-expect-error functions are left out
void copied.say;
// @ts-expect-error so are methods
void copied.account.add;
// @ts-expect-error and what is undefined
void copied.nothing;
// @ts-expect-error a Date becomes a string
copied.when.getTime();
// @ts-expect-error symbols are left out
void copied[Symbol.iterator];
export const whole: Same<ReturnType<typeof Owned.create<any>>, any> = true;
const store: Record<string, any> = Owned.create({});
store.x = 1;
export const rows: number = Owned.create([1, 2]).push(3);
export const ofGem: string[] = Owned.create(Owned.create(['a']));

// Typed arrays are none of the platform's.
const { floats, bytes } = copied;
floats[0] = 1.5;
floats.set([1, 2]);
export const sum: number = floats.fill(0).reduce((a, b) => a + b, 0);
export const platform: Float64Array = floats.slice();
export const plainBytes: Uint8Array = bytes.slice(1);
const bigs = Owned.create(new BigInt64Array(2));
bigs[0] = 1n;
// @ts-expect-error an element is a bigint
bigs[0] = 1;
// @ts-expect-error there is no such method
floats.sort();
// @ts-expect-error nor the memory
void floats.buffer;
// @ts-expect-error nor a part of it
floats.subarray(1);
// @ts-expect-error nor `map`
floats.map((x: number) => x);
// @ts-expect-error it is no Float64Array
export const noPlatform: Float64Array = floats;
// @ts-expect-error the length is fixed
floats.length = 3;
export const copiedAgain: number = Owned.create({ floats }).floats[0];

const list = ReadOnly.create({ rows: [{ x: 1 }], floats: new Float32Array(2), total: 1 });
export const x: number = list.rows[0].x;
export const doubled: number[] = list.rows.map((row) => 2 * row.x);
export const first32: number = list.floats[0];
// @ts-expect-error nobody writes
list.total = 5;
// @ts-expect-error at no depth
list.rows[0].x = 5;
// @ts-expect-error nor arrays
list.rows.push({ x: 2 });
// @ts-expect-error nor typed arrays
list.floats[0] = 1;
// @ts-expect-error by no method
list.floats.fill(1);
// @ts-expect-error the policy has no blocks
list.atomic(() => 0);
// @ts-expect-error nor options
ReadOnly.create({}, { partitions: 1 });

// Arrays that threads share keep their length.
const parts = Partitioned.create([1, 2, 3], { partitions: 2 });
const subset = parts.subset();
export const from: number = subset.from;
export const element: Same<(typeof subset)[0], number> = true;
export const entries: [number, number][] = [...subset.entries()];
export const values: number[] = [...subset];
subset[0] = 1;
parts[0] = 2;
export const mapped: string[] = parts.map((value) => String(value));
export const list2: readonly number[] = parts;
for (const value of parts) value.toFixed();
parts.release();
const nested = Partitioned.create([{ tags: ['a'], at: new Date() }]);
nested[0].tags.push(nested[0].at);
// @ts-expect-error the array has a fixed length
parts.push(4);
// @ts-expect-error nor does it sort
parts.sort();
// @ts-expect-error nor is it filled
parts.fill(0);
// @ts-expect-error it is fixed
parts.length = 1;
// @ts-expect-error a subset has no methods of arrays
subset.map((value: number) => value);
// @ts-expect-error its elements are numbers
subset[0] = 'a';
// @ts-expect-error where it begins is fixed
subset.from = 1;
// @ts-expect-error that is an option of PartitionedDynamic
Partitioned.create([1], { range: 2 });
// @ts-expect-error it shares elements of an array
Partitioned.create({ a: 1 });
// @ts-expect-error and of no typed array
Partitioned.create(new Float64Array(2));
// @ts-expect-error nor without content
Partitioned.create();
const ranges = PartitionedDynamic.create([1], { range: 1 });
export const isTaken: boolean = ranges.getRange((a, b) => a + b);
export const isTakenToo: boolean = ranges.getRange((a) => void ranges[a]++, 2);
// @ts-expect-error the range has come back when the rest runs
ranges.getRange(async () => {});
// @ts-expect-error the array has a fixed length
ranges.splice(0, 1);

// Blocks are synchronous, and over GEMs that have blocks.
const log = AtomicSTM.create({ lines: ['a'], conflicts2: 1 });
const owned = Owned.create({ a: 1 });
export const first: number = AtomicSTM.atomic([log], () =>
	AtomicSTM.orElse(
		() => AtomicSTM.retry(),
		() => log.lines.length,
	),
);
export const both: string = atomic([totals, log], () => log.lines[totals.total]);
export const bothLater: Promise<number> = atomicAsync([totals, log], () => totals.total++);
export const locks: number = AtomicLK.atomic([totals, AtomicLK.create([1])], () => totals.total);
export const literal: 'a' | 'b' = totals.atomic(() => 'a');
export const tuple: [number, string] = totals.atomic(() => [1, 'a']);
export const whatever: any = totals.atomic(() => anything);
totals.atomic(() => {});
export const nothing: null = totals.atomic(() => null);
export const locked = <R>(fn: () => Synchronous<R>): R => totals.atomic(fn);
export const ofLocked: number = locked(() => totals.total);
// @ts-expect-error the rest would run after the block
locked(async () => 1);
const counting = AtomicLK.create({ conflicts: { call: 1 } });
export const counted: number = AtomicLK.atomic([counting], () => counting.conflicts.call);
// @ts-expect-error the rest would run after the block
totals.atomic(async () => 1);
// @ts-expect-error nor a promise
totals.atomic(() => Promise.resolve(1));
// @ts-expect-error nor without blocking
void totals.atomicAsync(async () => 1);
// @ts-expect-error nor as a transaction
log.atomic(async () => 1);
// @ts-expect-error nor over several
atomic([totals], async () => 1);
// @ts-expect-error it has no blocks
atomic([owned], () => 1);
// @ts-expect-error it has no blocks
void atomicAsync([totals, owned], () => 1);
// @ts-expect-error it is one of AtomicSTM
AtomicLK.atomic([log], () => 1);
// @ts-expect-error it is one of AtomicLK
AtomicSTM.atomic([totals], () => 1);

export const taken: number = usage(owned).bytes;
export const limit: number = usage().limitBytes;
// @ts-expect-error that is said of all of them
void usage(owned).limitBytes;
// @ts-expect-error and that of one
void usage().bytes;

// Types of one's own have the functions of their configuration.
const Tally = Gem.define({
	name: 'Tally',
	internal: { lock: Sync.newLock() },
	public: {
		inc(by: number): number {
			return (this.shared.n += by);
		},
		names: () => ['a'],
	},
	blocks: {
		exclusive: {
			begin() {
				this.internal.lock.lock();
			},
			end() {
				this.internal.lock.unlock();
			},
		},
	},
	publicStatic: {
		of(gem: object): boolean {
			return this.contextOf(gem) !== null;
		},
	},
	meta: {
		onAccess(access) {
			if (access === 'deleting') throw new TypeError(this.gem.name);
		},
	},
});
const tally = Tally.create({ n: 1, since: new Date() });
export const increased: number = tally.inc(1);
export const names: string[] = tally.names();
export const since: string = tally.since;
export const within: number = tally.exclusive(() => tally.n);
export const isTally: boolean = Tally.of(tally) && Tally.has(tally);
// @ts-expect-error it gives a number
export const wrong: string = tally.inc(1);
// @ts-expect-error it takes one
tally.inc('a');
// @ts-expect-error there is no such function
tally.nothing();
// @ts-expect-error nor of the type
Tally.nothing();
// @ts-expect-error the rest would run after the block
tally.exclusive(async () => 1);
const Bare = Gem.define({ meta: {} });
export const bare: number = Bare.create({ a: 1 }).a;
// @ts-expect-error it has no functions
void Bare.create({ a: 1 }).anything;
// @ts-expect-error there is no such section
Gem.define({ publik: {} });
