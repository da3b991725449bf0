import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createProject } from '../publish/new-project.js';
import { packAll } from '../publish/pack.js';

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

let folder = '';
/** @type {Record<string, string>} */
let tarballs = {};
beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'lapidary-tarballs-'));
	tarballs = await packAll(folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(/** @type {const} */ (['npm', 'pnpm', 'yarn']))(
	'%s installs the packages; a project builds with them, and runs without what is for development',
	(manager) => {
		const project = createProject(manager, tarballs, {
			'src/main.js': PROGRAM,
			'src/total.js': TOTAL,
		});
		try {
			project.install('all');
			expect(project.run('src/main.js')).toBe('6 0 0\n');
			const bin = path.join('node_modules', 'lapidary', 'bin', 'lapidary.js');
			expect(project.run(bin, 'build', 'src', '--out-dir', 'dist')).toMatch(
				/^lowered 1 file \(1 unit\), copied 1/,
			);
			expect(project.run('dist/main.js')).toBe('6 3 3\n');
			expect(project.run(bin, 'run', 'src/main.js')).toBe('6 3 3\n');
			project.install('production');
			expect(() => readFileSync(path.join(project.folder, bin))).toThrow('ENOENT');
			expect(project.run('dist/main.js')).toBe('6 3 3\n');
		} finally {
			project.remove();
		}
	},
	240_000,
);
