// What Vite makes of Web Workers beside units, in a build and in a dev server: `node web-workers.js <folder>`, which prints what is said.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import lapidary from '@lapidary/unplugin/vite';
import { build, createServer } from 'vite';

const [root = ''] = process.argv.slice(2);
const FILES = {
	'page.js': `import Worker from './plain.js?worker';\nnew Worker();\n`,
	'refused.js': `import Worker from './unit.js?worker';\nnew Worker();\n`,
	'server.js': `import Worker from './plain.js?worker';\nimport { double } from './double.js';\nexport const start = () => new Worker();\nexport const done = double(21);\n`,
	'double.js': `export async function double(x) {\n\t'use cpu_bound';\n\treturn x * 2;\n}\n`,
	'plain.js': `onmessage = ({ data }) => postMessage(data + 1);\n`,
	'unit.js': `import { double } from './double.js';\nonmessage = async ({ data }) => postMessage(await double(data));\n`,
	'own.js': `async function own(x) {\n\t'use cpu_bound';\n\treturn x;\n}\nonmessage = ({ data }) => own(data);\n`,
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(root, name), text);

const common = { configFile: /** @type {false} */ (false), root, plugins: [lapidary()] };
/** @param {Promise<unknown>} task @returns {Promise<string>} */
const outcome = (task) =>
	task.then(
		() => 'ok',
		(/** @type {Error} */ error) => /LP\d{4}/.exec(error.message)?.[0] ?? error.message,
	);

/** @param {object} target @returns {Promise<string>} */
const tryBuild = (target) =>
	outcome(
		build({
			...common,
			logLevel: 'silent',
			build: { ...target, outDir: 'out', emptyOutDir: false },
		}),
	);

const formats = /** @type {['es']} */ (['es']);
const server = await createServer({
	...common,
	logLevel: 'silent',
	appType: 'custom',
	server: { middlewareMode: true, ws: false, watch: null },
});
const said = {
	page: await tryBuild({ lib: { entry: 'page.js', formats } }),
	refused: await tryBuild({ lib: { entry: 'refused.js', formats } }),
	ssr: await tryBuild({ ssr: 'server.js' }),
	dev: await outcome(server.ssrLoadModule('/server.js').then(({ done }) => done)),
	devPlain: await outcome(server.transformRequest('/plain.js?worker_file&type=module')),
	devOwn: await outcome(server.transformRequest('/own.js?worker_file&type=module')),
};
await server.close();
console.log(JSON.stringify(said));
