import path from 'node:path';
import { Linker } from '../src/link/linker.js';
import { createLowerer } from '../src/lower/lower.js';

const ROOT = path.resolve('/program');
/** @param {string} name */
const at = (name) => path.join(ROOT, name);

const FILES = {
	'main.js': "import { cut } from './cut.js';\nconsole.log(await cut([1, 2]));\n",
	'cut.js':
		"import { limits } from './limits.js';\nexport async function cut(rows) {\n\t'use cpu_bound';\n\treturn rows.map((one) => Math.min(one, limits.most));\n}\n",
	'limits.js': 'export const limits = { most: 1 };\n',
	'raise.js': "import { limits } from './limits.js';\nlimits.most = 2;\n",
};

/** @param {string} specifier @param {string} from */
const resolveId = async (specifier, from) => path.resolve(path.dirname(from), specifier);

/** @param {Record<string, string>} files @param {object} [options] */
function prepare(files, options = {}) {
	const naming = { worker: () => '"worker"', host: '"host"' };
	const lower = createLowerer(options, () => naming);
	const linker = new Linker(options, lower);
	const texts = new Map(Object.entries(files).map(([name, text]) => [at(name), text]));
	/** @param {string[]} entries */
	const start = (...entries) => linker.start(entries.map(at), resolveId, texts);
	/** @param {string} name @param {object} [request] */
	const transform = (name, request = {}) =>
		linker.transform({
			...{ file: at(name), code: files[name], resolveId, lower, isForNode: true },
			...request,
		});
	return { linker, start, transform };
}

const CHANGING = { ...FILES, 'main.js': `import './raise.js';\n${FILES['main.js']}` };

test('a file is compiled with what others do to state that its unit reads', async () => {
	const { start, transform } = prepare(CHANGING);
	expect(await start('main.js')).toEqual({ errors: [], warnings: [] });
	const { lowered, messages } = await transform('cut.js');
	expect(lowered?.code).toContain('[rows], [limits]');
	expect(messages).toEqual({ errors: [], warnings: [] });
});

test('nothing is linked where that is not wanted', async () => {
	const { start, transform } = prepare(CHANGING, { link: false });
	await start('main.js');
	expect((await transform('cut.js')).lowered?.code).not.toContain('[limits]');
});

test('a use that cannot wait is an error at its place, said once', async () => {
	const files = {
		'main.js':
			"import { count } from './count.js';\nexport const next = (rows) => count(rows) + 1;\n",
		'count.js': "export function count(rows) {\n\t'use cpu_bound';\n\treturn rows.length;\n}\n",
	};
	const { linker, start, transform } = prepare(files);
	const { errors } = await start('main.js');
	expect(errors.map(({ code, loc }) => [code, loc])).toEqual([
		['LP5001', { file: at('main.js'), line: 2, column: 30 }],
	]);
	expect(await linker.extend([at('main.js')], resolveId)).toEqual({ errors: [], warnings: [] });
	const again = async (/** @type {object} */ request) =>
		(await transform('main.js', request)).messages.errors.map(({ code }) => code);
	expect(await again({})).toEqual([]);
	// A dev server is asked anew.
	expect(await again({ isAlone: true })).toEqual(['LP5001']);
});

test('a dev server says an error once that it finds while a file is asked for', async () => {
	const { start, transform } = prepare({
		'main.js':
			"import { count } from './count.js';\nexport const next = (rows) => count(rows) + 1;\n",
		'count.js': "export function count(rows) {\n\t'use cpu_bound';\n\treturn rows.length;\n}\n",
	});
	await start();
	const { messages } = await transform('main.js', { isAlone: true });
	expect(messages.errors.map(({ code }) => code)).toEqual(['LP5001']);
});

test('code for browsers is refused where it has a unit, and left as it is elsewhere', async () => {
	const { transform } = prepare(FILES);
	const { lowered, messages } = await transform('cut.js', { isForNode: false });
	expect([lowered, messages.errors.map(({ code }) => code)]).toEqual([null, ['LP7103']]);
	expect((await transform('limits.js', { isForNode: false })).messages.errors).toEqual([]);
});

test('a file that comes late is refused when another one has been compiled without it', async () => {
	const { linker, start, transform } = prepare(FILES);
	await start('main.js');
	await transform('cut.js');
	const { errors } = await linker.finish([at('main.js'), at('raise.js')], resolveId);
	expect(errors.map(({ code }) => code)).toEqual(['LP7106']);
});

test('a file that comes late and changes nothing is none of a link’s business', async () => {
	const { linker, start, transform } = prepare({ ...FILES, 'other.js': 'console.log(1);\n' });
	await start('main.js');
	await transform('cut.js');
	const found = await linker.finish([at('other.js'), at('style.css')], resolveId);
	expect(found).toEqual({ errors: [], warnings: [] });
});
