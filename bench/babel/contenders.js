import { codeLines, linesAdded, readSources } from '../lib/count-lines.js';
import { installRuntime } from '../lib/install-runtime.js';
import { lowerFolder } from '../lib/lower.js';

export const SOURCE = new URL('./src/', import.meta.url);
const OUTPUT = new URL('../.out/babel/', import.meta.url);
const LOWERED = new URL('lowered/', OUTPUT);

const DIRECTIVE = /^['"]use cpu_bound['"];$/;

/** Lower the program, with the runtime as users install it. */
export function lowerProgram() {
	lowerFolder(SOURCE, LOWERED);
	installRuntime(OUTPUT);
}

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {URL} program exports `transformAll` and perhaps `close`
 * @property {string[]} [execArgv] flags of Node for its host process
 * @property {URL[]} files that a person wrote beside or in place of the plain program
 */

/** @type {Contender[]} */
export const CONTENDERS = [
	{ name: 'sequential', program: new URL('transform-all.js', SOURCE), files: [] },
	{
		name: 'Lapidary',
		program: new URL('transform-all.js', LOWERED),
		files: [new URL('transform-file.js', SOURCE)],
	},
	{
		name: 'piscina',
		program: new URL('./piscina/transform-all.js', import.meta.url),
		files: [
			new URL('./piscina/transform-all.js', import.meta.url),
			new URL('./piscina/worker.js', import.meta.url),
		],
	},
	{
		name: 'cluster',
		program: new URL('./cluster/transform-all.js', import.meta.url),
		files: [
			new URL('./cluster/transform-all.js', import.meta.url),
			new URL('./cluster/worker.js', import.meta.url),
		],
	},
];

/**
 * Lines of code beyond the plain program. The plain program is `src/` without the directive.
 *
 * @param {Contender} contender
 */
export function linesToWrite({ files }) {
	const annotated = readSources([
		new URL('transform-file.js', SOURCE),
		new URL('transform-all.js', SOURCE),
	]);
	const plain = annotated.map((source) =>
		codeLines(source)
			.filter((line) => !DIRECTIVE.test(line))
			.join('\n'),
	);
	return linesAdded(plain, readSources(files));
}
