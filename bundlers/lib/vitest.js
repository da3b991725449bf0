// Tests a unit with Vitest, with the configuration of a project that builds with Vite, too, and prints what comes of it with the plugin
// for tests beside that for builds, and without: `node vitest.js <folder>`.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { startVitest } from 'vitest/node';

const FILES = {
	'package.json': '{ "name": "tested", "type": "module" }',
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
const IMPORTS = `import tests from '@lapidary/compiler/vitest';
import lapidary from '@lapidary/unplugin/vite';
`;

const [root = ''] = process.argv.slice(2);
/** @type {Record<string, { tests: string[], errors: string[] }[]>} */
const said = {};
for (const plugins of ['tests(), lapidary()', 'lapidary()']) {
	const folder = path.join(root, plugins.replace(/\W+/g, '-'));
	mkdirSync(folder, { recursive: true });
	const config = `${IMPORTS}export default { plugins: [${plugins}] };\n`;
	for (const [name, text] of Object.entries({ ...FILES, 'vite.config.js': config }))
		writeFileSync(path.join(folder, name), text);
	const vitest = await startVitest('test', [], { root: folder, watch: false, reporters: [] });
	said[plugins] = vitest.state.getTestModules().map((one) => ({
		tests: [...one.children.allTests()].map((test) => test.result().state),
		errors: one.errors().map(({ message }) => message),
	}));
	await vitest.close();
}
console.log(JSON.stringify(said));
