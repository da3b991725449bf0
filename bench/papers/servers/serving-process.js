import { APPS } from './apps/index.js';
import { listen } from './listen.js';

const [app, way, setting] = process.argv.slice(2);

process.on('message', async (message) => {
	if (message === 'collect') {
		globalThis.gc?.();
		process.send?.('collected');
		return;
	}
	const { open } = APPS[/** @type {keyof typeof APPS} */ (app)];
	const answer = await open(way, message, JSON.parse(setting));
	process.send?.(await listen(answer));
});

// What is sent before somebody listens is lost.
process.send?.('ready');
