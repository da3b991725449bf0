// What accesses through proxies may do without asking the type's traps, and until when.
import { release } from '../../src/gem/index.js';
import { Gem } from '../../src/gem/define/index.js';

/** Says by `state` what is granted; counts what its trap is asked. */
const Granting = Gem.define({
	name: 'Granting',
	local: { asked: [], grant: null },
	public: {
		grant(grant) {
			this.local.grant = grant;
			this.revoke();
		},
		asked() {
			return this.local.asked.splice(0).join(' ');
		},
		giveUp() {
			this.abandon(77, 'changed it');
		},
	},
	meta: {
		onAccess(access, key) {
			this.local.asked.push(`${access}:${key}`);
		},
		grants(access) {
			return this.local.grant?.[access] ?? null;
		},
	},
});

/** Allows reading of what was asked for once, object by object. */
const Once = Gem.define({
	name: 'Once',
	local: { asked: [] },
	public: {
		asked() {
			return this.local.asked.splice(0).join(' ');
		},
		forget() {
			this.revoke();
		},
		define(key, descriptor) {
			Object.defineProperty(this.shared.list, key, descriptor);
		},
	},
	meta: {
		onAccess(access, key) {
			this.local.asked.push(`${access}:${key}`);
			this.mark++;
			if (access === 'reading') this.allowReading();
		},
		onSet(key, value) {
			this.set(key, this.isArray ? value : `${value} at ${this.mark}`);
		},
	},
});

const ALL = { from: 0, to: Infinity };
const times = (count, fn) => {
	for (let time = 0; time < count; time++) fn(time);
};

test('a trap is asked until the type grants, and again once that is revoked', () => {
	const gem = Granting.create({ n: 1, below: { m: 2 } });
	times(3, () => gem.n);
	expect(gem.asked()).toBe('reading:n reading:n reading:n');
	gem.grant({ reading: ALL });
	times(20, () => gem.n);
	expect(gem.asked().split(' ').length).toBeLessThan(10);
	times(20, () => expect(gem.n).toBe(1));
	expect(gem.asked()).toBe('');
	expect('n' in gem && Object.keys(gem).length).toBe(2);
	expect(gem.asked()).toBe('enumerating:');
	const { below } = gem;
	times(20, () => below.m);
	gem.asked();
	expect([below.m, below.none, String(below)]).toEqual([2, undefined, '[object Object]']);
	expect(gem.asked()).toBe('');
	gem.grant(null);
	expect(gem.n + below.m).toBe(3);
	expect(gem.asked()).toBe('reading:n reading:m');
});

test('numbers are set without asking, and nothing else: that may leave memory to tidy up', () => {
	const gem = Granting.create({ n: 1, text: 'one', list: [1, 2] });
	gem.grant({ setting: ALL });
	times(20, (time) => (gem.n = time));
	times(20, (time) => (gem.list[0] = time));
	gem.asked();
	gem.n = 7;
	gem.list[1] = 8;
	expect(gem.asked()).toBe('reading:list');
	gem.n = 1.5;
	gem.text = 'two';
	gem.list[2] = 9;
	gem.more = 10;
	expect(gem.asked()).toBe('setting:n setting:text reading:list setting:2 setting:more');
	gem.n = 2.5;
	expect(gem.asked()).toBe('');
	expect({ ...gem, list: [...gem.list] }).toEqual({
		n: 2.5,
		text: 'two',
		list: [19, 8, 9],
		more: 10,
	});
	delete gem.n;
	expect(gem.asked()).toMatch(/deleting:n$/);
	gem.n = 3;
	expect(gem.asked()).toBe('setting:n');
});

test('a range of the array at the root, and what is below it', () => {
	const gem = Granting.create([{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }]);
	const range = { from: 1, to: 3 };
	gem.grant({ reading: range, setting: range });
	const parts = [0, 1, 2, 3].map((index) => gem[index]);
	times(30, (time) => gem[1 + (time % 2)]);
	times(30, () => parts.forEach((part) => part.n++));
	gem.asked();
	for (const index of [1, 2]) expect(gem[index]).toBe(parts[index]);
	expect(parts[1].n++ + parts[2].n++).toBe(63);
	expect(gem.asked()).toBe('');
	for (const index of [0, 3, 4]) expect(gem[index] === parts[index]).toBe(true);
	parts[0].n = parts[3].n;
	expect(gem.asked()).toBe('reading:0 reading:3 reading:4 reading:n setting:n');
});

test('a GEM that was released, or abandoned, refuses what it had granted', () => {
	const [one, other] = [1, 2].map((n) => Granting.create({ n }));
	for (const gem of [one, other]) {
		gem.grant({ reading: ALL, setting: ALL });
		times(20, () => gem.n++);
		gem.asked();
		expect([gem.n++, gem.asked()]).toEqual([gem === one ? 21 : 22, '']);
	}
	release(one);
	expect(() => one.n).toThrow(expect.objectContaining({ code: 'LP8112' }));
	expect(() => (one.n = 1)).toThrow(expect.objectContaining({ code: 'LP8112' }));
	other.giveUp();
	expect(() => other.n).toThrow(expect.objectContaining({ code: 'LP8102' }));
	expect(() => (other.n = 1)).toThrow(expect.objectContaining({ code: 'LP8102' }));
});

test('a trap allows reading of one object, until the GEM is revoked', () => {
	const gem = Once.create({ n: 1, list: [1, 2] });
	const { list } = gem;
	times(3, () => gem.n + list[0] + list[1] + list.length);
	expect(gem.asked()).toBe('reading:list reading:0');
	gem.n = 5;
	list[0] = 6;
	expect([gem.n, list[0]]).toEqual(['5 at 2', 6]);
	expect(gem.asked()).toBe('setting:n setting:0');
	gem.forget();
	times(2, () => gem.n + list[1]);
	expect(gem.asked()).toBe('reading:n reading:1');
});

test('a property that is defined by users, or by the policy, is one of the GEM', () => {
	const [gem, other] = [1, 2].map(() => Once.create({ list: [1] }));
	const usual = { writable: true, enumerable: true, configurable: true };
	Object.defineProperty(gem.list, 1, { ...usual, value: 2 });
	gem.define(2, { ...usual, value: 3 });
	expect([[...gem.list], [...other.list]]).toEqual([[1, 2, 3], [1]]);
	const hidden = expect.objectContaining({ code: 'LP8101' });
	expect(() => gem.define(3, { value: 4, enumerable: false })).toThrow(hidden);
	expect(() => gem.define(3, { get: () => 4, ...usual })).toThrow(TypeError);
	expect(() => gem.define(Symbol.iterator, { ...usual, value: 4 })).toThrow(hidden);
});
