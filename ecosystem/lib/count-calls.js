// Given to a program by `--import`: when it ends, writes how many calls a thread of the pool has answered to the file that
// LAPIDARY_CALLS_FILE names.
import { writeFileSync } from 'node:fs';
import { stats } from '@lapidary/runtime';
import { callsOnPool } from './pool-calls.js';

process.on('exit', () => {
	writeFileSync(String(process.env.LAPIDARY_CALLS_FILE), String(callsOnPool(stats())));
});
