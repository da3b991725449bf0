// A worker thread of the program's own, which calls units.
import { parentPort, threadId } from 'node:worker_threads';
import { call } from '@lapidary/runtime/internal/host';
import { reference } from './fixtures.js';

const add = reference('values.js#add');
const sums = await Promise.all(Array.from({ length: 50 }, (_, index) => call(add, [index, 1])));
const ranElsewhere = (await call(reference('values.js#thread'), [])) !== threadId;
parentPort?.postMessage([sums[49], ranElsewhere]);
