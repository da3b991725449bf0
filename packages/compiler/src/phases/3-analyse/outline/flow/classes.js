/** @import { Node } from '../../../../types.js' */
/** @import { FlowVisitor } from './visitor.js' */
import { isFunction, memberName, membersOf } from '../../../../ast/shapes.js';
import { ELEMENT } from './builder.js';
import { bindPattern } from './patterns.js';

/**
 * A class: its methods run when they are called, its static properties are set when it is evaluated, and others when an instance
 * is made.
 *
 * @param {FlowVisitor} visitor
 * @param {Node} node
 * @returns {number}
 */
export function visitClass(visitor, node) {
	const { facts } = visitor;
	const one = visitor.emptyClass();
	const index = facts.classes.push(one) - 1;
	if (node.superClass) one.parent = visitor.value(node.superClass, { isRead: false });
	const members = membersOf(node);
	const fields = members.filter((member) => isField(member) && !member.static && member.value);
	if (fields.length > 0)
		one.fields = visitor.fnOf(node.body, {}, () => {
			for (const field of fields) setField(visitor, field, visitor.push({ op: 'this' }));
		});
	for (const member of members) {
		if (!isFunction(member)) continue;
		const name = memberName(member) ?? ELEMENT;
		const key = /^[gs]et$/.test(member.kind) ? `${member.kind} ${name}` : name;
		const isConstructor = member.kind === 'constructor';
		const names = isConstructor ? [] : [key];
		const value = visitor.function(member, { names, isInline: false });
		const made = facts.nodes[value];
		const fn = made?.op === 'fn' ? made.fn : -1;
		if (isConstructor) one.construct = fn;
		else (member.static ? one.statics : one.methods)[key] = fn;
	}
	const value = visitor.push({ op: 'class', class: index });
	// Inside of the class its name is a variable of its own.
	if (node.id) bindPattern(visitor, node.id, value);
	for (const member of members.filter((each) => each.static)) {
		if (member.type === 'StaticBlock') for (const statement of member.body) visitor.run(statement);
		else if (isField(member) && member.value) setField(visitor, member, value);
	}
	return value;
}

/** @param {Node} member @returns {boolean} */
const isField = ({ type }) => /^Class(Private|Accessor)?Property$/.test(type);

/** @param {FlowVisitor} visitor @param {Node} field @param {number} of */
function setField(visitor, field, of) {
	const value = visitor.value(field.value);
	const name = memberName(field) ?? ELEMENT;
	const made = visitor.facts.nodes[value];
	if (made?.op === 'fn') visitor.facts.fns[made.fn]?.names.push(name);
	visitor.write('set', { of, name, value, node: field, isKept: true, isPlain: true });
}
