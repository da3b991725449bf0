import path from 'node:path';
import process from 'node:process';
import { formatGithub } from '../src/output/github.js';

const DIAGNOSTIC = {
	code: 'LP2003',
	slug: 'writes-capture',
	kind: 'unsafe',
	severity: /** @type {const} */ ('error'),
	message: '`sum` assigns to `total`, 100% of it',
	filename: path.resolve('packages/cli/src/a,b.js'),
	start: { line: 5, column: 2 },
	end: { line: 5, column: 7 },
	related: [{ message: 'declared here', start: { line: 1, column: 4 } }],
	help: 'pass it',
};

const { GITHUB_WORKSPACE } = process.env;
afterEach(() => {
	if (GITHUB_WORKSPACE === undefined) delete process.env.GITHUB_WORKSPACE;
	else process.env.GITHUB_WORKSPACE = GITHUB_WORKSPACE;
});

test.each([
	['the current directory', undefined, ''],
	[
		'the repository, where a step runs in a folder of it',
		path.dirname(process.cwd()),
		`${path.basename(process.cwd())}/`,
	],
	['the current directory, where that is no part of it', path.join(process.cwd(), 'packages'), ''],
])('a diagnostic is a command with the place in %s', (_title, workspace, prefix) => {
	delete process.env.GITHUB_WORKSPACE;
	if (workspace) process.env.GITHUB_WORKSPACE = workspace;
	expect(formatGithub([DIAGNOSTIC])).toBe(
		`::error file=${prefix}packages/cli/src/a%2Cb.js,line=5,col=3,endLine=5,endColumn=8,title=LP2003 writes-capture::` +
			`\`sum\` assigns to \`total\`, 100%25 of it%0Anote: ${prefix}packages/cli/src/a,b.js:1:5 declared here%0Ahelp: pass it\n`,
	);
});
