import { createSandbox } from './sandbox.js';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox({
		'package.json': '{ "name": "demo", "type": "module" }',
		'lib/score.js': SOURCE,
	});
});
afterEach(() => sandbox.remove());

const SOURCE = `import { dot } from './linalg.js';
const SCALE = 10;
function norm(x) { return x / SCALE; }
console.log('loaded');

export function makeScorer(weights) {
  return async function score(rows) {
    "use cpu_bound pool=render";
    return rows.map((row) => norm(dot(row, weights)));
  };
}

export async function twice(x) {
  "use cpu_bound";
  return 2 * x;
}
`;

const TABLE = `const SCALE = 10;
const TABLE = [];
for (let n = 0; n < 9; n++) TABLE.push(n);
const norm = (x) => x / SCALE;
export async function visit(rows, each, { order } = {}) {
  "use cpu_bound";
  for (const row of rows) await each(norm(row) + TABLE[row]);
  return order ? rows.toSorted((a, b) => order(a, b) + 0) : [];
}
`;

test('the text shows captures with their channels, the slice, sizes and both modules', async () => {
	const { status, stdout, stderr } = await sandbox.lapidary(['explain', 'lib/score.js']);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	expect(stdout).toContain('lib/score.js: ES module demo/lib/score.js, 2 units');
	expect(stdout).toContain('directive  use cpu_bound pool=render');
	expect(stdout).toMatch(/^ {4}weights +snapshot +/m);
	expect(stdout).toMatch(/^ {4}dot +import +\d+ B +/m);
	expect(stdout).toMatch(/^ {4}norm +slice +\d+ B +/m);
	expect(stdout).toMatch(/^ {2}kept +\d+ B +3: function norm\(x\)/m);
	expect(stdout).toMatch(/^ {2}dropped +\d+ B +4: console\.log\('loaded'\);? +\(/m);
	expect(stdout).toMatch(/source \d+ B, host module \d+ B, worker module \d+ B/);
	expect(stdout).toContain('$lp_call($lp_score ??=');
	expect(stdout).toMatch(/^worker module score\.cpu_bound-[0-9a-f]{8}\.js$/m);
});

test('each unit shows why each statement of its slice is there, and which functions it can be given', async () => {
	sandbox.write({ 'lib/table.js': TABLE });
	const { stdout } = await sandbox.lapidary(['explain', 'lib/table.js']);
	expect(stdout).toMatch(
		/1: SCALE = 10 +10 B +defines `SCALE`, used in line 4 by `norm`, used in line 7/,
	);
	expect(stdout).toMatch(/3: for \(.+\) TABLE\.push\(n\); +\d+ B +fills `TABLE`, used in line 7/);
	expect(stdout).toMatch(/5: async function visit.+ B +the unit itself/);
	expect(stdout).toContain('args[1]        called; a function that is passed runs on the host');
	expect(stdout).toMatch(/args\[2\]\.order +called; its result is needed at once \(line 8\)/);
	const json = await sandbox.lapidary(['explain', 'lib/table.js', '--format', 'json']);
	const [unit] = JSON.parse(json.stdout).units;
	expect(unit.functions).toEqual([
		{ path: [1] },
		{ path: [2, 'order'], use: { line: 8, column: expect.any(Number) } },
	]);
	expect(unit.slice[0]).toEqual({
		statement: 0,
		defines: ['SCALE'],
		uses: [
			{ name: 'SCALE', line: 4 },
			{ name: 'norm', line: 7 },
		],
	});
});

test('call sites have the names of their units, whatever the file is called', async () => {
	const text = "async function f(n) {\n\t'use cpu_bound';\n\treturn n;\n}\nawait f(1);\n";
	sandbox.write({ 'lib/a#b.mjs': text });
	const { stdout } = await sandbox.lapidary(['explain', 'lib/a#b.mjs']);
	expect(stdout).toMatch(/call sites\n +5:7 {2}f {2}/);
});

test.each(['lib/score.js#score', 'lib/score.js#makeScorer.score', 'lib/score.js:9'])(
	'%s shows one unit',
	async (what) => {
		const { status, stdout } = await sandbox.lapidary(['explain', what, '--format', 'json']);
		expect(status).toBe(0);
		const explanation = JSON.parse(stdout);
		expect(explanation).toMatchObject({
			version: 1,
			file: 'lib/score.js',
			id: 'demo/lib/score.js',
		});
		expect(explanation.units.map((/** @type {any} */ { name }) => name)).toEqual([
			'makeScorer.score',
		]);
		expect(explanation.units[0].stub).toContain('$lp_call');
		expect(explanation.units[0].captures).toContainEqual(
			expect.objectContaining({ name: 'weights', channel: 'snapshot' }),
		);
		expect(explanation.worker.code).toContain('$lp_units');
	},
);

test('a unit or a line that is not there: the message lists those that are', async () => {
	for (const what of ['lib/score.js#scores', 'lib/score.js:2']) {
		const { status, stderr } = await sandbox.lapidary(['explain', what]);
		expect(status).toBe(2);
		expect(stderr).toContain('its units are `makeScorer.score` (line 7), `twice` (line 13)');
	}
});

test('diagnostics are shown with what could be found out', async () => {
	sandbox.write({
		'bad.js': "let n = 0;\nexport async function count() {\n\t'use cpu_bound';\n\tn++;\n}\n",
	});
	const { status, stdout, stderr } = await sandbox.lapidary(['explain', 'bad.js']);
	expect(status).toBe(1);
	expect(stdout).toContain('unit count');
	expect(stderr).toMatch(/^error LP2003 writes-capture\n {2}bad\.js:4:2 /m);
});

test('a code is explained with its examples', async () => {
	const { status, stdout } = await sandbox.lapidary(['explain', 'lp2003']);
	expect(status).toBe(0);
	expect(stdout).toMatch(/^LP2003 writes-capture\nunsafe · error · since 0\.1\n/);
	expect(stdout).toContain('\nwrong:\n');
	expect(stdout).toContain('\nright:\n');
	const json = await sandbox.lapidary(['explain', 'LP2003', '-f', 'json']);
	expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, code: 'LP2003', kind: 'unsafe' });
});

test('what other files of the package do to a file shows, as in a build', async () => {
	sandbox.write({
		'lib/score.js': 'export const twice = (x) => x * 2;\n',
		'lib/config.js': 'export const config = { by: 1 };\n',
		'lib/scale.js': `import { config } from './config.js';
export async function scale(x) {
  "use cpu_bound";
  return config.by * x;
}
`,
		'lib/main.js': "import { config } from './config.js';\nconfig.by = 2;\n",
	});
	const { stdout, stderr } = await sandbox.lapidary(['explain', 'lib/scale.js']);
	expect(stderr).toBe('');
	expect(stdout).toMatch(/^ {4}config +snapshot +cloned at each call: another file changes it/m);
	expect(stdout).toContain('[x], [config])');
	sandbox.write({ 'lib/config.js': 'export const config = { by: 1, read: () => 1 };\n' });
	sandbox.write({
		'lib/scale.js': `import { config } from './config.js';
export async function scale(x) {
  "use cpu_bound";
  return Object.keys(config).length + x;
}
`,
	});
	const refused = await sandbox.lapidary(['explain', 'lib/scale.js']);
	expect(refused.status).toBe(1);
	expect(refused.stderr).toContain('error LP2031 changed-import');
});
