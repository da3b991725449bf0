// Accesses of GEMs outside of units: in what stays on the host, and in modules that hold no unit.
import { createSandbox } from './sandbox.js';

const MAIN = `import { PartitionedDynamic, ReadOnly, snapshot } from '@lapidary/runtime/gem';
import { Workers } from '@lapidary/runtime/workers';
import { describe } from './words.js';

function sum(values) {
	let total = 0;
	for (let i = 0; i < values.length; i++) total += values[i];
	return total;
}

const workers = new Workers(new URL('./worker.js', import.meta.url), { size: 2 });
const input = ReadOnly.create(Array.from({ length: 1000 }, (_, i) => i));
const result = PartitionedDynamic.create(new Array(1000).fill(0), { range: 500 });
await workers.multicast(input, result).gather((replies) => console.log(describe(replies)));
await workers.close();
console.log(sum(input), sum(snapshot(result)));
`;

const WORKER = `import { worker } from '@lapidary/runtime/workers';

worker.on('multicast', (input, result) => {
	result.getRange((from, to) => {
		for (let i = from; i < to; i++) result[i] = input[i] * 2;
	});
	worker.reply('done');
});
`;

const WORDS = `export const describe = (words) => words.join(', ');\r\n`;
const TYPES = `export { ReadOnly } from '@lapidary/runtime/gem';  // as it is\r\n`;
const BYTES = Buffer.concat([Buffer.from(`// @lapidary/runtime/gem `), Buffer.from([0xff, 10])]);

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox({
		'package.json': '{ "name": "demo", "type": "module" }',
		'src/main.js': MAIN,
		'src/worker.js': WORKER,
		'src/words.js': WORDS,
		'src/types.js': TYPES,
		'src/bytes.js': BYTES,
	});
});
afterEach(() => sandbox.remove());

const PRINTED = { status: 0, stdout: 'done, done\n499500 999000\n', stderr: '' };

test('modules without units access GEMs in memory, built and run, and print what they print as they are', async () => {
	expect(await sandbox.node(['src/main.js'])).toEqual({ ...PRINTED, signal: null });
	const built = await sandbox.lapidary(['build', 'src', '--out-dir', 'out']);
	expect(built).toMatchObject({ status: 0 });
	expect(built.stdout).toContain('lowered 2 files (0 units), copied 3');
	const out = sandbox.tree('out');
	expect(out['main.js']).toContain('elements as $lp_elements');
	expect(out['main.js']?.split('\n')).toHaveLength(MAIN.split('\n').length);
	expect(out['worker.js']).toContain(
		'(from, to) => {\n\t\tlet $lp_h1 = $lp_epoch, $lp_e1 = $lp_h1.n; let {',
	);
	expect(out['words.js']).toBe(WORDS);
	expect(out['types.js']).toBe(TYPES);
	expect(out['bytes.js']).toBe(BYTES.toString('latin1'));
	expect(await sandbox.node(['out/main.js'])).toMatchObject(PRINTED);
	expect(await sandbox.lapidary(['run', 'src/main.js'])).toMatchObject(PRINTED);
});

test('TypeScript loses its types, and the map of the host module leads to the source', async () => {
	sandbox.write({
		'src/main.js': '',
		'typed/sum.ts': MAIN.replace('(values)', '(values: number[])'),
	});
	const args = ['build', 'typed', '--out-dir', 'out', '--strip-types', '--source-maps'];
	expect(await sandbox.lapidary(args)).toMatchObject({ status: 0 });
	const out = sandbox.tree('out');
	expect(out['sum.js']).toContain('$lp_a1');
	expect(out['sum.js']).not.toContain('number[]');
	expect(JSON.parse(String(out['sum.js.map'])).sources).toEqual(['../typed/sum.ts']);
});

test('explain says of each access which module has it', async () => {
	const UNITS = `${MAIN}
export async function total(from) {
	'use cpu_bound';
	let most = 0;
	for (let i = from; i < input.length; i++) most += input[i];
	return most + sum(input);
}
`;
	sandbox.write({ 'src/units.js': UNITS });
	const { stdout } = await sandbox.lapidary(['explain', 'src/main.js']);
	expect(stdout).toMatch(/^ {2}7:\d+ +host +values\[\] +read +in memory, as elements$/m);
	expect(stdout).toContain('host module\n');
	const both = await sandbox.lapidary(['explain', 'src/units.js']);
	expect(both.stdout).toMatch(/^ {2}7:\d+ +both +values\[\] +read +in memory, as elements$/m);
	expect(both.stdout).toMatch(/^ {2}21:\d+ +worker +input\[\] +read +in memory, as elements$/m);
});
