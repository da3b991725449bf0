/** @import { Kind } from '../knowledge/capabilities.js' */
/** @import { Row } from '../knowledge/platform/row.js' */
import { isBuiltin } from 'node:module';
import { classifyGlobal } from '../knowledge/globals.js';
import { isActing, pathOfImport, rowOf } from '../knowledge/platform/table.js';

/** How code uses what a path leads to. @typedef {'call' | 'new' | 'value'} Usage */

/** What whole modules of Node are for. @type {readonly [Kind, RegExp][]} */
const MODULES = [
	['files', /^node:fs\b/],
	['network', /^node:(dgram|dns|http2?|https|net|tls)\b/],
	['processes', /^node:(child_process|cluster|worker_threads)\b/],
	['environment', /^node:(os|process)\b/],
	['timers', /^node:timers\b/],
	['random', /^node:crypto\b/],
	['clock', /^node:perf_hooks\b/],
	['text', /^node:vm\b/],
	['prints', /^node:(console|readline|repl|tty)\b/],
	['unread', /^node:(inspector|module|sea|wasi)\b/],
];

/** Modules of Node that move data within a process, and do nothing by themselves. */
const HARMLESS = /^(node:)?(_stream_\w+|constants|punycode|stream(\/web)?|sys)$/;

/** Globals that act, by their names. @type {readonly [Kind, RegExp][]} */
const GLOBALS = [
	['prints', /^console\b|^process\.(std(out|err)|emitWarning|_rawDebug)\b/],
	['timers', /^(set|clear)(Timeout|Interval|Immediate)$|^queueMicrotask$|^process\.nextTick$/],
	['network', /^(fetch|WebSocket|EventSource)$/],
	['processes', /^(Worker|BroadcastChannel|MessageChannel)$|^process\.(kill|exit|abort|execve)$/],
	['random', /^crypto\b/],
	['text', /^(Function|eval)$/],
	['environment', /^process\b/],
	['clock', /^performance\b/],
	['unread', /^WebAssembly\b/],
];

/** Objects of the platform that offer many functions. */
const HOLDERS = /^(console|process|crypto|performance|WebAssembly)$/;

/** What a row says that is read, of what differs from thread to thread or from time to time. @type {Record<string, Kind>} */
const READS = {
	...{ clock: 'clock', random: 'random', environment: 'environment', files: 'files' },
	module: 'environment',
};

/** @param {string} path @returns {Kind} */
const kindByName = (path) =>
	[...MODULES, ...GLOBALS].find(([, pattern]) => pattern.test(path))?.[0] ?? 'acts';

/** @param {Row} row @param {string} path @param {number} argumentCount @returns {Kind | null} */
function kindOfRow(row, path, argumentCount) {
	if (row.acts && row.acts !== 'shared') return kindByName(path);
	const reads = row.reads ?? (argumentCount === 0 ? row.readsBare : undefined);
	return READS[reads ?? ''] ?? null;
}

/**
 * @param {string} path of a global: `Math.random`, `process.env.HOME`
 * @param {Usage} usage
 * @param {number} argumentCount
 * @returns {Kind | null} null for what only computes, and for what Node does not have
 */
export function kindOfGlobal(path, usage, argumentCount) {
	const [root = ''] = path.split('.');
	if (classifyGlobal(root) !== 'worker') return null;
	if (path === root && HOLDERS.test(root)) return kindByName(root);
	if (path === 'Date' && usage === 'value') return 'clock';
	const own = rowOf(usage === 'new' ? 'new' : 'call', path) ?? rowOf('value', path);
	if (own)
		return kindOfRow(
			own,
			path,
			usage === 'call' ? argumentCount : usage === 'new' ? argumentCount : 1,
		);
	// `process.env.HOME.slice(1)`, `Date.now.call(Date)`
	for (let at = path; at.includes('.');) {
		at = at.slice(0, at.lastIndexOf('.'));
		const row = at === root ? null : (rowOf('value', at) ?? rowOf('call', at));
		if (row) return kindOfRow(row, at, 1);
	}
	return HOLDERS.test(root) ? kindByName(path) : null;
}

/**
 * @param {string} source of an import of a module of Node
 * @param {string[]} names of what is used of it; none for the module as a whole
 * @param {Usage} usage
 * @param {number} argumentCount
 * @returns {Kind | null}
 */
export function kindOfBuiltin(source, names, usage, argumentCount) {
	if (HARMLESS.test(source)) return null;
	const path = pathOfImport(
		source,
		names.filter((one) => one !== 'default'),
	);
	if (path === null)
		return isBuiltin(source) ? kindByName(`node:${source.replace(/^node:/, '')}`) : null;
	if (!path.startsWith('node:')) return kindOfGlobal(path, usage, argumentCount);
	const row =
		rowOf(usage === 'new' ? 'new' : 'call', path) ?? rowOf('value', path) ?? rowOf('new', path);
	if (row) return kindOfRow(row, path, argumentCount);
	if (isActing(path)) return kindByName(path);
	// The rest of a module of which the table has the functions: `os.EOL`, `crypto.constants`.
	const isWhole = names.every((one) => one === 'default');
	const module = /^[^.]*/.exec(path)?.[0] ?? '';
	const isSafe = !isWhole || !MODULES.some(([, pattern]) => pattern.test(module));
	return isSafe ? null : kindByName(module);
}
