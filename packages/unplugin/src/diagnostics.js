/** @import { Diagnostic } from '@lapidary/compiler' */

/** @param {Pick<Diagnostic, 'code' | 'slug' | 'kind' | 'severity' | 'message' | 'help'>} entry @param {string} [filename] @returns {Diagnostic} */
const create = (entry, filename = '') => ({ ...entry, filename, related: [] });

/** @param {{ how: string }} params @returns {Diagnostic} */
export const singleFileOutput = ({ how }) =>
	create({
		code: 'LP7101',
		slug: 'single-file-output',
		kind: 'misuse',
		severity: 'error',
		message: `worker modules are files of their own, and the output is one file: \`${how}\``,
		help: 'set `output.dir` and the format `es` or `cjs`',
	});

/** @param {{ module: string }} params @param {string} filename @returns {Diagnostic} */
export const absorbedWorker = ({ module }, filename) =>
	create(
		{
			code: 'LP7102',
			slug: 'absorbed-worker',
			kind: 'unsafe',
			severity: 'error',
			message: `threads would load \`${module}\`, which the worker module does not import`,
			help: 'leave what units need out of the groups',
		},
		filename,
	);

/** @param {{ name: string }} params @param {string} filename @returns {Diagnostic} */
export const browserTarget = ({ name }, filename) =>
	create(
		{
			code: 'LP7103',
			slug: 'browser-target',
			kind: 'unsupported',
			severity: 'error',
			message: `\`${name}\` runs on threads of Node, and this build is for browsers`,
			help: 'import it in code for Node alone (SSR, a server, a build for Node), or write "use try_cpu_bound", which stays inline here',
		},
		filename,
	);

/** @param {object} _params @returns {Diagnostic} */
export const noOutputFolder = (_params) =>
	create({
		code: 'LP7104',
		slug: 'no-output-folder',
		kind: 'misuse',
		severity: 'error',
		message: 'worker modules are files, and the build has no folder to put them into',
		help: 'set `outdir` or `outfile`',
	});
