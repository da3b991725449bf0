/** What the thread of a vat loads first. */
import { workerData } from 'node:worker_threads';
import { VatInbox } from './vat-inbox.js';

new VatInbox(workerData.port);
