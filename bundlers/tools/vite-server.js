// Runs a program in Vite's dev server: `node vite-server.js <root> <entry>`; with the path of a helper, `--edit scale.ts`, runs it
// again once a number in the helper has been changed and the results have followed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import lapidary from '@lapidary/unplugin/vite';
import { createServer } from 'vite';

const [root = '', entry, , helper] = process.argv.slice(2);
const server = await createServer({
	configFile: false,
	root,
	logLevel: 'error',
	appType: 'custom',
	server: { middlewareMode: true, ws: false, watch: helper ? {} : null },
	plugins: [lapidary()],
});
const run = async () => (await server.ssrLoadModule(`/${entry}`)).done;
await run();
if (helper !== undefined) {
	const file = path.join(root, helper);
	const changed = new Promise((resolve) => void server.watcher.once('change', resolve));
	writeFileSync(file, readFileSync(file, 'utf8').replace('= 10', '= 20'));
	await changed;
	// Vite looks at the change in turns of its own.
	const { moduleGraph } = server;
	for (;;) {
		const [module] = moduleGraph.getModulesByFile(file) ?? [];
		if (!module?.ssrTransformResult) break;
		await new Promise((resolve) => void setImmediate(resolve));
	}
	await run();
}
await server.close();
