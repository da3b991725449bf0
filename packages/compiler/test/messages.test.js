import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FIXTURES, findCases } from '../../../fixtures/run.js';
import { readMessages } from '../../../scripts/generate-messages.js';
import { isOfTools } from '../../../scripts/messages/families.js';
import { linkSources } from '../../../fixtures/runner/link-sources.js';
import { compile } from '../src/index.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const entries = (await readMessages(ROOT)).filter(
	(entry) => entry.file.startsWith('packages/compiler/') && !isOfTools(entry),
);
const examples = entries.flatMap((entry) =>
	entry.examples.map((example, index) => ({
		...example,
		title: `${entry.code} ${entry.slug}, example ${index + 1}`,
		expected: example.verdict === 'wrong' ? entry : undefined,
	})),
);

/**
 * @param {typeof examples[number]} example
 * @returns {import('../src/index.js').Diagnostic[]}
 */
function diagnose({ code, file, cjs }) {
	const files = [...code.matchAll(/^\/\/ file: (\S+)\n([^]*?)(?=^\/\/ file: |$(?![^]))/gm)];
	if (files.length > 0) {
		const sources = new Map(files.map(([, name, text]) => [name, text]));
		return linkSources(sources, cjs ? { options: { sourceType: 'commonjs' } } : {}).diagnostics;
	}
	const options = { filename: file, id: `demo/${file}`, ...(cjs && { sourceType: 'commonjs' }) };
	return compile(code, options).diagnostics;
}

describe('a wrong example yields its own code and no other', () => {
	test.each(examples.filter(({ expected }) => expected))('$title', (example) => {
		const diagnostics = diagnose(example);
		expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual([example.expected?.code]);
		for (const { severity, message, help } of diagnostics) {
			expect(severity).toBe(example.expected?.severity);
			expect(`${message} ${help}`).not.toMatch(/undefined|null|\[object|%\w+%/);
		}
	});
});

describe('a right example yields nothing', () => {
	test.each(examples.filter(({ expected }) => !expected))('$title', (example) => {
		expect(diagnose(example).map(({ code, message }) => `${code} ${message}`)).toEqual([]);
	});
});

test('a fixture shows each message in a program', async () => {
	const reports = (await findCases(FIXTURES))
		.map(({ folder }) => path.join(folder, 'diagnostics.txt'))
		.filter((file) => existsSync(file))
		.map((file) => readFileSync(file, 'utf8'));
	const shown = new Set(reports.join('\n').match(/\bLP\d{4}\b/g));
	expect(entries.map(({ code }) => code).filter((code) => !shown.has(code))).toEqual([]);
});
