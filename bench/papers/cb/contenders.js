import { codeLines, linesAdded, readSources } from '../../lib/count-lines.js';
import { installRuntime } from '../../lib/install-runtime.js';
import { lowerFolder } from '../../lib/lower.js';
import { PROGRAMS } from './sizes.js';

const SOURCE = new URL('./src/', import.meta.url);

/** @param {string} benchmark @returns {URL} folder of what it makes: several may run at once */
const outputOf = (benchmark) => new URL(`../../.out/${benchmark}/`, import.meta.url);

/**
 * Lower the programs for a benchmark, with the runtime as users install it.
 *
 * @param {string} benchmark
 */
export function lowerPrograms(benchmark) {
	const folder = outputOf(benchmark);
	lowerFolder(SOURCE, new URL('lowered/', folder));
	installRuntime(folder);
}

const DIRECTIVE = /^['"]use cpu_bound['"];$/;

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {URL} module exports `call`
 * @property {URL} [server] where it is not `server.js`
 * @property {boolean} [isApart] whether each process gets a share of the calls, and there is nothing that hands them out
 * @property {URL[]} written files that a person wrote beside the plain programs, or changed
 */

/** @param {string} name @param {string[]} files @returns {Contender} */
const byHand = (name, files = ['programs.js', 'worker.js']) => {
	const folder = new URL(`./ways/${name}/`, import.meta.url);
	const written = files.map((file) => new URL(file, folder));
	return { name, module: written[0], written };
};

/** What the machine has to give: no contender that somebody would write. @type {Contender} */
export const APART = {
	name: 'processes, no calls',
	module: new URL('programs.js', SOURCE),
	isApart: true,
	written: [],
};

/** @param {string} benchmark @returns {Contender[]} */
export const contendersFor = (benchmark) => [
	{ name: 'sequential', module: new URL('programs.js', SOURCE), written: [] },
	{
		name: 'Lapidary',
		module: new URL('programs.js', new URL('lowered/', outputOf(benchmark))),
		written: PROGRAMS.map((name) => new URL(`${name}.js`, SOURCE)),
	},
	byHand('worker-threads'),
	byHand('piscina'),
	byHand('workerpool'),
	byHand('tinypool'),
	{ ...byHand('cluster'), server: new URL('./ways/cluster/serve.js', import.meta.url) },
];

/**
 * Lines of code beyond the plain programs, which are `src/` without the directives.
 *
 * @param {Contender} contender
 */
export function linesToWrite({ written }) {
	const names = [...PROGRAMS, 'programs'];
	const plain = readSources(names.map((name) => new URL(`${name}.js`, SOURCE))).map((source) =>
		codeLines(source)
			.filter((line) => !DIRECTIVE.test(line))
			.join('\n'),
	);
	return linesAdded(plain, readSources(written));
}
