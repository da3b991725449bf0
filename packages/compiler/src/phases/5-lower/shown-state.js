/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Linked } from '../../types.js' */
/** @import { Names } from './names.js' */
import { STATE_MODULE } from '@lapidary/runtime/abi';
import { isBuiltin } from 'node:module';
import { showsPrimitive } from '../../ir/objects.js';
import { constantValueOf, importOf } from '../../ir/values.js';
import { propertyKey } from './property-keys.js';

/**
 * What the end of a module says of variables that units of other files read:
 *
 * ```js
 * import { show as $lp_show } from "@lapidary/runtime/internal/state"; $lp_show("config.js", { limit: () => limit }, ["hits"]);
 * ```
 * Host and workers load the same file, and each thread shows what its own instance holds.
 *
 * @param {Planned} planned
 * @param {Names} names
 * @param {Partial<Pick<Linked, 'shown' | 'inside' | 'asked'>>} linked
 * @returns {Edit[]}
 */
export function showState(planned, names, { shown = [], inside = [], asked = [] }) {
	const { source, moduleKind } = planned;
	const isModule = moduleKind === 'module';
	/** @type {Map<string, string[]>} */
	const files = new Map();
	for (const one of shown) {
		const [local = '', file = ''] = one.split('\0');
		const read = !isModule && /^exports\b/.test(local) ? `module.${local}` : local;
		files.set(file, [...(files.get(file) ?? []), `${propertyKey(local)}: () => ${read}`]);
	}
	if (files.size === 0) return [];
	const show = isModule ? names.of('show') : `require("${STATE_MODULE}").show`;
	const known = asked.length > 0 ? objectsOf(planned) : [];
	const asksFor = known.length > 0 ? `, [${known.map((one) => `() => ${one}`).join(', ')}]` : '';
	const closedOver = inside.length > 0 || asksFor ? `, ${JSON.stringify(inside)}${asksFor}` : '';
	const calls = [...files].map(
		([file, readers]) =>
			`${show}(${JSON.stringify(file)}, { ${readers.join(', ')} }${closedOver});`,
	);
	const head = isModule ? [`import { show as ${show} } from "${STATE_MODULE}";`] : [];
	// No line is added, unless the last one is a comment that would hide it.
	const lastLine = source.slice(Math.max(source.lastIndexOf('\n'), source.lastIndexOf('\r')) + 1);
	const text = `${lastLine.includes('//') ? '\n' : ''};${[...head, ...calls].join(' ')}`;
	return [{ start: source.length, end: source.length, text }];
}

/** @param {Planned} planned @returns {string[]} names of variables of the top level that may hold objects which other threads have as well */
function objectsOf({ resolution: { program, parents }, language }) {
	const objects = [...program.variables.values()].filter((one) => {
		const source = importOf(one, parents)?.source;
		// TypeScript leaves out an import that is a type.
		if (source !== undefined) return language === 'js' && !isBuiltin(source);
		const value = constantValueOf(one);
		return KINDS.test(one.kind) && !(value && showsPrimitive(value));
	});
	return objects.map(({ name }) => name);
}

const KINDS = /^(const|let|var|class|function)$/;
