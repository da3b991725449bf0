import { parentPort } from 'node:worker_threads';
import { receive } from '@lapidary/runtime/gem';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
receive(port, ({ rows }) => port.postMessage(rows[0].id));
port.postMessage('ready');
