/** @import { Node } from '../../../types.js' */
/** @import { Placed } from './codes.js' */
/** @import { Tracker } from './tracker.js' */
/** @import { View } from './view.js' */
import {
	chainRoot,
	isClass,
	isFunction,
	isMember,
	membersOf,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { holderOfThis, ownerOfThis } from '../../../ir/receiver.js';
import { classOf } from '../../../ir/values.js';
import { memberAround } from './members.js';

/** Most files need not be walked through. */
const MAY_INHERIT = /\bextends\b/;
const MAY_RECEIVE = /\b(this|super)\b/;

/**
 * The methods that code runs by `this.m()` and `super.m()`: of its own class or literal, and of the classes of the module that it
 * inherits from. Where these inherit from an import, it is the expression that names the import.
 *
 * @param {View} view
 * @returns {Placed<Node>[]} by the place of `this`
 */
export function findOwnMethods(view) {
	/** @type {Placed<Node>[]} */
	const found = [];
	for (const { node, holder, name } of receiversIn(view)) {
		const isStatic = holder.kind === 'class';
		const members =
			holder.kind === 'literal'
				? holder.node.properties.filter((/** @type {Node} */ one) => propertyName(one) === name)
				: ancestryOf(holder.node, view).flatMap((one) =>
						isClass(one)
							? membersOf(one).filter(
									(member) => propertyName(member) === name && Boolean(member.static) === isStatic,
								)
							: isStatic
								? []
								: [one],
					);
		for (const one of members) {
			const method = isFunction(one) ? one : unwrap(one.value ?? null);
			if (method && isFunction(method)) found.push({ start: node.start, fact: method });
			else if (!one.value) found.push({ start: node.start, fact: one });
		}
	}
	return found;
}

/**
 * Where code calls what a class inherits from an imported one, by the name of the heir: `Square.register()`, `this.register()` in
 * a static method or block.
 *
 * @param {View} view
 * @param {Tracker} tracker
 * @returns {{ node: Node, place: Node, import: number, path: string[] }[]}
 */
export function findInheritedMentions(view, tracker) {
	if (!MAY_INHERIT.test(view.discovered.source)) return [];
	/** @type {{ node: Node, definition: Node }[]} */
	const uses = receiversIn(view)
		.filter(({ holder }) => holder.kind === 'class')
		.map(({ node, holder }) => ({ node, definition: /** @type {{ node: Node }} */ (holder).node }));
	for (const variable of view.topLevel.values()) {
		const definition = classOf(variable);
		if (!definition?.superClass) continue;
		for (const { node, role } of variable.references)
			if (role === 'read') uses.push({ node, definition });
	}
	return uses.flatMap(({ node, definition }) => {
		const { place, names } = memberAround(node, tracker);
		const base = names.length > 0 ? ancestryOf(definition, view).at(-1) : undefined;
		if (!base || isClass(base)) return [];
		const variable = view.variableOf.get(chainRoot(base));
		const inner = isMember(base) ? namesFrom(base) : [];
		return (variable ? (tracker.holders.get(variable) ?? []) : []).flatMap(({ origin }) =>
			origin.kind === 'import'
				? [{ node, place, import: origin.import, path: [...origin.path, ...inner, ...names] }]
				: [],
		);
	});
}

/** @param {View} view @returns {{ node: Node, holder: Exclude<import('../../../ir/receiver.js').Holder, { kind: 'prototype' }>, name: string | null }[]} */
function receiversIn({ parents, discovered }) {
	if (!MAY_RECEIVE.test(discovered.source)) return [];
	return [...parents.keys()].flatMap((node) => {
		if (node.type !== 'ThisExpression' && node.type !== 'Super') return [];
		const member = parents.get(node);
		const name = member && isMember(member) ? propertyName(member) : null;
		const owner = name === null ? null : ownerOfThis(node, parents);
		const holder = owner && holderOfThis(owner, parents);
		return holder && holder.kind !== 'prototype' ? [{ node, holder, name }] : [];
	});
}

/** @param {Node} definition a class @param {View} view @returns {Node[]} it, those of the module that it inherits from, and the expression of one that is none of the module's */
export function ancestryOf(definition, { variableOf }) {
	const found = [definition];
	let at = unwrap(definition.superClass ?? null);
	while (at) {
		const variable = at.type === 'Identifier' ? variableOf.get(at) : null;
		const outer = isClass(at) ? at : variable && classOf(variable);
		if (outer && found.includes(outer)) break;
		found.push(outer || at);
		at = outer ? unwrap(outer.superClass ?? null) : null;
	}
	return found;
}

/** @param {Node} member @returns {string[]} */
function namesFrom(member) {
	/** @type {string[]} */
	const names = [];
	for (let at = unwrap(member); isMember(at); at = unwrap(at.object))
		names.unshift(propertyName(at) ?? '');
	return names;
}
