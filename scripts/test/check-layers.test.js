import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkLayers } from '../check-layers.js';

const RULES = JSON.parse(readFileSync(new URL('../../layers.json', import.meta.url), 'utf8'));
const MANIFEST = JSON.stringify({
	name: '@lapidary/compiler',
	dependencies: { '@babel/parser': '*', 'magic-string': '*' },
});

describe('checkLayers', () => {
	/** @type {string} */
	let root;

	beforeEach(() => {
		root = mkdtempSync(path.join(os.tmpdir(), 'lapidary-layers-'));
		write('packages/compiler/package.json', MANIFEST);
		write('packages/compiler/src/ast/babel.js', "export { parse } from '@babel/parser';\n");
	});

	afterEach(() => rmSync(root, { recursive: true }));

	/**
	 * @param {string} file
	 * @param {string} text
	 */
	function write(file, text) {
		mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		writeFileSync(path.join(root, file), text);
	}

	/** @param {string} file below packages/compiler/src */
	const compilerFile = (file) => `packages/compiler/src/${file}`;

	test('accepts imports that go down the layers', () => {
		write(compilerFile('ir/unit.js'), "import '../ast/babel.js';\n");
		write(compilerFile('phases/2-discover.js'), "import '../ir/unit.js';\nimport 'node:path';\n");
		write(compilerFile('pipeline.js'), "import './phases/2-discover.js';\n");
		expect(checkLayers(root, RULES)).toEqual([]);
	});

	test('refuses a phase that imports another phase', () => {
		write(compilerFile('phases/2-discover/index.js'), 'export const units = [];\n');
		write(compilerFile('phases/4-plan.js'), "\nimport { units } from './2-discover/index.js';\n");
		expect(checkLayers(root, RULES)).toEqual([
			'packages/compiler/src/phases/4-plan.js:2: compiler/phases/4-plan may not import ' +
				'compiler/phases/2-discover (`./2-discover/index.js`); it may import compiler/pre-scan, ' +
				'compiler/knowledge, compiler/ast, compiler/diagnostics, compiler/ir',
		]);
	});

	test('lets the files of one phase import each other', () => {
		write(compilerFile('phases/2-discover/names.js'), 'export const names = [];\n');
		write(compilerFile('phases/2-discover/index.js'), "export { names } from './names.js';\n");
		expect(checkLayers(root, RULES)).toEqual([]);
	});

	test('refuses a host file that imports a worker file, also by import()', () => {
		write('packages/runtime/src/worker/boot.js', 'export {};\n');
		write(
			'packages/runtime/src/host/pool.js',
			"export const boot = () => import('../worker/boot.js');\n",
		);
		expect(checkLayers(root, RULES)).toEqual([
			expect.stringMatching(
				/^packages\/runtime\/src\/host\/pool\.js:1: runtime\/host may not import runtime\/worker/,
			),
		]);
	});

	test('keeps packages, undeclared ones too, to the places of the rules', () => {
		write(
			compilerFile('ir/unit.js'),
			"import '@babel/parser';\nimport 'left-pad';\nimport 'magic-string';\n",
		);
		expect(checkLayers(root, RULES)).toEqual([
			expect.stringMatching(/unit\.js:1: `@babel\/parser` may only be imported in/),
			expect.stringMatching(/unit\.js:2: `left-pad` is no dependency in the nearest package\.json/),
			expect.stringMatching(/unit\.js:3: `magic-string` may only be imported in/),
		]);
	});

	test('keeps the compiler away from the file system', () => {
		write(compilerFile('index.js'), "import 'node:fs';\n");
		write(compilerFile('adapters/register/index.js'), "import 'node:fs';\n");
		expect(checkLayers(root, RULES)).toEqual([
			'packages/compiler/src/index.js:1: `node:fs` may not be imported here',
		]);
	});

	test('refuses cycles, and names the files along them', () => {
		write(compilerFile('ir/a.js'), "import './b.js';\n");
		write(compilerFile('ir/b.js'), "import './c.js';\n");
		write(compilerFile('ir/c.js'), "import './a.js';\n");
		expect(checkLayers(root, RULES)).toEqual([
			'packages/compiler/src/ir/a.js:1: import cycle: packages/compiler/src/ir/a.js → ' +
				'packages/compiler/src/ir/b.js → packages/compiler/src/ir/c.js → packages/compiler/src/ir/a.js',
		]);
	});

	test('refuses a relative import of a file that is not there', () => {
		write(compilerFile('ir/a.js'), "import './gone.js';\n");
		expect(checkLayers(root, RULES)).toEqual([
			'packages/compiler/src/ir/a.js:1: `./gone.js` does not exist',
		]);
	});
});
