/** @import { Edit, Planned } from '../../ir/module.js' */
/** @import { Linked } from '../../types.js' */
/** @import { Names } from './names.js' */
import { STATE_MODULE } from '@lapidary/runtime/abi';
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
 * @param {Partial<Pick<Linked, 'shown' | 'inside'>>} linked
 * @returns {Edit[]}
 */
export function showState({ source, moduleKind }, names, { shown = [], inside = [] }) {
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
	const closedOver = inside.length > 0 ? `, ${JSON.stringify(inside)}` : '';
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
