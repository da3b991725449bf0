// Ids of units and names of worker modules: the same on every machine and platform, different where they must be.
import path from 'node:path';
import babel from '@babel/core';
import { describe, expect, test } from '@jest/globals';
import { createPackageScopes, identify } from '../src/adapters/register/package-scope.js';
import PLUGIN from '../src/adapters/babel/index.js';
import { compile } from '../src/index.js';

const UNIT = `export async function square(row) {\n\t'use cpu_bound';\n\treturn row * row;\n}\n`;

describe('the id of a file', () => {
	const scope = (/** @type {string} */ root) => ({ root, name: 'demo', type: undefined });

	test.each([
		['posix', path.posix, '/home/me/demo', '/home/me/demo/src/score.js'],
		['Windows', path.win32, 'C:\\me\\demo', 'C:\\me\\demo\\src\\score.js'],
		[
			'Windows, with a drive in the other case',
			path.win32,
			'c:\\me\\demo',
			'C:\\me\\demo\\src\\score.js',
		],
		['Windows, on a share', path.win32, '\\\\host\\me\\demo', '\\\\host\\me\\demo\\src\\score.js'],
	])('has slashes and no folder of the machine: %s', (_title, platform, root, file) => {
		const found = identify(file, scope(root), { path: root }, platform);
		expect(found).toMatchObject({ filename: 'src/score.js', id: 'demo/src/score.js' });
	});

	test('what is emitted depends on it and on the text alone', () => {
		const emit = (/** @type {string} */ filename) => {
			const { code, workerModules } = compile(UNIT, { filename, id: 'demo/src/score.js' });
			return { code, workers: workerModules.map((worker) => [worker.fileName, worker.code]) };
		};
		const [here, ...others] = ['/a/score.js', '/b/c/score.js', 'score.js', 'C:\\d\\score.js'].map(
			emit,
		);
		for (const other of others) expect(other).toEqual(here);
		expect(here?.workers[0]?.[0]).toMatch(/^score\.cpu_bound-[0-9a-f]{8}\.js$/);
	});
});

test('the Babel plugin names units by the package of their file', () => {
	const file = path.resolve('packages/runtime/src/score.js');
	const result = babel.transformSync(UNIT, {
		configFile: false,
		filename: file,
		plugins: [[PLUGIN, { onWorkerModule: () => {} }]],
	});
	const scope = createPackageScopes()(path.dirname(file));
	expect(scope?.name).toBe('@lapidary/runtime');
	expect(result?.code).toContain('"@lapidary/runtime/src/score.js#square"');
});
