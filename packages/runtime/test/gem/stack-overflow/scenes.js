// What is done near the end of the stack: each scene has `act`, which is tried at each depth, and `check`, behind it, where there is stack, which
// says what is wrong: a block or a change is there as a whole, or not at all. The compiler lowers this text, too.
import {
	atomic,
	AtomicLK,
	AtomicSTM,
	isGem,
	Owned,
	Partitioned,
	PartitionedDynamic,
	release,
	send,
	snapshot,
} from '../../../src/gem/index.js';

const TEXT = 'a text that has a block of its own';
const nowhere = { postMessage() {} };
const rows = () => Array.from({ length: 12 }, (_, at) => ({ n: at, text: `${TEXT} ${at}` }));
const sumOf = (list) => list.reduce((sum, { n }) => sum + n, 0);

/** Two fields that are equal before and behind each block. */
const pair = () => ({ n: 0, m: 0, list: [1, 2, 3], rows: rows() });
const torn = (gem) => (gem.n === gem.m ? '' : `torn: ${gem.n}, ${gem.m}`);

/** Moves along a list of rows, all of which have to be there. @param {any} gem */
function turn(gem) {
	gem.n++;
	gem.list.push(gem.n);
	if (gem.list.length > 30) gem.list.splice(0, 20);
	for (let at = 0; at < gem.rows.length; at++) gem.rows[at].n += 1;
	gem.rows[gem.n % 12].text = `${TEXT}, the turn ${gem.n}`;
	gem.m++;
}

/** @param {any} gem whose blocks may stay half done, when what throws within one leaves what was written */
const inOrder = (gem) => {
	const { n, m } = gem;
	if (n !== m && n !== m + 1) return `torn: ${n}, ${m}`;
	gem.m = n;
	return '';
};

export const scenes = {
	'AtomicLK: a block': () => {
		const gem = AtomicLK.create(pair());
		return {
			gems: [gem],
			act: () => gem.atomic(() => turn(gem)),
			check: () => gem.atomic(() => inOrder(gem)),
		};
	},
	'AtomicLK: a block that does nothing, again and again': () => {
		const gem = AtomicLK.create({ n: 0 });
		const act = () => {
			for (let at = 0; at < 20; at++) gem.atomic(() => at);
		};
		return { gems: [gem], act, check: () => gem.atomic(() => '') };
	},
	'AtomicLK: blocks in one another, of two GEMs': () => {
		const [gem, other] = [AtomicLK.create(pair()), AtomicLK.create(pair())];
		const act = () =>
			gem.atomic(() => other.atomic(() => gem.atomic(() => [turn(gem), turn(other)].length)));
		const check = () => gem.atomic(() => inOrder(gem)) || other.atomic(() => inOrder(other));
		return { gems: [gem, other], act, check };
	},
	'AtomicLK: a block of two GEMs': () => {
		const [gem, other] = [AtomicLK.create(pair()), AtomicLK.create(pair())];
		const act = () => AtomicLK.atomic([gem, other], () => turn(gem));
		return {
			gems: [gem, other],
			act,
			check: () => other.atomic(() => '') || gem.atomic(() => inOrder(gem)),
		};
	},
	'AtomicSTM: a block': () => {
		const gem = AtomicSTM.create(pair());
		const act = () => gem.atomic(() => turn(gem));
		return { gems: [gem], act, check: () => gem.atomic(() => torn(gem)) };
	},
	'AtomicSTM: a block that is taken back': () => {
		const gem = AtomicSTM.create(pair());
		const act = () => {
			try {
				gem.atomic(() => {
					turn(gem);
					throw new TypeError('taken back');
				});
			} catch (thrown) {
				if (!(thrown instanceof TypeError)) throw thrown;
			}
		};
		return { gems: [gem], act, check: () => gem.atomic(() => (gem.n === 0 ? torn(gem) : 'kept')) };
	},
	'AtomicSTM: blocks in one another, orElse and retry': () => {
		const gem = AtomicSTM.create(pair());
		const act = () =>
			gem.atomic(() => {
				turn(gem);
				AtomicSTM.orElse(
					() => gem.atomic(() => (turn(gem), AtomicSTM.retry())),
					() => gem.atomic(() => turn(gem)),
				);
			});
		return { gems: [gem], act, check: () => gem.atomic(() => torn(gem)) };
	},
	'both: a block of several GEMs': () => {
		const [gem, other] = [AtomicLK.create(pair()), AtomicSTM.create(pair())];
		const act = () =>
			atomic([gem, other], () => {
				turn(other);
				turn(gem);
			});
		const check = () => gem.atomic(() => inOrder(gem)) || other.atomic(() => torn(other));
		return { gems: [gem, other], act, check };
	},
	'a snapshot of both': () => {
		const [gem, other] = [AtomicLK.create(pair()), AtomicSTM.create(pair())];
		const act = () => [snapshot(gem), snapshot(other)].length;
		return { gems: [gem, other], act, check: () => torn(snapshot(gem)) || torn(snapshot(other)) };
	},
	'Owned: single changes, and release': () => {
		const gem = Owned.create(pair());
		const act = () => {
			gem.n++;
			gem.list.push(gem.n, gem.n);
			if (gem.list.length > 40) gem.list.splice(1, 20);
			gem.rows[gem.n % 12] = { n: gem.n, text: `${TEXT} ${gem.n}`, more: [gem.n] };
			[gem.rows[0], gem.rows[1]] = [gem.rows[1], gem.rows[0]];
			gem.rows.sort((one, other) => one.n - other.n);
			gem.release();
		};
		const check = () => {
			const { list, rows } = snapshot(gem);
			if (list.length % 2 === 0) return `half of a push or a splice: ${list.length}`;
			if (rows.some((row) => !row.text.startsWith(TEXT))) return 'a row is torn';
			gem.release();
			return rows.length === 12 && sumOf(rows) >= 0 ? '' : `${rows.length} rows`;
		};
		return { gems: [gem], act, check };
	},
	'Owned: sent, and used again': () => {
		const gem = Owned.create(pair());
		const act = () => {
			send(nowhere, { gem, list: [gem] });
			gem.n++;
		};
		return { gems: [], act, check: () => ((gem.n += 0), gem.release(), '') };
	},
	'Partitioned: a part, and release': () => {
		const gem = Partitioned.create([1, 2, 3, 4], { partitions: 4 });
		const act = () => {
			const part = gem.subset();
			part[0] = 1.5;
			gem.subset(3)[0] = { n: 1 };
			gem.release();
		};
		const check = () => {
			gem.release();
			for (let part = 0; part < 4; part++)
				if (gem.subset().length !== 1) return `part ${part} is lost`;
			gem.release();
			return snapshot(gem).length === 4 && (gem.release(), '');
		};
		return { gems: [gem], act, check };
	},
	'PartitionedDynamic: ranges': () => {
		const gem = PartitionedDynamic.create([1, 2, 3, 4], { range: 1 });
		send(nowhere, gem);
		const write = (from, to) => {
			for (let at = from; at < to; at++) gem[at] = { n: at };
		};
		const check = () => {
			while (gem.getRange(() => 0));
			const { length } = snapshot(gem);
			gem.restart();
			return length === 4 ? '' : 'elements are lost';
		};
		return { gems: [gem], act: () => gem.getRange(write), check };
	},
	'a GEM that is created and released': () => {
		const keep = { made: null };
		const act = () => {
			const gem = Owned.create({ a: [1, { b: TEXT }] });
			if (!isGem(gem)) throw new TypeError('it is said to be no GEM');
			keep.made = gem;
			release(gem);
			keep.made = null;
		};
		const check = () => {
			if (keep.made !== null) release(keep.made);
			keep.made = null;
			return '';
		};
		return { gems: [], act, check };
	},
};
