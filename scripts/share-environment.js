/** @import { Circus } from '@jest/types' */
/** @import { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment' */
import path from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { SHARES } from './shares.js';
import { isShare } from './some-of.js';

/** Jest's own environment of Node, which skips the tests of a file that its share leaves out. */
export default class ShareEnvironment extends TestEnvironment {
	#share = 1;

	/** @param {JestEnvironmentConfig} config @param {EnvironmentContext} context */
	constructor(config, context) {
		super(config, context);
		const name = path.relative(config.globalConfig.rootDir, context.testPath);
		if (isShare) this.#share = SHARES[name.replaceAll('\\', '/')] ?? 1;
	}

	/** @param {Circus.AsyncEvent | Circus.SyncEvent} event @param {Circus.State} state */
	handleTestEvent({ name }, { rootDescribeBlock }) {
		if (name === 'run_start') takeShare(rootDescribeBlock, this.#share);
	}
}

/**
 * Skip all tests but every `share`th, whatever blocks they are in.
 *
 * @param {Pick<Circus.DescribeBlock, 'children'>} root of a test file
 * @param {number} share at least 1
 */
export function takeShare(root, share) {
	for (const [at, test] of testsOf(root).entries()) if (at % share > 0) test.mode = 'skip';
}

/** @param {Pick<Circus.DescribeBlock, 'children'>} block @returns {Circus.TestEntry[]} in the order in which they are written */
const testsOf = ({ children }) =>
	children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));
