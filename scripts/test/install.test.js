import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject } from '../publish/new-project.js';
import { packAll } from '../publish/pack.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, INSTALL] = /^## Install\n([^]*?)^## /m.exec(README) ?? [];
/** The program of README's first section, and the commands that follow it. */
const [, FIRST_PROGRAM] = /```js\n\/\/ src\/main\.mjs\n([^]*?)```/.exec(INSTALL) ?? [];
const COMMANDS = [...INSTALL.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) =>
	block
		.trim()
		.split('\n')
		.map((line) => line.replace(/\s+#.*$/, '')),
);

const PROGRAM = `import { stats } from '@lapidary/runtime';
import { add, AtomicLK, snapshot } from './total.js';
const total = AtomicLK.create({ n: 0 });
await Promise.all([1, 2, 3].map((n) => add(total, n)));
const { calls = 0, completed = 0 } = stats().units['new-project/src/total.js#add'] ?? {};
console.log(snapshot(total).n, calls, completed);
`;
const TOTAL = `export { AtomicLK, snapshot } from '@lapidary/runtime/gem';
export async function add(total, n) {
	'use cpu_bound';
	total.atomic(() => { total.n += n; });
}
`;

const ROLLUP_CONFIG = `import lapidary from '@lapidary/unplugin/rollup';
export default {
	input: 'src/gem.js',
	output: { dir: 'bundle' },
	external: /^@lapidary/,
	plugins: [lapidary()],
};
`;

let folder = '';
/** @type {Record<string, string>} */
let tarballs = {};
beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'lapidary-tarballs-'));
	tarballs = await packAll(folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** All three take minutes: `npm run test:install`. */
const MANAGERS = process.env.ALL_MANAGERS
	? /** @type {const} */ (['npm', 'pnpm', 'yarn'])
	: /** @type {const} */ (['npm']);

test.each(MANAGERS)(
	'%s installs the packages; a project builds with them, and runs without what is for development',
	(manager) => {
		const project = createProject(manager, tarballs, {
			'src/main.mjs': FIRST_PROGRAM,
			'src/gem.js': PROGRAM,
			'src/total.js': TOTAL,
			'rollup.config.js': ROLLUP_CONFIG,
		});
		try {
			project.install('all');
			expect(project.run('src/gem.js')).toBe('6 0 0\n');
			const bin = path.join('node_modules', 'lapidary', 'bin', 'lapidary.js');
			expect(project.run(bin, 'build', 'src', '--out-dir', 'dist')).toMatch(
				/^lowered 2 files \(2 units\), copied 1/,
			);
			expect(project.run('dist/gem.js')).toBe('6 3 3\n');
			expect(project.run(bin, 'run', 'src/gem.js')).toBe('6 3 3\n');
			expect(project.run('src/main.mjs')).toBe('[ 78498, 78498, 78498, 78498 ]\n');
			expect(project.run('dist/main.mjs')).toBe('[ 78498, 78498, 78498, 78498 ]\n');
			project.run(
				path.join('node_modules', 'rollup', 'dist', 'bin', 'rollup'),
				'--config',
				'--silent',
			);
			expect(project.run('bundle/gem.js')).toBe('6 3 3\n');
			project.install('production');
			expect(() => readFileSync(path.join(project.folder, bin))).toThrow('ENOENT');
			expect(project.run('dist/gem.js')).toBe('6 3 3\n');
			expect(project.run('bundle/gem.js')).toBe('6 3 3\n');
		} finally {
			project.remove();
		}
	},
	480_000,
);

test('README installs what this test installs, and builds and runs as it does', () => {
	expect(COMMANDS).toEqual([
		'npm install @lapidary/runtime',
		'npm install --save-dev lapidary',
		'npx lapidary build src --out-dir dist',
		'node dist/main.mjs',
	]);
});
