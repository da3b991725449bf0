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
	return { lower, linker, start };
}

const CHANGING = { ...FILES, 'main.js': `import './raise.js';\n${FILES['main.js']}` };

test('a file is compiled with what others do to state that its unit reads', async () => {
	const { lower, linker, start } = prepare(CHANGING);
	expect(await start('main.js')).toEqual({ errors: [], warnings: [] });
	const source = { code: FILES['cut.js'], filename: at('cut.js') };
	expect(lower(source, linker.useNeeds(at('cut.js'))).lowered?.code).toContain('[rows], [limits]');
	expect(lower(source).lowered?.code).not.toContain('[limits]');
});

test('nothing is linked where that is not wanted', async () => {
	const { linker, start } = prepare(CHANGING, { link: false });
	await start('main.js');
	expect(linker.needsOf(at('cut.js'))).toBeUndefined();
});

test('a use that cannot wait is an error at its place, said once', async () => {
	const files = {
		'main.js':
			"import { count } from './count.js';\nexport const next = (rows) => count(rows) + 1;\n",
		'count.js': "export function count(rows) {\n\t'use cpu_bound';\n\treturn rows.length;\n}\n",
	};
	const { linker, start } = prepare(files);
	const { errors } = await start('main.js');
	expect(errors.map(({ code, loc }) => [code, loc])).toEqual([
		['LP5001', { file: at('main.js'), line: 2, column: 30 }],
	]);
	expect(await linker.extend([at('main.js')], resolveId)).toEqual({ errors: [], warnings: [] });
	expect(linker.errorsOf(at('main.js')).map(({ code }) => code)).toEqual(['LP5001']);
});

test('a file that comes late is refused when another one has been compiled without it', async () => {
	const { linker, start } = prepare(FILES);
	await start('main.js');
	linker.useNeeds(at('cut.js'));
	const { errors } = await linker.finish([at('main.js'), at('raise.js')], resolveId);
	expect(errors.map(({ code }) => code)).toEqual(['LP7106']);
});

test('a file that comes late and changes nothing is none of a link’s business', async () => {
	const { linker, start } = prepare({ ...FILES, 'other.js': 'console.log(1);\n' });
	await start('main.js');
	linker.useNeeds(at('cut.js'));
	const found = await linker.finish([at('other.js'), at('style.css')], resolveId);
	expect(found).toEqual({ errors: [], warnings: [] });
});
