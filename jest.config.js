/** @import { Config } from 'jest' */
import { existsSync } from 'node:fs';

/**
 * Tests are ES modules, so Jest runs under `node --experimental-vm-modules` and transforms nothing: `npm test`.
 *
 * @type {Config}
 */
export default {
	roots: ['packages', 'fixtures', 'scripts', 'bench', 'ecosystem', 'bundlers', 'fuzz', 'examples']
		.filter((folder) => existsSync(new URL(folder, import.meta.url)))
		.map((folder) => `<rootDir>/${folder}`),
	testMatch: ['**/*.test.js'],
	testPathIgnorePatterns: [
		'/node_modules/',
		'<rootDir>/packages/cli/dist/',
		'<rootDir>/packages/runtime/dist/',
		'<rootDir>/packages/[^/]+/\\.package/',
		'<rootDir>/bench/.out/',
		'<rootDir>/ecosystem/.out/',
		'<rootDir>/bundlers/.out/',
		'<rootDir>/fixtures/[^/]+/',
	],
	reporters: ['default', '<rootDir>/scripts/jest-summary.js'],
	modulePathIgnorePatterns: [
		'<rootDir>/packages/runtime/dist/',
		'<rootDir>/packages/[^/]+/\\.package/',
		'<rootDir>/bench/.out/',
		'<rootDir>/ecosystem/.out/',
		'<rootDir>/bundlers/.out/',
		'<rootDir>/fixtures/[^/]+/[^/]+/packages/',
	],
	testEnvironment: '<rootDir>/scripts/share-environment.js',
	transform: {},
	testTimeout: 240_000,
	// Tests start workers of their own: more test files at a time would only make them wait for each other.
	maxWorkers: 2,
	testSequencer: '<rootDir>/scripts/jest-sequencer.js',
};
