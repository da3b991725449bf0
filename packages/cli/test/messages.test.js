import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { someOf } from '../../../scripts/some-of.js';
import { createSandbox } from './sandbox.js';

/** What the command line says by itself, and what it says with the other surfaces of the compiler. */
const MESSAGES = ['../messages/cli.md', '../../compiler/messages/tools.md'];
const BIN = fileURLToPath(new URL('../bin/lapidary.js', import.meta.url));

/** @typedef {{ code: string, verdict: 'wrong' | 'right', number: number, text: string }} Example */

/**
 * @returns {Example[]} of all message files whose examples are shell sessions
 */
function readExamples() {
	const text = MESSAGES.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join(
		'\n',
	);
	return text.split(/^(?=## LP)/m).flatMap((entry) => {
		const [, code] = /^## (LP\d{4})/.exec(entry) ?? [];
		const fences = [...entry.matchAll(/^```sh (wrong|right)\n([^]*?)^```$/gm)];
		return fences.map(([, verdict, body], number) => ({ code, verdict, number, text: body }));
	});
}

/**
 * @param {string} text of an example
 * @returns {{ files: Record<string, string>, commands: string[], status: number }}
 */
function parseExample(text) {
	/** @type {Record<string, string>} */
	const files = {};
	const commands = [];
	let status = 0;
	let file;
	for (const line of text.trimEnd().split('\n')) {
		const [, name] = /^# file: (.+)$/.exec(line) ?? [];
		const [, exit] = /^# exit (\d)$/.exec(line) ?? [];
		if (name) files[(file = name)] = '';
		else if (exit) status = Number(exit);
		else if (line.startsWith('$ ')) commands.push(line.slice(2));
		else if (file) files[file] += `${line}\n`;
		else throw new Error(`a line that belongs to no file: ${line}`);
	}
	return { files, commands, status };
}

/**
 * @param {string} text
 * @returns {{ expected: number, status: number | null, codes: string[], output: string }}
 */
function runExample(text) {
	const { files, commands, status: expected } = parseExample(text);
	const sandbox = createSandbox(files);
	try {
		const bin = path.join(sandbox.root, '.bin');
		sandbox.write({ '.bin/lapidary': `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n` });
		chmodSync(path.join(bin, 'lapidary'), 0o755);
		const env = {
			...process.env,
			PATH: `${bin}:${process.env.PATH}`,
			LAPIDARY_CLI_SOURCE: '1',
			NODE_OPTIONS: '',
		};
		const results = commands.map((command) =>
			spawnSync('sh', ['-c', command], { cwd: sandbox.root, env, encoding: 'utf8' }),
		);
		const status = results[results.length - 1].status;
		const codes = results.flatMap(({ stderr }) =>
			[...stderr.matchAll(/^(?:error|warning|note) (LP\d{4}) /gm)].map(([, code]) => code),
		);
		return { expected, status, codes, output: results.map(({ stderr }) => stderr).join('') };
	} finally {
		sandbox.remove();
	}
}

const examples = readExamples();
const withVerdict = (/** @type {string} */ verdict) =>
	examples.filter((one) => one.verdict === verdict);

test('every code has a wrong and a right example', () => {
	expect(examples.length).toBeGreaterThan(30);
	for (const verdict of ['wrong', 'right']) {
		const codes = withVerdict(verdict).map(({ code }) => code);
		expect([...new Set(codes)]).toEqual([...new Set(examples.map(({ code }) => code))]);
	}
});

test.each(someOf(withVerdict('wrong'), 9))(
	'$code: the wrong example says so, and nothing else ($number)',
	({ code, text }) => {
		const { codes, status, expected, output } = runExample(text);
		expect({ codes, status, output }).toEqual({ codes: [code], status: expected, output });
	},
);

test.each(someOf(withVerdict('right'), 9))(
	'$code: the right example passes ($number)',
	({ text }) => {
		const { codes, status, output } = runExample(text);
		expect({ codes, status, output }).toEqual({ codes: [], status: 0, output });
	},
);
