import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { createSandbox } from './sandbox.js';

const SCORE = `export function score(rows) {
	'use cpu_bound';
	return rows.length;
}
`;
/** @param {string} specifier */
const using = (specifier) => `import { score } from '${specifier}';
export const run = async (rows) => score(rows) + 1;
`;
const MANIFEST = '{ "name": "demo", "private": true, "type": "module" }\n';

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox({ 'package.json': MANIFEST, 'src/score.js': SCORE });
});
afterEach(() => sandbox.remove());

/** @param {string[]} args @returns {Promise<{ status: number | null, found: string[] }>} `found`: 'LP5020 src/app.js:2' */
async function check(...args) {
	const { status, stdout, stderr } = await sandbox.lapidary(['check', ...args, '--format', 'json']);
	expect(stderr).toBe('');
	const { diagnostics } = JSON.parse(stdout);
	/** @param {any} one */
	const describe = ({ code, filename, start }) => `${code} ${filename}:${start?.line}`;
	return { status, found: diagnostics.map(describe).sort() };
}

describe('what a specifier leads to', () => {
	test.each([
		['a folder with an index', { 'src/lib/index.js': "export * from '../score.js';\n" }, './lib'],
		['a folder and a slash', { 'src/lib/index.js': "export * from '../score.js';\n" }, './lib/'],
		['no extension', {}, './score'],
		['a query', {}, './score.js?x#y'],
		[
			'signs of a URL',
			{ 'src/ünï #1.js': "export * from './score.js';\n" },
			'./%C3%BCn%C3%AF%20%231.js',
		],
		['a name that would be a URL’s', { 'src/50%.js': "export * from './score.js';\n" }, './50%.js'],
		[
			"the package's own exports",
			{
				'package.json':
					'{ "name": "demo", "private": true, "exports": { "./s": "./src/score.js" } }',
			},
			'demo/s',
		],
		[
			'a pattern of its own exports',
			{
				'package.json':
					'{ "name": "demo", "private": true, "exports": { "./*": { "import": "./src/*.js" } } }',
			},
			'demo/score',
		],
		[
			'its imports',
			{
				'package.json':
					'{ "name": "demo", "private": true, "imports": { "#s": "./src/score.js" } }',
			},
			'#s',
		],
		[
			'the paths of a tsconfig.json',
			{
				'tsconfig.json':
					'{ // of TypeScript\n "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
			},
			'@/score',
		],
	])('%s', async (_, files, specifier) => {
		sandbox.write({
			.../** @type {Record<string, string>} */ (files),
			'src/app.js': using(specifier),
		});
		expect(await check('src')).toEqual({ status: 1, found: ['LP5020 src/app.js:2'] });
	});

	test('TypeScript names the files that will be there', async () => {
		sandbox.write({
			'src/one.mts': SCORE.replace('rows', 'rows: number[]'),
			'src/two.tsx': "export * from './one.mjs';\nexport const element = <p>{1 as number}</p>;\n",
			'src/app.ts': `${using('./two.js')}export type { Row } from './nowhere.js';\n`,
		});
		expect(await check('src')).toEqual({ status: 1, found: ['LP5020 src/app.ts:2'] });
	});

	test('a package of the workspace, through its link in node_modules', async () => {
		sandbox.write({
			'packages/score/package.json':
				'{ "name": "@demo/score", "type": "module", "exports": { ".": { "node": "./lib/score.js" } } }',
			'packages/score/lib/score.js': SCORE,
			'packages/app/main.js': using('@demo/score'),
		});
		const modules = path.join(sandbox.root, 'packages/app/node_modules/@demo');
		mkdirSync(modules, { recursive: true });
		symlinkSync('../../../score', path.join(modules, 'score'));
		expect(await check('packages')).toEqual({
			status: 1,
			found: ['LP5020 packages/app/main.js:2'],
		});
	});
});

test('a build fails where a check does, and writes nothing', async () => {
	sandbox.write({ 'src/app.js': using('./score.js') });
	const [checked, built] = [
		await sandbox.lapidary(['check', 'src']),
		await sandbox.lapidary(['build', 'src', '--out-dir', 'out']),
	];
	expect(checked.status).toBe(1);
	expect(built).toMatchObject({ status: 1, stderr: checked.stderr });
	expect(built.stderr).toMatch(/^error LP5020 missing-await\n {2}src\/app\.js:2:36 /);
	expect(built.stdout).toMatch(
		/^1 error in 2 files, 1 for `lapidary check --fix`, nothing was written, /,
	);
	expect(Object.keys(sandbox.tree())).toEqual(['package.json', 'src/app.js', 'src/score.js']);
});

test('--no-link, on the command line and in the configuration', async () => {
	sandbox.write({ 'src/app.js': using('./score.js') });
	expect(await check('src', '--no-link')).toEqual({ status: 0, found: [] });
	sandbox.write({ 'lapidary.config.mjs': 'export default { link: false };\n' });
	expect(await check('src')).toEqual({ status: 0, found: [] });
});

test('what is emitted from a file does not depend on the others', async () => {
	sandbox.write({ 'src/app.js': using('./score.js') });
	await sandbox.lapidary(['build', 'src', '--out-dir', 'alone', '--no-link']);
	sandbox.write({
		'src/app.js': using('./score.js').replace('score(rows) ', '(await score(rows)) '),
	});
	const { status, stderr } = await sandbox.lapidary(['build', 'src', '--out-dir', 'linked']);
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	const { 'app.js': _before, ...alone } = sandbox.tree('alone');
	const { 'app.js': _after, ...linked } = sandbox.tree('linked');
	expect(linked).toEqual(alone);
	expect(Object.keys(linked)).toHaveLength(2);
});

test('results of a cache are linked as well', async () => {
	sandbox.write({ 'src/app.js': using('./score.js') });
	const cached = ['src', '--cache-dir', 'cache'];
	const first = await check(...cached);
	expect(first).toEqual({ status: 1, found: ['LP5020 src/app.js:2'] });
	expect(await check(...cached)).toEqual(first);
	expect(await check(...cached, '--no-link')).toEqual({ status: 0, found: [] });
});

test('a place in another file is shown in every format', async () => {
	sandbox.write({ 'src/app.js': using('./score.js') });
	const json = await sandbox.lapidary(['check', 'src', '--format', 'json']);
	const [{ related }] = JSON.parse(json.stdout).diagnostics;
	expect(related).toEqual([
		expect.objectContaining({ filename: 'src/score.js', start: { line: 2, column: 1 } }),
	]);
	const github = await sandbox.lapidary(['check', 'src', '--format', 'github']);
	expect(github.stdout).toMatch(/^::error file=src\/app\.js,line=2,[^\n]*src\/score\.js:2/m);
	const sarif = await sandbox.lapidary(['check', 'src', '--format', 'sarif']);
	const [result] = JSON.parse(sarif.stdout).runs[0].results;
	expect(result.relatedLocations[0].physicalLocation).toMatchObject({
		artifactLocation: { uri: 'src/score.js' },
		region: { startLine: 2, startColumn: 2 },
	});
});

test('a file that cannot be parsed is pointed out when it may use an annotated function', async () => {
	sandbox.write({
		'src/app.js': "import { score } from './score.js';\nconst = score;\n",
		'src/other.js': "import './plain.js';\nconst = 1;\n",
		'src/plain.js': '',
	});
	expect(await check('src')).toEqual({ status: 0, found: ['LP5021 src/app.js:2'] });
});

test('the deepest chain and the widest circle end', async () => {
	const files = /** @type {Record<string, string>} */ ({});
	for (let index = 0; index < 80; index++)
		files[`src/f${index}.js`] =
			`import { score as before } from './${index ? `f${index - 1}` : 'score'}.js';
import './f${(index + 1) % 80}.js';
export function score(rows) {
	return before(rows) + 1;
}
`;
	sandbox.write(files);
	expect(await check('src')).toEqual({ status: 0, found: ['LP5025 src/f0.js:4'] });
});

describe('what is not followed is said', () => {
	/** @param {string[]} args @returns {Promise<string[]>} 'src/app.js:1 `./nowhere.js` … there is no such file' */
	async function unfollowed(...args) {
		const { status, stdout } = await sandbox.lapidary(['check', ...args, '--format', 'json']);
		expect(status).toBe(0);
		/** @param {any} one */
		const describe = ({ code, severity, filename, start, message }) =>
			`${severity} ${code} ${filename}:${start.line} ${message}`;
		return JSON.parse(stdout)
			.diagnostics.map(describe)
			.sort()
			.map((/** @type {string} */ one) =>
				one.replace(/ is not followed, .* are not checked: /, ' — ').replace('note LP7023 ', ''),
			);
	}

	test('files and packages that are not there, each once', async () => {
		sandbox.write({
			'src/app.js': "import './nowhere.js';\nexport const m = () => import('~/score');\n",
			'src/deep/app.js':
				"import '../nowhere.js';\nimport '~/score';\nimport 'nowhere';\nimport '#s';\n",
			'src/styles.js': "import './gone.css';\nimport type from './types.js';\n",
			'src/types.d.ts': 'export default type;\ndeclare const type: number;\n',
			'src/words.js': "// import './comment.js'\nexport const text = 'import \"./string.js\"';\n",
			'src/platform.js':
				"import 'node:fs';\nimport 'fs';\nimport 'https://example.org/x.js';\nimport 'piscina';\nimport 'virtual:x';\n",
		});
		expect(await unfollowed('src')).toEqual([
			'src/app.js:1 `./nowhere.js` — there is no such file',
			'src/app.js:2 `~/score` — no file and no package of that name is found',
			'src/deep/app.js:3 `nowhere` — no file and no package of that name is found',
			'src/deep/app.js:4 `#s` — no file and no package of that name is found',
		]);
	});

	test('annotated files that are there and are not checked', async () => {
		sandbox.write({
			'other/score.js': SCORE,
			'other/plain.js': 'export {};\n',
			'src/skipped.js': SCORE,
			'src/app.js':
				"import '../other/score.js';\nimport '../other/plain.js';\nimport './skipped.js';\nimport 'lib';\n",
			'lib/package.json': '{ "name": "lib", "exports": "./score.js" }',
			'lib/score.js': SCORE,
			'src/node_modules/.keep': '',
		});
		symlinkSync('../../lib', path.join(sandbox.root, 'src/node_modules/lib'));
		expect(await unfollowed('src', '--ignore', 'skipped.js')).toEqual([
			'src/app.js:1 `../other/score.js` — `other/score.js` seems to have annotated functions and is not among the files that are checked',
			'src/app.js:3 `./skipped.js` — `src/skipped.js` seems to have annotated functions and is not among the files that are checked',
		]);
	});

	test('relative paths that are put together, where they may lead to an annotated file', async () => {
		sandbox.write({
			'src/ops/score.js': SCORE,
			'src/texts/en.js': 'export {};\n',
			'src/app.js': `export const load = (name) => [
	import(\`./ops/\${name}.js\`),
	import('./texts/' + name + '.js'),
	import('./ops/s' + name),
	import(name),
	// import(\`./\${name}\`)
];
`,
			'src/old.cjs': "exports.load = (name) => require('./ops/' + name);\n",
		});
		const reason =
			'which file it is shows at run time, and `src/ops/score.js` has annotated functions';
		expect(await unfollowed('src')).toEqual([
			`src/app.js:2 \`./ops/*.js\` — ${reason}`,
			`src/app.js:4 \`./ops/s*\` — ${reason}`,
			`src/old.cjs:1 \`./ops/*\` — ${reason}`,
		]);
	});

	test('nothing where nothing is annotated, or nobody can import it', async () => {
		sandbox.write({
			'plain/app.js': "import './nowhere.js';\n",
			'main/app.js': `import nowhere from './nowhere.js';\n${SCORE.replace('export ', '')}console.log(nowhere);\n`,
		});
		expect(await unfollowed('plain')).toEqual([]);
		expect(await unfollowed('main')).toEqual([]);
	});
});

describe('state that an imported module changes itself', () => {
	const UNIT = `import { scale } from './rows.js';
export async function scaleAll(rows) {
	'use cpu_bound';
	return rows.map(scale);
}
`;
	const LEVELS = `let level = 1;
export const setLevel = (next) => { level = next; };
export const scale = (row) => row * level;
`;
	beforeEach(() => {
		sandbox.write({
			'src/score.js': UNIT,
			'src/rows.js': "export { scale } from './lib/levels.js';\n",
			'src/lib/levels.js': LEVELS,
		});
	});

	test('is found in files that nothing annotated imports', async () => {
		sandbox.write({
			'src/settings.js':
				"import { setLevel } from './lib/levels.js';\nexport const load = async (n) => setLevel(n);\n",
			'src/main.js': "import { load } from './settings.js';\nawait load(3);\n",
		});
		expect(await check('src')).toEqual({ status: 1, found: ['LP2031 src/score.js:4'] });
	});

	test('is nothing to report when the host never changes it', async () => {
		sandbox.write({
			'src/settings.js':
				"import { setLevel } from './lib/levels.js';\nexport const load = (n) => setLevel(n);\nexport const name = 'x';\n",
			'src/main.js':
				"import { name } from './settings.js';\nimport './broken.js';\nconsole.log(name);\n",
			'src/broken.js': "import './lib/levels.js'; (((\n",
		});
		expect(await check('src')).toEqual({ status: 0, found: [] });
	});
});
