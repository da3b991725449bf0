// Every example of messages/ is lowered and run, in a process of its own: a wrong one ends in exactly its code.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from '@lapidary/compiler';
import { parseMessages } from '../../../scripts/messages/parse-messages.js';
import * as codes from '../src/errors/codes.js';
import { someOf } from '../../../scripts/some-of.js';
import { runProgram } from './child.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const FILES = ['packages/runtime/messages/runtime.md', 'packages/runtime/messages/gem.md'];
const ROOT = new URL('../../../', import.meta.url);

const texts = await Promise.all(FILES.map((file) => readFile(new URL(file, ROOT), 'utf8')));
const entries = FILES.flatMap((file, index) => parseMessages(texts[index], file));
/**
 * Take more than a test should: 300 threads, which gem/crowded.test.js shows with as many slots as there are, and a second installation of this
 * package, which gem/copies.test.js makes. The last one comes when nothing can be awaited any more: process.test.js.
 */
const ELSEWHERE = ['LP8113', 'LP8114', 'LP8059'];

const examples = entries.flatMap(({ code, slug, severity, examples: own }) =>
	own.map((example) => ({
		...example,
		severity,
		title: `${code} ${slug}, ${example.verdict}`,
		id: code,
	})),
);

/** @type {string} */
let folder;
beforeAll(async () => {
	folder = await mkdtemp(path.join(FOLDER, 'messages-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('there is an entry for each function, and each has both examples', () => {
	expect(entries).toHaveLength(Object.keys(codes).length);
	expect(examples).toHaveLength(2 * entries.length);
});

const runnable = someOf(
	examples.filter(({ id, verdict }) => !ELSEWHERE.includes(id) || verdict === 'right'),
	9,
);

test.each(runnable)('$title', async ({ code, verdict, id, title, severity }) => {
	const name = title.replace(/\W+/g, '-');
	const lowered = compile(code, { filename: `${name}.js`, id: `demo/${name}.js`, verify: true });
	expect(lowered.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
	for (const file of lowered.workerModules) {
		await writeFile(path.join(folder, file.fileName), file.code);
	}
	const file = path.join(folder, `${name}.js`);
	await writeFile(file, lowered.code);
	const { lines, errors } = await runProgram(
		`const { main } = await import(${JSON.stringify(file)});
		// What the platform throws has a number for its code, and ours in its message.
		const codeOf = ({ code, message }) => (typeof code === 'string' ? code : /LP\\d{4}/.exec(message)?.[0]);
		await main().then(() => console.log('resolved'), (error) => console.log(codeOf(error) ?? error));`,
		{ prelude: '' },
	);
	const isWarned = verdict === 'wrong' && severity === 'warning';
	const unexpected = errors.replace(/^lapidary verify: .*\n(?:  .*\n)*/m, '');
	expect({ lines, unexpected }).toEqual({
		lines: [verdict === 'wrong' ? id : 'resolved'],
		unexpected: isWarned ? expect.stringContaining(`[${id}]`) : '',
	});
});
