/** @import { Files } from './detect.js' */
/** @import { Left } from './plan-init.js' */
import { parseProgram } from './syntax.js';

const OLD = /^(?:node|node10|classic)$/i;

/**
 * Types of subpaths such as `@lapidary/runtime/gem` are found by `exports`, which the old ways of resolution do not read. How a
 * project resolves modules is not changed for it.
 *
 * @param {Files} files
 * @returns {Left[]}
 */
export function findOldResolution({ read }) {
	const path = 'tsconfig.json';
	const program = parseProgram(`(${read(path) ?? '{}'})`);
	const root = program?.body[0]?.expression;
	const options = valueOf(root, 'compilerOptions');
	const resolution = valueOf(options, 'moduleResolution')?.value;
	if (typeof resolution !== 'string' || !OLD.test(resolution)) return [];
	const reason = `\`${resolution}\` does not find the types of packages with \`exports\``;
	return [{ path, reason, lines: ['"module": "node16", "moduleResolution": "node16"'] }];
}

/**
 * @param {any} object a node
 * @param {string} name
 * @returns {any} the node of its value
 */
const valueOf = (object, name) =>
	object?.properties?.find((/** @type {any} */ { key }) => key?.value === name)?.value;
