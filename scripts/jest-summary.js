/** @import { AggregatedResult } from '@jest/reporters' */

/** Closes a run of Jest with one line that a script can read, as scripts/check.js closes a run of all checks. */
export default class SummaryReporter {
	/**
	 * @param {unknown} _contexts
	 * @param {AggregatedResult} results
	 */
	onRunComplete(_contexts, results) {
		const { passed, failed } = countTests(results);
		console.log(`tests: ${passed} passed, ${failed} failed`);
	}
}

/**
 * Count what a run of Jest has shown. A test file that could not even be loaded is one failure.
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number }} results
 * @returns {{ passed: number, failed: number }}
 */
export function countTests({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
	return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
}
