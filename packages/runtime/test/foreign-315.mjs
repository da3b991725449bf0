import { call, unit } from '@lapidary/runtime/internal/host';
import { threadId, parentPort } from 'node:worker_threads';
const url = 'file:///work/main/packages/runtime/test/units/values.js';
const add = unit('test/values.js#add', url),
	thread = unit('test/values.js#thread', url);
const all = await Promise.all(Array.from({ length: 50 }, (_, i) => call(add, [i, 1])));
parentPort.postMessage([all[49], (await call(thread, [])) !== threadId]);
