import { createSandbox } from './sandbox.js';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox({ 'src/good.mjs': GOOD, 'src/plain.mjs': 'export {};\n' });
});
afterEach(() => sandbox.remove());

const GOOD = `export async function square(n) {
	'use cpu_bound';
	return n * n;
}
`;
const DROPPED = `${GOOD}square(1);\n`;
const BROKEN = `let total = 0;
export async function sum(rows) {
	'use cpu_bound';
	for (const row of rows) total += row;
}
`;

test('a clean tree passes, and nothing is written', async () => {
	const before = sandbox.tree();
	const { status, stdout, stderr } = await sandbox.lapidary(['check', 'src']);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	expect(stdout).toMatch(/^checked 2 files: 1 file \(1 unit\) can be lowered, in \d+ ms\n$/);
	expect(sandbox.tree()).toEqual(before);
});

test('warnings pass, unless --strict', async () => {
	sandbox.write({ 'src/dropped.mjs': DROPPED });
	const lenient = await sandbox.lapidary(['check', 'src']);
	expect(lenient.status).toBe(0);
	expect(lenient.stderr).toMatch(/^warning LP5003 dropped-result$/m);
	const strict = await sandbox.lapidary(['check', 'src', '--strict']);
	expect(strict.status).toBe(1);
	expect(strict.stderr).toMatch(/^error LP5003 dropped-result$/m);
});

test('files of one name in two paths are both checked', async () => {
	sandbox.write({ 'a/x.mjs': BROKEN, 'b/x.mjs': BROKEN });
	const { status, stderr } = await sandbox.lapidary(['check', 'a', 'b', 'a/x.mjs']);
	expect(status).toBe(1);
	expect(stderr.match(/^error LP2003/gm)).toHaveLength(2);
});

test('the out-dir of the configuration is no source', async () => {
	sandbox.write({ 'lapidary.config.mjs': "export default { outDir: 'src/out' };\n" });
	sandbox.write({ 'src/out/old.mjs': BROKEN });
	expect(await sandbox.lapidary(['check', 'src'])).toMatchObject({ status: 0, stderr: '' });
});

describe('--format', () => {
	beforeEach(() => sandbox.write({ 'src/a dir/50%,x.mjs': BROKEN, 'src/dropped.mjs': DROPPED }));

	test('json has every field of its schema', async () => {
		const { status, stdout, stderr } = await sandbox.lapidary(['check', 'src', '--format', 'json']);
		expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
		const report = JSON.parse(stdout);
		expect(report).toMatchObject({ version: 1, command: 'check', ok: false });
		const { durationMs, ...counts } = report.summary;
		expect(durationMs).toBeGreaterThan(0);
		expect(counts).toEqual({
			files: 4,
			lowered: 2,
			copied: 2,
			units: 2,
			cached: 0,
			errors: 1,
			warnings: 1,
			fixable: 0,
			fixed: [],
			left: [],
			dryRun: false,
		});
		expect(report.diagnostics).toHaveLength(2);
		const [broken] = report.diagnostics.filter((/** @type {any} */ { code }) => code === 'LP2003');
		expect(broken).toEqual({
			code: 'LP2003',
			slug: 'writes-capture',
			kind: 'unsafe',
			severity: 'error',
			message: expect.stringContaining('`sum` assigns to `total`'),
			filename: 'src/a dir/50%,x.mjs',
			start: { line: 4, column: 25 },
			end: { line: 4, column: 30 },
			related: [
				{
					message: expect.any(String),
					filename: 'src/a dir/50%,x.mjs',
					start: { line: 1, column: 4 },
					end: { line: 1, column: 9 },
				},
			],
			help: expect.stringContaining('GEM'),
		});
	});

	test('github escapes what would end a property or a command', async () => {
		const { status, stdout } = await sandbox.lapidary(['check', 'src', '--format', 'github']);
		expect(status).toBe(1);
		const commands = stdout.split('\n').filter((line) => line.startsWith('::'));
		expect(commands).toHaveLength(2);
		expect(commands[0]).toMatch(
			/^::error file=src\/a dir\/50%25%2Cx\.mjs,line=4,col=26,endLine=4,endColumn=31,title=LP2003 writes-capture::`sum` assigns to `total`[^\n]*%0Ahelp: /,
		);
		expect(commands[1]).toMatch(/^::warning file=src\/dropped\.mjs,line=5,col=1,/);
	});

	test('sarif 2.1.0 has rules of the catalogue and relative URIs', async () => {
		const { status, stdout } = await sandbox.lapidary(['check', 'src', '--format', 'sarif']);
		expect(status).toBe(1);
		const log = JSON.parse(stdout);
		expect(log.version).toBe('2.1.0');
		expect(log.runs).toHaveLength(1);
		const [{ tool, results, columnKind }] = log.runs;
		expect(columnKind).toBe('utf16CodeUnits');
		expect(tool.driver.name).toBe('lapidary');
		expect(tool.driver.rules.map((/** @type {any} */ { id }) => id)).toEqual(['LP2003', 'LP5003']);
		expect(tool.driver.rules[0]).toMatchObject({
			name: 'writes-capture',
			shortDescription: { text: expect.stringContaining('assigns to') },
			help: { text: expect.stringContaining('GEM') },
			defaultConfiguration: { level: 'error' },
		});
		expect(results).toHaveLength(2);
		for (const { ruleId, ruleIndex } of results)
			expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
		expect(results[0]).toMatchObject({
			level: 'error',
			locations: [
				{
					physicalLocation: {
						artifactLocation: { uri: 'src/a%20dir/50%25%2Cx.mjs', uriBaseId: '%SRCROOT%' },
						region: { startLine: 4, startColumn: 26, endLine: 4, endColumn: 31 },
					},
				},
			],
			relatedLocations: [{ id: 0, physicalLocation: { region: { startLine: 1, startColumn: 5 } } }],
		});
	});

	test('a command line that is not understood is reported in the format too', async () => {
		const { status, stdout, stderr } = await sandbox.lapidary([
			'check',
			'src',
			'--strikt',
			'--format=json',
		]);
		expect({ status, stderr }).toEqual({ status: 2, stderr: '' });
		expect(JSON.parse(stdout)).toMatchObject({
			ok: false,
			summary: null,
			diagnostics: [
				{ code: 'LP7001', filename: null, start: null, help: 'did you mean `--strict`?' },
			],
		});
	});
});
