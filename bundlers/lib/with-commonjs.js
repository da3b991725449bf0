// Builds a program with rollup's plugin for CommonJS before and behind ours, and runs it: `node with-commonjs.js <folder>` prints for
// each order what the program says, and how many worker modules there are.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import commonjs from '@rollup/plugin-commonjs';
import lapidary from '@lapidary/unplugin/rollup';
import { rollup } from 'rollup';
import { runNode } from './run-node.js';

const FILES = {
	'main.js': `import { twice } from './unit.js';\nimport table from './table.cjs';\nconsole.log(await twice(3), table.size);\n`,
	'unit.js': `import table from './table.cjs';\nexport async function twice(x) {\n\t'use cpu_bound';\n\treturn x * 2 + table.size;\n}\n`,
	'table.cjs': `const { extra } = require('./extra.cjs');\nexports.size = 4 + extra;\n`,
	'extra.cjs': `exports.extra = 1;\n`,
};

const folder = String(process.argv[2]);
/** @type {Record<string, { lines: string[], errors: string, workers: number }>} */
const said = {};
for (const order of ['lapidary, commonjs', 'commonjs, lapidary']) {
	const sources = path.join(folder, order.replace(', ', '-'));
	const out = path.join(sources, 'out');
	mkdirSync(sources, { recursive: true });
	for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(sources, name), text);
	// Its types are those of CommonJS.
	const plugins = [lapidary(), /** @type {any} */ (commonjs)()];
	if (order.startsWith('commonjs')) plugins.reverse();
	const bundle = await rollup({ input: path.join(sources, 'main.js'), plugins });
	await bundle.write({ dir: out, format: 'es', entryFileNames: '[name].mjs' });
	await bundle.close();
	const { lines, errors } = await runNode([path.join(out, 'main.mjs')]);
	const workers = readdirSync(out).filter((one) => one.includes('.cpu_bound-')).length;
	said[order] = { lines, errors, workers };
}
console.log(JSON.stringify(said));
