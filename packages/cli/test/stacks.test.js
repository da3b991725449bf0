import { transformSync } from '@babel/core';
import ts from 'typescript';
import { createSandbox } from './sandbox.js';

// Types and an enum take lines away and add some, so that no position of the output is one of the source.
const SCORE = `import { check } from './check.js';

interface Row {
	value: number;
}

export enum Mode {
	Strict,
	Lenient,
}

export async function score(rows: Row[], mode: Mode = Mode.Strict): Promise<number> {
	'use cpu_bound';
	type Sum = number;
	let sum: Sum = 0;
	for (const row of rows) {
		sum += check<Row>(row, mode).value;
	}
	return sum;
}
`;
const CHECK = `import type { Mode } from './score.js';

type Valued = { value: number };

export function check<T extends Valued>(row: T, mode: Mode): T {
	interface Local {}
	if (mode === 0 && row.value < 0) throw new RangeError(\`value \${row.value}\`);
	return row;
}
`;
const MAIN = `import { score, type Mode } from './score.js';

type Rows = { value: number }[];

async function run(rows: Rows): Promise<void> {
	interface Nothing {}
	await score(rows, 0 satisfies Mode);
}

run([{ value: 1 }, { value: -1 }]).catch((error: Error) => console.log(error.stack));
`;
const SOURCES = { 'score.ts': SCORE, 'check.ts': CHECK, 'main.ts': MAIN };

/** Who makes JavaScript of the sources. @type {Record<string, (name: string, source: string) => Record<string, string>>} */
const COMPILERS = {
	'tsc with a map beside': (name, source) => {
		const output = name.replace('.ts', '.js');
		const { outputText, sourceMapText = '' } = transpile(name, source, { sourceMap: true });
		return { [output]: outputText, [`${output}.map`]: relocate(sourceMapText) };
	},
	'tsc with a map in the file': (name, source) => {
		const { outputText } = transpile(name, source, { inlineSourceMap: true, inlineSources: true });
		return { [name.replace('.ts', '.js')]: relocateInline(outputText) };
	},
	'tsc to CommonJS': (name, source) => {
		const output = name.replace('.ts', '.js');
		const options = {
			sourceMap: true,
			module: ts.ModuleKind.CommonJS,
			verbatimModuleSyntax: false,
		};
		const { outputText, sourceMapText = '' } = transpile(name, source, options);
		return { [output]: outputText, [`${output}.map`]: relocate(sourceMapText) };
	},
	'Babel with a map in the file': (name, source) => {
		const { code } = /** @type {{ code: string }} */ (
			transformSync(source, {
				filename: name,
				configFile: false,
				babelrc: false,
				presets: [['@babel/preset-typescript', { optimizeConstEnums: false }]],
				sourceMaps: 'inline',
				sourceFileName: `../ts/${name}`,
			})
		);
		return { [name.replace('.ts', '.js')]: code };
	},
};

/** @param {string} name @param {string} source @param {ts.CompilerOptions} options */
function transpile(name, source, options) {
	return ts.transpileModule(source, {
		fileName: name,
		compilerOptions: {
			target: ts.ScriptTarget.ES2022,
			module: ts.ModuleKind.ESNext,
			verbatimModuleSyntax: true,
			...options,
		},
	});
}

/** @param {string} json of a map @returns {string} whose sources are in the folder beside */
function relocate(json) {
	const map = JSON.parse(json);
	const sources = map.sources.map((/** @type {string} */ one) => `../ts/${one}`);
	return JSON.stringify({ ...map, sources });
}

/** @param {string} code @returns {string} */
function relocateInline(code) {
	return code.replace(/base64,(\S+)/, (_, data) => {
		const json = Buffer.from(data, 'base64').toString();
		return `base64,${Buffer.from(relocate(json)).toString('base64')}`;
	});
}

/** @type {import('./sandbox.js').Sandbox} */
let sandbox;
beforeEach(() => {
	sandbox = createSandbox();
	for (const [name, source] of Object.entries(SOURCES)) sandbox.write({ [`ts/${name}`]: source });
});
afterEach(() => sandbox.remove());

/** @param {string} stack @returns {string[]} 'check ts/check.ts:7:41', without frames of packages and of Node */
function framesOf(stack) {
	return stack
		.split('\n')
		.slice(1)
		.flatMap((line) => {
			const [, name = '', place = ''] =
				/^\s+at (?:async )?(?:(\S+) )?.*?\(?(?:file:\/\/)?(\/\S+?:\d+:\d+)\)?$/.exec(line) ?? [];
			const isOurs = place.startsWith(sandbox.root) && !place.includes('/node_modules/');
			return isOurs ? [`${name} ${place.slice(sandbox.root.length + 1)}`] : [];
		});
}

/**
 * @param {string} file of SOURCES
 * @param {string} text that stands in it once
 * @returns {string} 'ts/check.ts:7:41'
 */
function placeOf(file, text) {
	const source = SOURCES[/** @type {keyof typeof SOURCES} */ (file)];
	const before = source.slice(0, source.indexOf(text)).split('\n');
	return `ts/${file}:${before.length}:${String(before.at(-1)).length + 1}`;
}

/** @param {string} name @returns {Record<string, string>} what a compiler makes of all sources */
function compileAll(name) {
	const outputs = Object.entries(SOURCES).flatMap(([file, source]) =>
		Object.entries(COMPILERS[name](file, source)),
	);
	return Object.fromEntries(outputs.map(([file, text]) => [`lib/${file}`, text]));
}

const HEAD = SCORE.split('\n').findIndex((line) => line.includes('function score')) + 1;

/** @returns {Promise<string[]>} the frames of the plain program, and that of the stub, which calls the pool from the function's head */
async function expectedFrames() {
	const plain = await sandbox.node(['--enable-source-maps', 'lib/main.js']);
	const [check, score, ...caller] = framesOf(plain.stdout);
	expect(check).toBe(`check ${placeOf('check.ts', 'new RangeError')}`);
	expect(score).toMatch(/^score ts\/score\.ts:/);
	expect(caller).toEqual([
		expect.stringMatching(/^run ts\/main\.ts:/),
		expect.stringMatching(/<anonymous> ts\/main\.ts:/),
	]);
	return [check, score, expect.stringMatching(`^score ts/score\\.ts:${HEAD}:`), ...caller];
}

describe.each(Object.keys(COMPILERS))('%s', (compiler) => {
	beforeEach(() => {
		const type = compiler.includes('CommonJS') ? 'commonjs' : 'module';
		sandbox.write({
			...compileAll(compiler),
			'package.json': `{ "name": "demo", "type": "${type}" }`,
		});
	});

	test.each([['build', '--source-maps'], ['build']])(
		'in the output of %j',
		async (command, ...options) => {
			const built = await sandbox.lapidary([command, 'lib', '--out-dir', 'out', ...options]);
			expect(built).toMatchObject({ status: 0, stderr: '' });
			const { stdout, stderr } = await sandbox.node(['--enable-source-maps', 'out/main.js']);
			expect(stderr).toBe('');
			expect(stdout.match(/RangeError: value -1/g)).toHaveLength(1);
			expect(framesOf(stdout)).toEqual(await expectedFrames());
		},
	);

	test('lowered while it runs', async () => {
		const { stdout, stderr } = await sandbox.lapidary(['run', 'lib/main.js']);
		expect(stderr).toBe('');
		expect(framesOf(stdout)).toEqual(await expectedFrames());
	});
});
