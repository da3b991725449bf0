// Given to a program by `--import`: when it ends, writes how many calls a thread of the pool has answered to the file that
// LAPIDARY_CALLS_FILE names.
import { writeFileSync } from 'node:fs';
import { stats } from '@lapidary/runtime';

process.on('exit', () => {
	const units = Object.values(stats().units);
	const calls = units.reduce((sum, one) => sum + one.completed + one.failed - one.inlineRuns, 0);
	writeFileSync(String(process.env.LAPIDARY_CALLS_FILE), String(calls));
});
