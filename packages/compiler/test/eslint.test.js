import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as typescriptParser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { isOfTools } from '../../../scripts/messages/families.js';
import { readMessages } from '../../../scripts/generate-messages.js';
import { DIAGNOSTICS } from '../src/diagnostics/list.js';
import plugin from '../src/adapters/eslint/index.js';
import { compile } from '../src/index.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const entries = (await readMessages(ROOT)).filter(
	(entry) => entry.file.startsWith('packages/compiler/') && !isOfTools(entry),
);

/**
 * @param {string} code
 * @param {string} filename
 * @param {{ cjs?: boolean, config?: 'recommended' | 'strict' }} [how]
 */
function lint(code, filename, { cjs = false, config = 'strict' } = {}) {
	return new Linter({ configType: 'flat' }).verify(
		code,
		[
			{
				files: ['**/*.js', '**/*.mjs', '**/*.cjs', '**/*.jsx'],
				languageOptions: {
					sourceType: cjs ? 'commonjs' : 'module',
					parserOptions: { ecmaFeatures: { jsx: true } },
				},
				linterOptions: { reportUnusedDisableDirectives: 'off' },
			},
			plugin.configs[config],
		],
		{ filename },
	);
}

/** Places and names, in an order of their own. @param {{ line: number, column: number, slug: string }[]} found */
const sorted = (found) => found.map(({ line, column, slug }) => `${line}:${column} ${slug}`).sort();

/** What the rules must say, as the compiler says it. @param {ReturnType<typeof compile>['diagnostics']} diagnostics */
const expectedOf = (diagnostics) =>
	sorted(
		diagnostics
			.filter(({ slug, severity }) => severity !== 'note' || usualSeverity(slug) === 'note')
			.map(({ slug, start }) => ({ line: start.line, column: start.column + 1, slug })),
	);

/** @param {string} slug */
const usualSeverity = (slug) => DIAGNOSTICS.find((one) => one.slug === slug)?.severity;

/** @param {ReturnType<typeof lint>} messages */
const foundIn = (messages) =>
	sorted(
		messages.map(({ line, column, ruleId }) => ({
			line,
			column,
			slug: String(ruleId).replace('@lapidary/', ''),
		})),
	);

const isForEspree = (/** @type {string} */ file) => /\.[mc]?jsx?$/.test(file);

describe('rules say what the compiler says', () => {
	const fixtures = path.join(ROOT, 'fixtures/reject');
	const cases = readdirSync(fixtures)
		.map((name) => ({
			name,
			file: readdirSync(path.join(fixtures, name)).find((file) => /^input\./.test(file)) ?? '',
		}))
		.filter(({ file }) => isForEspree(file));

	test.each(cases)('$name', ({ name, file }) => {
		const code = readFileSync(path.join(fixtures, name, file), 'utf8');
		const messages = lint(code, file, { cjs: file.endsWith('.cjs') });
		// What is ahead of ESLint's own parser has to be read by the user's; the rules only need the text.
		if (messages.some(({ fatal }) => fatal)) return;
		const options = file.endsWith('.cjs') ? { sourceType: /** @type {const} */ ('commonjs') } : {};
		const { diagnostics } = compile(code, { filename: file, ...options });
		expect(diagnostics.length).toBeGreaterThan(0);
		expect(foundIn(messages)).toEqual(expectedOf(diagnostics));
	});

	test('in nearly all of those cases', () => {
		const unread = cases.filter(({ name, file }) => {
			const code = readFileSync(path.join(fixtures, name, file), 'utf8');
			return lint(code, file, { cjs: file.endsWith('.cjs') }).some(({ fatal }) => fatal);
		});
		expect(cases.length).toBeGreaterThan(60);
		expect(unread.length).toBeLessThan(cases.length / 10);
	});
});

describe('each diagnostic of one file has a rule', () => {
	test('and what only a link finds has none', () => {
		const names = entries.map(({ slug }) => slug);
		const without = names.filter((slug) => !Object.hasOwn(plugin.rules, slug));
		expect(without.sort()).toEqual([
			'changed-import',
			'context-of-thread',
			'cycle-entered-elsewhere',
			'declared-twice-in-worker',
			'effects-of-import',
			'effects-of-loading',
			'effects-through-a-cycle',
			'imported-state',
			'missing-await',
			'package-can-do-more',
			'sets-up-package',
			'stays-on-the-host',
			'unlinked-file',
			'waits-for-itself',
		]);
		expect(Object.keys(plugin.rules).length + without.length).toBe(names.length);
	});

	const examples = entries.flatMap((entry) =>
		entry.examples
			.filter(({ file, code }) => isForEspree(file) && !/^\/\/ file: /m.test(code))
			.map((example, index) => ({ ...example, slug: entry.slug, title: `${entry.slug} ${index}` })),
	);
	test.each(examples)('$title, $verdict', ({ slug, verdict, file, code, cjs }) => {
		const messages = lint(code, file, { cjs });
		if (messages.some(({ fatal }) => fatal)) return;
		const rules = [...new Set(messages.map(({ ruleId }) => ruleId))];
		expect(rules).toEqual(verdict === 'wrong' ? [`@lapidary/${slug}`] : []);
	});
});

describe('the configurations', () => {
	const code = `export async function* sum(rows) {\n\t'use cpu_bound';\n\trows[0] = 1;\n\tyield 1;\n}\n`;
	const warned = `export async function sort(rows, see) {\n\t'use cpu_bound';\n\trows.sort();\n\tawait see(1);\n\treturn rows;\n}\n`;

	test('show an error with its help and code at its place', () => {
		const [message, ...others] = lint(code, 'a.js', { config: 'recommended' });
		expect(others).toEqual([]);
		expect(message).toMatchObject({
			ruleId: '@lapidary/mutates-argument',
			severity: 2,
			line: 3,
			column: 2,
		});
		expect(message?.message).toMatch(
			/`sum` changes its argument `rows`.*; build a new.*\(LP3001\)/,
		);
	});

	test('warn of what a build warns of, and fail of it when strict', () => {
		const severities = (/** @type {'recommended' | 'strict'} */ config) =>
			lint(warned, 'a.js', { config }).map(({ ruleId, severity }) => `${ruleId} ${severity}`);
		expect(severities('recommended')).toEqual(['@lapidary/returns-mutated-argument 1']);
		expect(severities('strict')).toEqual(['@lapidary/returns-mutated-argument 2']);
	});

	test('obey comments', () => {
		const silenced = code.replace(
			'\trows[0]',
			'\t// eslint-disable-next-line @lapidary/mutates-argument\n\trows[0]',
		);
		expect(lint(silenced, 'a.js')).toEqual([]);
	});

	test('let a function that may stay inline stay', () => {
		expect(lint(code.replace('use cpu', 'use try_cpu'), 'a.js')).toEqual([]);
	});

	test('read TypeScript that the parser of typescript-eslint has parsed', () => {
		const typed = `interface Row { v: number }
export async function* sum(rows: Row[]): AsyncGenerator<number> {
	'use cpu_bound';
	rows[0] = { v: 1 } satisfies Row;
	yield 1;
}
`;
		const files = ['**/*.ts'];
		const messages = new Linter({ configType: 'flat' }).verify(
			typed,
			[
				{ files, languageOptions: { parser: typescriptParser } },
				{ files, ...plugin.configs.strict },
			],
			{ filename: 'a.ts' },
		);
		expect(foundIn(messages)).toEqual(['4:2 mutates-argument']);
	});

	test('say nothing of files without a directive, and need no file', () => {
		expect(lint('export const a = 1;', 'a.js')).toEqual([]);
		expect(foundIn(lint(code, '<input>.js'))).toEqual(['3:2 mutates-argument']);
	});
});
