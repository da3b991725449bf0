/** @import { Linked, Node } from '../../types.js' */
/** @import { Edit, Planned, SharedClass } from '../../ir/module.js' */
import { OBJECT_ITSELF, PRIVATE_KEY } from '@lapidary/runtime/abi';
import { showsState } from '../../ast/directive-text.js';
import { membersOf, propertyName } from '../../ast/shapes.js';
import { entriesOf } from '../../ir/private-entries.js';
import { isScratchMember } from '../../ir/scratch-members.js';
import { hasState } from './checks.js';
import { isDeclared } from './names.js';
import { findShownClasses } from './shown-functions.js';

/**
 * Classes show their private members to the comparisons of state, and to what finds objects by their names, which no other code could read:
 *
 * ```js
 * class Counter { #n = 0; static { globalThis[Symbol.for("…")]?.(this, (o) => #n in o ? [o.#n] : []); } }
 * ```
 * A static block adds no member and no line. Host and worker modules have it alike. A member that only remembers what each thread
 * computes for itself is left out, as is scratch space, and so is a class of which code of the file makes a text.
 *
 * @param {Planned} planned
 * @param {Linked | undefined} linked
 * @returns {Edit[]}
 */
export function privateReaders(planned, linked) {
	const { classes, plans, resolution, effects, file, language } = planned;
	const isCompared = showsState(linked) || plans.some(({ checks }) => checks && hasState(checks));
	if (
		!(isCompared || classes.some(namesParts)) ||
		NAMES.some((name) => isDeclared(name, resolution))
	)
		return [];
	const readers = effects.classes.all().flatMap((definition) => {
		const read = readerOf(definition, planned);
		return read && !definition.declare ? [{ definition, read }] : [];
	});
	if (readers.length === 0) return [];
	const hidden = findShownClasses(file.program, planned);
	const [type, root] = language === 'js' ? ['', 'globalThis'] : [': any', '(globalThis as any)'];
	return readers.flatMap(({ definition, read }) => {
		if (hidden.has(definition)) return [];
		const at = definition.body.end - 1;
		const call = `${root}[Symbol.for("${PRIVATE_KEY}")]?.(this, (o${type}) => ${read});`;
		return [{ start: at, end: at, text: `;static { ${call} }` }];
	});
}

/** @param {SharedClass} shared @returns {boolean} what an object holds crosses by its name, private members as well */
const namesParts = ({ key }) =>
	key.startsWith(OBJECT_ITSELF) && /^\S*[1-9*]/.test(key.slice(OBJECT_ITSELF.length));

/** What the text of a reader names. */
const NAMES = ['globalThis', 'Symbol'];

/** @param {Node} definition @param {Planned} planned @returns {string | null} an expression for the list of what `o` has; null for a class without private state */
function readerOf(definition, { effects, resolution }) {
	const fields = membersOf(definition)
		.filter(({ type }) => type === 'ClassPrivateProperty')
		.map((one) => ({ name: /** @type {string} */ (propertyName(one)), isStatic: one.static }));
	const listOf = (/** @type {boolean} */ isStatic) => {
		const all = fields.filter((one) => Boolean(one.isStatic) === isStatic);
		const kept = all.filter(
			({ name }) =>
				!effects.ownChanges.isMemo(definition, name) && !isScratchMember(definition, name),
		);
		return kept.length === 0
			? null
			: { brand: kept[0]?.name, values: kept.map(({ name }) => `o.${name}`) };
	};
	const scope = resolution.scopes.get(definition) ?? resolution.program;
	const entries = entriesOf(definition, scope).map(({ name, method }) => `${name}.${method}(o)`);
	const own = listOf(false);
	const statics = listOf(true);
	if (!own && !statics && entries.length === 0) return null;
	const rest = statics ? `${statics.brand} in o ? [${statics.values.join(', ')}] : []` : '[]';
	const fieldsText = own ? `${own.brand} in o ? [${own.values.join(', ')}] : ${rest}` : rest;
	if (entries.length === 0) return fieldsText;
	const others = fieldsText === '[]' ? '' : `, ...(${fieldsText})`;
	return `[${entries.join(', ')}${others}]`;
}
