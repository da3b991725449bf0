// The Babel plugin among other plugins, as users have them: what comes out is run.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import babel from '@babel/core';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import PLUGIN from '../src/adapters/babel/index.js';

const require = createRequire(import.meta.url);
const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

const SOURCE = `const onHost = () => process.stdout.constructor.name !== 'WritableWorkerStdio'; // the class of a thread's output
const FACTOR = 3;
class Row {
	constructor(value) { this.value = value; }
	scaled() { return this.value * FACTOR; }
}
export async function scale(...values) {
	'use cpu_bound';
	const rows = values.map((value) => new Row(value));
	return [onHost(), ...rows.map((row) => row.scaled())];
}
`;

/** @type {string} */
let folder;
beforeEach(() => {
	folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'lapidary-others-')));
	fs.symlinkSync(NODE_MODULES, path.join(folder, 'node_modules'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/**
 * Transform a source, and write what comes of it.
 *
 * @param {string} source
 * @param {{ before?: any[], after?: any[], presets?: any[], name?: string, id?: string }} [others] plugins before and after ours
 * @returns {{ host: string, workers: any[] }} texts
 */
function transform(source, { before = [], after = [], presets = [], name = 'scale.mjs', id } = {}) {
	const result = babel.transformSync(source, {
		configFile: false,
		babelrc: false,
		cwd: folder,
		filename: path.join(folder, name),
		presets,
		plugins: [...before, [PLUGIN, { outDir: folder, srcDir: folder, package: id }], ...after],
	});
	const host = String(result?.code);
	fs.writeFileSync(path.join(folder, name), host);
	return { host, workers: /** @type {any} */ (result?.metadata).lapidary?.workerModules ?? [] };
}

/** @param {string} expression of \`m\`, the module @param {string} [name] @returns {unknown} */
function run(expression, name = 'scale.mjs') {
	const url = JSON.stringify(`./${name}`);
	const script = `const m = await import(${url}); console.log(JSON.stringify(await (${expression})));`;
	const args = ['--input-type=module', '-e', script];
	return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }));
}

/** Does its work when it enters the program, before plugins that come later see anything. */
const macro = () => ({
	name: 'macro',
	visitor: {
		Program: {
			enter(/** @type {any} */ program) {
				program.traverse({
					NumericLiteral: (/** @type {any} */ number) => {
						if (number.node.value === 3) number.node.value = 5;
					},
				});
			},
		},
	},
});

/** Adds an import and wraps the bodies of methods, as instrumentation does. */
const instrument = ({ types: t, template }) => ({
	name: 'instrument',
	visitor: {
		ClassMethod(/** @type {any} */ method) {
			method.get('body').unshiftContainer('body', template.statement.ast`count();`);
		},
		Program: {
			exit(/** @type {any} */ program) {
				const local = t.identifier('count');
				const specifiers = [t.importSpecifier(local, local)];
				const from = t.stringLiteral('./count.mjs');
				program.unshiftContainer('body', t.importDeclaration(specifiers, from));
			},
		},
	},
});

describe('plugins that add code', () => {
	test.each([
		['before it', { before: [macro] }],
		['after it', { after: [macro] }],
	])('one that works when the program is entered, listed %s', (_where, others) => {
		transform(SOURCE, others);
		expect(run('m.scale(1, 2)')).toEqual([false, 5, 10]);
	});

	test('one that imports a helper does so in both modules', () => {
		fs.writeFileSync(
			path.join(folder, 'count.mjs'),
			'export function count() { globalThis.counted = (globalThis.counted ?? 0) + 1; }\n',
		);
		const { host, workers } = transform(SOURCE, { before: [instrument] });
		expect(host).toContain('count.mjs');
		expect(workers[0].code).toContain('count.mjs');
		expect(run('m.scale(1, 2).then((rows) => [rows, globalThis.counted])')).toEqual([
			[false, 3, 6],
			null,
		]);
	});

	test('helpers of a preset are made for each module', () => {
		const targets = { node: '4' };
		const preset = [require.resolve('@babel/preset-env'), { targets, modules: false }];
		const { host, workers } = transform(SOURCE, { presets: [preset] });
		for (const code of [host, workers[0].code]) {
			expect(code).toMatch(/function _asyncToGenerator/);
			expect(code).not.toMatch(/\basync\b|^class /m);
		}
		expect(workers[0].code).toMatch(/function _classCallCheck/);
		expect(run('m.scale(1, 2)')).toEqual([false, 3, 6]);
	});

	test('coverage is counted on the host, by lines of the source', () => {
		const cwd = { cwd: folder, include: ['**/*.mjs'], exclude: [], extension: ['.mjs'] };
		const { workers } = transform(SOURCE, { after: [[require('babel-plugin-istanbul'), cwd]] });
		expect(workers[0].code).toMatch(/cov_\w+\(\)\.f\[/);
		const counted = `m.scale(1, 2).then((rows) => [rows, ...Object.values(globalThis.__coverage__)])`;
		const [rows, coverage, ...others] = /** @type {any[]} */ (run(counted));
		expect(rows).toEqual([false, 3, 6]);
		expect(others).toEqual([]);
		const named = Object.entries(coverage.fnMap).map(([key, { name, decl }]) => [
			name,
			decl.start.line,
			coverage.f[key],
		]);
		expect(named).toContainEqual(['scale', 7, 1]);
	});
});

test('the transform of a worker module extracts nothing again', () => {
	/** @type {string[]} */
	const seen = [];
	const look = () => ({
		visitor: {
			Program: (/** @type {any} */ program) => void seen.push(program.toString()),
		},
	});
	const source = SOURCE.replace(
		'const rows',
		`const text = "'use cpu_bound'"; const nested = async () => { 'use cpu_bound'; return text; };
	if (await nested() !== text) return [];
	const rows`,
	);
	// The name of a file is no sign: this one is compiled like any other.
	const { workers } = transform(source, { before: [look], name: 'x.cpu_bound-12345678.mjs' });
	expect(seen.filter((text) => text.includes('$lp_units'))).toHaveLength(1);
	expect(seen).toHaveLength(2);
	expect(workers).toHaveLength(1);
	expect(fs.readdirSync(folder).filter((name) => name.endsWith('.mjs'))).toHaveLength(2);
	expect(run('m.scale(2)', 'x.cpu_bound-12345678.mjs')).toEqual([false, 6]);
});

test('worker modules go through the plugins of the configuration, wherever Babel was started', () => {
	const project = path.join(folder, 'project');
	fs.mkdirSync(path.join(project, 'plugins'), { recursive: true });
	fs.mkdirSync(path.join(project, 'src'));
	fs.writeFileSync(
		path.join(project, 'plugins', 'define.cjs'),
		`module.exports = ({ types: t }, { values }) => ({
	visitor: {
		Identifier(path) {
			if (Object.hasOwn(values, path.node.name) && !path.isBindingIdentifier()) path.replaceWith(t.valueToNode(values[path.node.name]));
		},
	},
});
`,
	);
	fs.writeFileSync(path.join(project, 'src', 'scale.mjs'), SOURCE.replace('= 3', '= __FACTOR__'));
	const ours = require.resolve('../src/adapters/babel/index.js');
	const config = {
		plugins: [
			['./plugins/define.cjs', { values: { __FACTOR__: 7 } }],
			[ours, { srcDir: 'src', outDir: 'dist' }],
		],
	};
	fs.writeFileSync(path.join(project, 'babel.config.json'), JSON.stringify(config));
	const source = path.join(project, 'src', 'scale.mjs');
	const script = `const babel = require(${JSON.stringify(require.resolve('@babel/core'))});
		const { code } = babel.transformFileSync(${JSON.stringify(source)}, { root: ${JSON.stringify(project)} });
		require('fs').writeFileSync(${JSON.stringify(path.join(project, 'dist', 'scale.mjs'))}, code);`;
	execFileSync(process.execPath, ['-e', script], { cwd: os.tmpdir() });
	expect(run('m.scale(1, 2)', 'project/dist/scale.mjs')).toEqual([false, 7, 14]);
});

describe('a directive that another plugin adds', () => {
	const mark = ({ types: t }) => ({
		visitor: {
			FunctionDeclaration({ node }) {
				if (node.id.name !== 'scale') return;
				node.body.directives = [t.directive(t.directiveLiteral('use cpu_bound'))];
			},
		},
	});
	const plain = SOURCE.replace("\t'use cpu_bound';\n", '');

	test.each([
		['before it', { before: [mark] }],
		['after it', { after: [mark] }],
	])('is refused, listed %s', (_where, others) => {
		expect(() => transform(plain, others)).toThrow(
			/has added this directive, and it has no effect/,
		);
	});

	test('is read by a transform of its own', () => {
		const marked = babel.transformSync(plain, { configFile: false, plugins: [mark] });
		transform(String(marked?.code));
		expect(run('m.scale(1, 2)')).toEqual([false, 3, 6]);
	});
});
