/** @import { Diagnostic } from '@lapidary/compiler' */

/** @param {Pick<Diagnostic, 'code' | 'slug' | 'kind' | 'severity' | 'message' | 'help'>} entry @param {string} [filename] @returns {Diagnostic} */
const create = (entry, filename = '') => ({ ...entry, filename, related: [] });

/** @param {{ how: string }} params @returns {Diagnostic} */
export const singleFileOutput = ({ how }) =>
	create({ code: 'LP7101', slug: 'single-file-output', kind: 'misuse', severity: 'error', message: `worker modules are files of their own, and the output is one file: \`${how}\``, help: 'set `output.dir` and the format `es` or `cjs`' });

/** @param {{ module: string }} params @param {string} filename @returns {Diagnostic} */
export const absorbedWorker = ({ module }, filename) =>
	create({ code: 'LP7102', slug: 'absorbed-worker', kind: 'unsafe', severity: 'error', message: `threads would load \`${module}\`, which the worker module does not import`, help: 'leave what units need out of the groups' }, filename);
