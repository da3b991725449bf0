import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkDocs } from '../check-docs.js';

describe('checkDocs', () => {
	/** @type {string} */
	let root;

	beforeEach(() => {
		root = mkdtempSync(path.join(os.tmpdir(), 'lapidary-docs-'));
		write('fixtures/reject/writes-a-capture/input.js', '');
		write('packages/compiler/src/index.js', '');
		write('docs/design.md', '# Why so\n\n## The `this` problem\n\n## Why so\n');
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

	test('accepts links to files, folders, headings and other sites', () => {
		write(
			'README.md',
			'See [why](docs/design.md#the-this-problem), [again](docs/design.md#why-so-1), [here](#read-me),\n' +
				'[src](packages/compiler/src/), [Node](https://nodejs.org/api).\n\n# Read me\n',
		);
		expect(checkDocs(root)).toEqual([]);
	});

	test.each([
		['[gone](docs/gone.md)', 'the link `docs/gone.md` leads nowhere'],
		['[gone](docs/design.md#gone)', 'the link `docs/design.md#gone` leads to no heading'],
		['[out](../secret.md)', 'the link `../secret.md` leaves the repository'],
		['`packages/compiler/src/gone.js`', '`packages/compiler/src/gone.js` does not exist'],
		['fixture `reject/gone-case`', '`reject/gone-case` does not exist'],
	])('refuses %s', (text, problem) => {
		write('README.md', `# Read me\n\n${text}\n`);
		expect(checkDocs(root)).toEqual([`README.md:3: ${problem}`]);
	});

	test('knows the cases of fixtures by group and name', () => {
		write('README.md', '`reject/writes-a-capture` and `fixtures/reject/writes-a-capture`\n');
		expect(checkDocs(root)).toEqual([]);
	});

	test('leaves code alone', () => {
		write('README.md', '```md\n[gone](gone.md) `packages/gone.js`\n```\n\n`call[0](x)`\n');
		expect(checkDocs(root)).toEqual([]);
	});
});
