import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTransformer } from '../../src/adapters/jest/index.js';
import { createProject, SCORE, TESTS } from './project.js';

const JEST = 'node_modules/jest/bin/jest.js';
const BABEL = `{ "presets": [["@babel/preset-env", { "targets": { "node": "current" } }], "@babel/preset-typescript"] }`;
const TRANSFORMER = '@lapidary/compiler/jest';

/** @param {object} options of the transformer @param {object} [others] of Jest */
const configuration = (options, others) =>
	JSON.stringify({
		transform: { '\\.[jt]sx?$': [TRANSFORMER, options] },
		testTimeout: 60_000,
		...others,
	});

/** @type {ReturnType<typeof createProject>} */
let project;
afterEach(() => project?.remove());

test('units run in tests of CommonJS and TypeScript, on copies or threads, by what the configuration says', () => {
	project = createProject({
		'package.json': '{ "name": "demo", "private": true }',
		'babel.config.json': BABEL,
		'inline.json': configuration({}),
		'threads.json': configuration({ threads: true }),
		'src/norm.ts': 'export const norm = (x: number) => x / 10;\n',
		'src/score.ts': SCORE,
		'src/score.test.ts': TESTS,
		'src/mocked.test.ts': `import { score } from './score';
jest.mock('./norm.js', () => ({ norm: (x: number) => -x }), { virtual: true });
jest.useFakeTimers();
test('mocks and clocks of tests', async () => { expect(await score([{ value: 1 }])).toEqual([-1]); });
`,
	});
	writeFileSync(path.join(project.root, 'src/norm.js'), 'exports.norm = (x) => x / 10;\n');
	const inline = project.run([JEST, '-i', '-c', 'inline.json', '--no-cache']);
	expect(inline.output).toMatch(/Tests: +9 passed, 9 total/);
	expect(inline.status).toBe(0);
	const env = { WHERE: 'thread' };
	const threads = project.run([JEST, '-i', '-c', 'threads.json', 'score', '--forceExit'], env);
	expect(threads.output).toMatch(/Tests: +8 passed, 8 total/);
	expect(threads.output).not.toMatch(/LP80/);
});

test('units run in tests of ES modules without another transformer; errors of the compiler fail them', () => {
	project = createProject({
		'package.json': '{ "name": "demo", "private": true, "type": "module" }',
		'jest.config.json': configuration({ transformer: false }),
		'a.js': `import { AtomicLK, snapshot } from '@lapidary/runtime/gem';
const total = AtomicLK.create({ n: 0 });
export async function add(to, n) { 'use cpu_bound'; to.atomic(() => { to.n += n; }); return n; }
export const sum = async () => { await add(total, 2); return snapshot(total).n; };
`,
		'a.test.js': `import { sum } from './a.js';
test('GEMs are shared', async () => { expect(await sum()).toBe(2); });
`,
		'bad.test.js': `let count = 0;
async function add(n) { 'use cpu_bound'; count += n; }
test('never run', () => add(1));
`,
	});
	const ran = project.run(['--experimental-vm-modules', '--no-warnings', JEST, '-i']);
	expect(ran.output).toMatch(/error LP2003 writes-capture\n\s+bad\.test\.js:2:/);
	expect(ran.output).toMatch(/Tests: +1 passed, 1 total/);
});

describe('the key of the cache', () => {
	const jest = { configString: '{}', config: { rootDir: '/' }, supportsStaticESM: false };
	/** @param {object} config @param {string} text @param {string} file @param {object} [others] */
	const key = (config, text, file, others) =>
		createTransformer({ transformer: false, ...config }).getCacheKey?.(text, file, {
			...jest,
			...others,
		});

	test('is the same for the same input', () => {
		expect(key({}, 'a', '/a.js')).toBe(key({}, 'a', '/a.js'));
	});

	test('covers text, name, options, configuration and kind of module', () => {
		const keys = [
			key({}, 'a', '/a.js'),
			key({}, 'b', '/a.js'),
			key({}, 'a', '/b.js'),
			key({ threads: true }, 'a', '/a.js'),
			key({ strict: true }, 'a', '/a.js'),
			key({}, 'a', '/a.js', { configString: '{ }' }),
			key({}, 'a', '/a.js', { supportsStaticESM: true }),
		];
		expect(new Set(keys).size).toBe(keys.length);
	});

	test('covers the name of the package, by which units are called', () => {
		project = createProject({ 'package.json': '{ "name": "one" }' });
		const file = path.join(project.root, 'a.js');
		const before = key({}, 'a', file);
		writeFileSync(path.join(project.root, 'package.json'), '{ "name": "two" }');
		expect(key({}, 'a', file)).not.toBe(before);
	});
});

test('options that are not known are refused', () => {
	expect(() => createTransformer(/** @type {any} */ ({ thread: true }))).toThrow(/'thread'/);
});
