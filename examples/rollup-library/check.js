// Users of the library import or require it; both formats call a thread.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as esModule from 'example-rollup-library';

const commonjs = createRequire(import.meta.url)('example-rollup-library');
for (const { summarize } of [esModule, commonjs])
	assert.deepEqual(await summarize([1, 2, 3, 4, 100]), { median: 3, spread: 1 });
