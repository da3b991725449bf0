/** @import { Node } from '../../../../types.js' */
/** @import { FlowVisitor } from './visitor.js' */
import { propertyName, unwrap } from '../../../../ast/shapes.js';
import { ELEMENT, spanOf } from './builder.js';
import { ofGlobal } from './own-globals.js';

/**
 * A pattern gets a value: that of a declaration, an assignment or a parameter.
 *
 * @param {FlowVisitor} visitor
 * @param {Node | null | undefined} pattern
 * @param {number} value
 * @returns {void}
 */
export function bindPattern(visitor, pattern, value) {
	const target = unwrap(pattern);
	switch (target?.type) {
		case 'Identifier': {
			const variable = visitor.variable(target);
			if (variable) visitor.give(variable, value);
			return;
		}
		case 'MemberExpression':
			return visitor.member(target, value, { node: target, isPlain: true });
		case 'AssignmentPattern':
			return bindPattern(visitor, target.left, visitor.any([value, visitor.value(target.right)]));
		case 'RestElement':
			return bindPattern(
				visitor,
				target.argument,
				value < 0 ? -1 : visitor.push({ op: 'copy', of: [value] }),
			);
		case 'TSParameterProperty':
			return bindProperty(visitor, target, value);
		case 'ArrayPattern':
			visitor.use(value, target, 'iteration');
			for (const [index, one] of target.elements.entries()) {
				const isRest = one?.type === 'RestElement';
				if (one)
					bindPattern(visitor, one, isRest ? value : visitor.prop(value, String(index), one, true));
			}
			return;
		case 'ObjectPattern':
			for (const one of target.properties) {
				if (one.computed) visitor.value(one.key);
				if (one.type === 'RestElement') bindPattern(visitor, one, value);
				else {
					const part = visitor.prop(value, propertyName(one) ?? ELEMENT, one, true);
					bindPattern(visitor, one.value, part);
				}
			}
	}
}

/** `constructor(private store: Store)` @param {FlowVisitor} visitor @param {Node} property @param {number} value */
function bindProperty(visitor, property, value) {
	const { parameter } = property;
	bindPattern(visitor, parameter, value);
	const { name } = parameter.left ?? parameter;
	const of = visitor.push({ op: 'this' });
	visitor.write('set', { of, name, value, node: property, isKept: false, isPlain: true });
}

/** `const { store } = globalThis` @param {FlowVisitor} visitor @param {Node} pattern */
export function bindGlobals(visitor, pattern) {
	for (const one of pattern.properties) {
		const name = one.type === 'RestElement' ? null : propertyName(one);
		const root = visitor.globalRoot(one, name && ofGlobal(name));
		if (root < 0) continue;
		const value = visitor.push({ op: 'root', root, isRead: true, span: spanOf(one) });
		bindPattern(visitor, one.value, value);
	}
}
