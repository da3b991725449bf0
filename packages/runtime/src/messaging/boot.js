/** What each thread of `Workers` loads first; it loads the program's module. */
import { workerData } from 'node:worker_threads';
import { registry } from '../protocol/registry.js';
import { Inbox } from './inbox.js';

/** @type {{ port: import('node:worker_threads').MessagePort, url: string }} */
const { port, url } = workerData;
const inbox = new Inbox(port);
registry.inbox = inbox;
try {
	await import(url);
	inbox.onLoaded();
} catch (error) {
	await inbox.onNotLoaded(error);
	process.exit(1); // ends the thread, whatever the module had begun
}
