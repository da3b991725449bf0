// Policy × (allowed access, forbidden access, out of range, other types, nested objects, a right that is gone): compiled loops give what
// the same loops give through proxies, whatever the content lets them do in memory.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compile } from '@lapidary/compiler';
import * as gems from '@lapidary/runtime/gem';
import { policies } from '../../runtime/test/gem/conformance/policies.js';

const SOURCE = `
function read(gem, log) {
	for (let i = 0; i < gem.length + 1; i++) log.push(gem[i]);
	for (const value of gem) log.push(value);
	for (let i = 0; i < gem.length; i++) if (gem[i] === 'three') log.push(i);
}
function write(gem, log) {
	for (let i = 1; i < gem.length; i++) { gem[i] = i * 3; gem[i] += 1; gem[i]++; log.push(gem[i]); }
	for (let i = 1; i < gem.length; i++) { gem[i] = i % 2 ? i / 2 : -0; log.push(gem[i]--); }
	for (let i = 1; i < gem.length; i++) { gem[i] = i === 3 ? 'text' : NaN; log.push(gem[i]); }
	for (let i = 1; i < gem.length; i++) { gem[i] = [i]; log.push(gem[i].length); }
}
function beyond(gem, log) {
	const end = gem.length + 1;
	for (let i = end - 2; i < end; i++) { gem[i] = 7; log.push(i); }
}
function rows(gem, log) {
	for (let i = 0; i < gem.length; i++) { log.push(gem[i].n, gem[i].deep.x, gem[i].s); }
	for (const row of gem) { log.push(row.n); row.n = row.n + 0.5; row.s = 'new'; }
	for (let i = 0; i < gem.length; i++) { const row = gem[i]; row.n += 1; row.deep.x = i; log.push(row.n, row.missing); }
}
function fields(gem, log) {
	const first = gem[0];
	for (let i = 0; i < 3; i++) { log.push(first.n, first.s, first.deep.x); first.n = i; first.deep.x += i; }
}
function lists(gem, log) {
	for (let y = 0; y < gem.length; y++)
		for (let x = 0; x < gem[y].length + 1; x++) {
			log.push(gem[y][x], gem[y].length);
			gem[y][x] = x / 2;
			gem[y][x]++;
			if (x === 2) gem[y] = [9, gem[0][0]];
			log.push(gem[y][x]);
			if (x > 4) break;
		}
}
const at = (gem, i) => gem[i];
function put(gem, i, value) { gem[i] = value; return gem[i]; }
function age(gem, i) { const row = gem[i]; row.n = (row.n ?? 0) + 0.5; return row.n + row.deep.x; }
function calls(gem, log) {
	for (let i = 0; i < 4; i++) log.push(at(gem, i), put(gem, i, i * 2), at(gem, i), put(gem, 3 - i, i / 2), at(gem, 9));
	log.push(put(gem, 1, 'text'), at(gem, 1), put(gem, 1, -0), put(gem, 2, NaN), at(gem, 2));
}
function calledWithRows(gem, log) {
	for (let i = 0; i < 6; i++) log.push(age(gem, i % 3));
}
export function run(/* cpu_bound: gem */ gem, unit) {
	'use cpu_bound';
	const log = [];
	try {
		if (unit === 'read') read(gem, log);
		if (unit === 'write') write(gem, log);
		if (unit === 'beyond') beyond(gem, log);
		if (unit === 'rows') rows(gem, log);
		if (unit === 'fields') fields(gem, log);
		if (unit === 'lists') lists(gem, log);
		if (unit === 'calls') calls(gem, log);
		if (unit === 'calledWithRows') calledWithRows(gem, log);
	} catch (error) {
		log.push(error.code ?? error.name);
	}
	return log;
}
`;

const CONTENTS = {
	integers: [5, 2, 9, -1, 3],
	doubles: [0.5, 2, 9.25, -1, 3],
	texts: ['one', 'two', 'three', 'one'],
	mixed: [1, 'three', null, true, 2.5],
	lists: [[1, 2, 3], [4.5, 5], ['a', 6], []],
	objects: [
		{ n: 1, s: 'a', deep: { x: 1 } },
		{ n: 2, s: 'b', deep: { x: 2 } },
		{ n: 3, s: 'c', deep: { x: 3 } },
	],
};

const units = ['read', 'write', 'beyond', 'rows', 'fields', 'lists', 'calls', 'calledWithRows'];

/** @typedef {(gem: any, unit: string) => unknown[]} Way */
/** @type {Way} */
let plain;
/** @type {Way} */
let lowered;
/** @type {Way} without units: what stays on the host */
let host;
let directory = '';

beforeAll(async () => {
	directory = mkdtempSync(join(import.meta.dirname, '.conformance-'));
	const { workerModules } = compile(SOURCE, { filename: 'cells.js', id: 'cells' });
	/** @param {string} name @param {string} text */
	const load = (name, text) => {
		const file = join(directory, name);
		writeFileSync(file, text);
		return import(pathToFileURL(file).href);
	};
	plain = (await load('plain.mjs', SOURCE)).run;
	const worker = await load('worker.mjs', String(workerModules[0]?.code));
	lowered = worker.$lp_units['cells#run'](undefined);
	const text = SOURCE.replace("'use cpu_bound';", '');
	const { code } = compile(text, { filename: 'cells.js', id: 'cells' });
	expect(code).toContain('$lp_a1');
	host = (await load('host.mjs', code)).run;
});
afterAll(() => rmSync(directory, { recursive: true }));

/** @param {Way} way @param {string} unit @param {{ policy: string, content: string, when: string }} one @returns {{ logs: unknown[][], left: unknown }} */
function run(way, unit, { policy, content, when }) {
	const { within, drop } = policies[policy];
	const gem = make(policy, content);
	/** @type {unknown[][]} */
	const logs = [];
	const attempt = () => {
		// Parts of the GEM may not be looked at later.
		const log = way(gem, unit);
		logs.push(log.map((one) => (typeof one === 'object' && one !== null ? 'a part' : one)));
	};
	if (when === 'without the right') attempt();
	else {
		within(gem, () => [attempt(), attempt()]);
		drop(gem);
		attempt();
		if (policy === 'PartitionedDynamic') gem.restart();
	}
	return { logs, left: within(gem, () => gems.snapshot(gem)) };
}

/** @param {string} policy @param {string} content @returns {any} that another thread could have */
function make(policy, content) {
	const data = structuredClone(/** @type {any} */ (CONTENTS)[content]);
	/** @type {Record<string, object>} */
	const options = {
		Partitioned: { partitions: 1 },
		PartitionedDynamic: { range: data.length },
	};
	const gem = /** @type {any} */ (gems)[policy].create(data, options[policy]);
	const { port1, port2 } = new MessageChannel();
	gems.send(port1, gem); // a ReadOnly may be filled before
	port1.close();
	port2.close();
	return gem;
}

const cases = Object.keys(policies).flatMap((policy) =>
	Object.keys(CONTENTS).flatMap((content) =>
		['with the right', 'without the right'].map((when) => ({ policy, content, when })),
	),
);

test('the units access in memory, and not only through proxies', () => {
	const { facts } = compile(SOURCE, { filename: 'cells.js', id: 'cells' });
	const general = facts.gemAccesses.filter(({ reason }) => reason);
	expect(facts.gemAccesses.length - general.length).toBeGreaterThan(25);
});

test.each(cases)('$policy, $content, $when', (one) => {
	for (const unit of units) {
		const expected = run(plain, unit, one);
		expect([unit, run(lowered, unit, one)]).toEqual([unit, expected]);
		expect([unit, run(host, unit, one)]).toEqual([unit, expected]);
		expect(expected.logs).toHaveLength(one.when === 'without the right' ? 1 : 3);
	}
});
