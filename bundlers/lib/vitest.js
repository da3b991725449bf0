// Tests a unit with Vitest, with the configuration of a project that builds with Vite, too: `node vitest.js <folder>`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { startVitest } from 'vitest/node';

const FILES = {
	'package.json': '{ "name": "tested", "type": "module" }',
	'vite.config.js': `import tests from '@lapidary/compiler/vitest';
import lapidary from '@lapidary/unplugin/vite';
export default { plugins: [tests(), lapidary()] };
`,
	'double.js': `export async function double(x) {\n\t'use cpu_bound';\n\treturn x * 2;\n}\n`,
	'double.test.js': `import { expect, test } from 'vitest';
import { double } from './double.js';
test('is a promise', async () => {
	const given = double(21);
	expect(given).toBeInstanceOf(Promise);
	expect(await given).toBe(42);
});
`,
};

const [root = ''] = process.argv.slice(2);
for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(root, name), text);
const vitest = await startVitest('test', [], { root, watch: false, reporters: [] });
const modules = vitest.state.getTestModules();
await vitest.close();
console.log(
	JSON.stringify(
		modules.map((one) => ({
			tests: [...one.children.allTests()].map((test) => test.result().state),
			errors: one.errors().map(({ message }) => message),
		})),
	),
);
