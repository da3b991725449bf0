import { readFileSync } from 'node:fs';
import { commandsOf, readSteps } from '../projects/readme-steps.js';
import { TOOLS } from '../projects/first-steps.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('steps are files, commands and pages, in the order of the document', () => {
	const markdown = [
		'# A',
		'## First',
		'```sh\nnpm install a # why\nnpm start\n```',
		'```js\n// src/a.js\nlet x;\n```',
		'```js\nno file\n```',
		'`http://localhost:3000/a?b=1` then answers `[1]`.',
		'### Deeper',
		'```sh\nc\n```',
		'## Next',
		'```sh\nd\n```',
	].join('\n');
	expect(readSteps(markdown, 'First')).toEqual([
		{ command: 'npm install a' },
		{ command: 'npm start' },
		{ file: 'src/a.js', text: '// src/a.js\nlet x;\n' },
		{ url: 'http://localhost:3000/a?b=1', answer: '[1]' },
		{ command: 'c' },
	]);
	expect(() => readSteps(markdown, 'Third')).toThrow('no section');
});

test.each(TOOLS)('README has first steps, at most 5 commands: %s', (title) => {
	const steps = readSteps(README, title);
	expect(commandsOf(steps).length).toBeGreaterThan(2);
	expect(commandsOf(steps).length).toBeLessThan(6);
});

test('the first of them write the program that all use', () => {
	const files = readSteps(README, TOOLS[0]).filter((step) => 'file' in step);
	expect(files).toEqual([
		{ file: 'src/main.mjs', text: expect.stringContaining('"use cpu_bound"') },
	]);
});
