import { parentPort } from 'node:worker_threads';
import { looks } from './closures.js';

parentPort.postMessage(looks());
