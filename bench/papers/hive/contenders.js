import { CONTENDERS as BABEL } from '../../babel/contenders.js';
import { codeLines, readSources } from '../../lib/count-lines.js';
import { contendersFor } from '../cb/contenders.js';

/** @param {string} name */
const fileOf = (name) => new URL(`./ways/${name}.js`, import.meta.url);

const CALLS = contendersFor('hive');

export const HIVE = 'Hive.eval';
export const SERVERS = 'cluster of servers';
const SERVER_FILES = [fileOf('fib-servers'), fileOf('fib-server')];

/** Who computes fib, by the modules of [CB] where they do. @type {{ name: string, module: URL, written: URL[] }[]} */
export const FIB_CONTENDERS = [
	...CALLS.slice(0, 2),
	{ name: HIVE, module: fileOf('fib'), written: [fileOf('fib')] },
	{ name: SERVERS, module: SERVER_FILES[0], written: SERVER_FILES },
	...CALLS.slice(2),
];

/** Who translates with Babel. @type {typeof BABEL} */
export const BABEL_CONTENDERS = [
	...BABEL,
	{ name: HIVE, program: fileOf('babel'), files: [fileOf('babel')] },
];

/** @param {URL[]} files @returns {number} lines of code in them */
export const linesOf = (files) => readSources(files).flatMap(codeLines).length;
