/** @import { Row } from '../../knowledge/platform/row.js' */
/** @import { Call } from './given.js' */
/** @import { Flow } from './flow.js' */
import { rowOf } from '../../knowledge/platform/table.js';
import { contentsOf, iterate, makeOf, put, unionOf } from './access.js';
import { argumentAt, argumentsOf, callUnknown } from './given.js';
import { Cell } from './graph.js';
import { generic } from './methods.js';
import { constructView, CONSTRUCTORS, FUNCTIONS } from './platform-functions.js';

/**
 * A function of the platform that is called by its path.
 *
 * @param {Flow} flow
 * @param {string} path `Math.max`, `node:path.join`
 * @param {Call} given
 */
export function callPlatform(flow, path, given) {
	const own = FUNCTIONS.get(path);
	if (own) return own(flow, given);
	const method = /^(\w+)\.prototype\.(\w+)$/.exec(path);
	if (method) return flow.call(flow.namedValue('method', /** @type {string} */ (method[2])), given);
	const row = rowOf('call', path);
	if (!row || isUnknown(row, path)) return callUnknown(flow, given, `\`${path}\``);
	change(flow, row, given);
	give(flow, row, given);
	return undefined;
}

/** @param {Row} row @param {string} path @returns {boolean} it runs code that is not seen, or keeps it */
const isUnknown = ({ acts, runs, keeps, calls }, path) =>
	(acts !== undefined && !path.startsWith('console.')) ||
	runs === true ||
	keeps !== undefined ||
	calls !== undefined;

/** @param {Flow} flow @param {Row} row @param {Call} given */
function change(flow, row, given) {
	const { frame, node } = given;
	for (const index of row.changes?.split(' ') ?? []) {
		if (!/^\d+$/.test(index)) continue;
		const parts = argumentsOf(given);
		flow.graph.watch(argumentAt(given, Number(index)), (value) => {
			flow.write(frame, node, value);
			for (const part of parts) put(flow, value, { name: null, value: contentsOf(flow, part) });
			for (const part of parts.slice(1)) put(flow, value, { name: null, value: part });
		});
	}
}

/** @param {Flow} flow @param {Row} row @param {Call} given */
function give(flow, row, given) {
	const { graph } = flow;
	const { out, node, frame } = given;
	const args = argumentsOf(given);
	const inner = args.map((one) => contentsOf(flow, one));
	const taken = args.map((one) => iterate(flow, one, frame));
	switch (row.gives) {
		case 'number':
		case 'primitive':
			return;
		case 'argument':
			graph.flow(argumentAt(given, 0), out);
			return;
		case 'array':
		case 'Promise': {
			const shape = row.gives === 'array' ? 'array' : 'promise';
			const parts = [...args, ...inner, ...taken];
			graph.flow(makeOf(flow, node, { shape, parts }), out);
			return;
		}
		case 'TypedArray':
			graph.flow(makeOf(flow, node, { shape: 'typed', parts: [] }), out);
			return;
		case undefined:
			generic(flow, given);
			return;
		default:
			graph.flow(makeOf(flow, node, { shape: 'other', parts: [...args, ...inner] }), out);
	}
}

/** `new Map(…)`. @param {Flow} flow @param {string} path @param {Call} given */
export function constructPlatform(flow, path, given) {
	const own = CONSTRUCTORS.get(path);
	if (own) return own(flow, given);
	const row = rowOf('new', path);
	if (row?.gives === 'TypedArray' || path === 'DataView') return constructView(flow, given);
	const isShared = row?.acts === 'shared';
	if (!row || (row.acts && !isShared) || row.runs || row.calls || row.keeps)
		return callUnknown(flow, given, `\`new ${path}\``);
	const args = argumentsOf(given);
	const parts = args.flatMap((one) => [one, contentsOf(flow, one)]);
	flow.graph.flow(makeOf(flow, given.node, { shape: 'other', parts }), given.out);
	return undefined;
}

/** A class of the program extends one of the platform. @param {Flow} flow @param {string} path @param {Call} given */
export function extendPlatform(flow, path, given) {
	if (
		!/^(Error|\w+Error|Object|Array|Map|Set|EventEmitter|node:events(\.EventEmitter)?)$/.test(path)
	)
		flow.giveUp(`a class extends \`${path}\``);
	const parts = argumentsOf(given).flatMap((one) => [
		one,
		contentsOf(flow, one),
		contentsOf(flow, contentsOf(flow, one)),
	]);
	flow.graph.watch(given.self, (value) => {
		for (const part of parts) put(flow, value, { name: null, value: part });
	});
	// The constructors of collections call the methods that put something in, also those of the class.
	const args = [unionOf(flow, parts), unionOf(flow, parts)];
	for (const name of ['set', 'add']) {
		flow.graph.watch(flow.member('methods', name), (method) =>
			flow.call(method, { ...given, args, rest: null, out: new Cell() }),
		);
	}
}
