import { createRequire } from 'node:module';
import { afterEach, expect, test } from '@jest/globals';
import path from 'node:path';
import { createProject, SCORE, TESTS } from '../../packages/compiler/test/test-runners/project.js';

const require = createRequire(import.meta.url);
const VITEST = path.join(path.dirname(require.resolve('vitest/package.json')), 'vitest.mjs');

/** @type {ReturnType<typeof createProject>} */
let project;
afterEach(() => project?.remove());

test('units run in Vitest, on copies or threads, by what the configuration says', () => {
	project = createProject({
		'package.json': '{ "name": "demo", "private": true, "type": "module" }',
		'vitest.config.js': `import lapidary from '@lapidary/compiler/vitest';
const threads = process.env.WHERE === 'thread';
export default { plugins: [lapidary({ threads })], test: { testTimeout: 60_000, maxWorkers: 1 } };
`,
		'src/norm.js': 'export const norm = (x) => x / 10;\n',
		'src/score.ts': SCORE,
		'src/score.test.ts': `import { expect, test } from 'vitest';\n${TESTS}`,
		'src/mocked.test.ts': `import { expect, test, vi } from 'vitest';
import { score } from './score';
vi.mock('./norm.js', () => ({ norm: (x: number) => -x }));
test.skipIf(process.env.WHERE)('mocks', async () => { expect(await score([{ value: 1 }])).toEqual([-1]); });
`,
	});
	const inline = project.run([VITEST, 'run']);
	expect(inline.output).toMatch(/Tests {2}9 passed \(9\)/);
	const threads = project.run([VITEST, 'run'], { WHERE: 'thread' });
	expect(threads.output).toMatch(/Tests {2}8 passed \| 1 skipped \(9\)/);
	expect([inline.status, threads.status]).toEqual([0, 0]);
});
