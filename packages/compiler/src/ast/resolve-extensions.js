/** @import { Node } from '../types.js' */
/** @import { Resolver } from './resolve.js' */
import { childrenOf } from './babel.js';
import { declareStatement } from './declarations.js';
import { Scope } from './scope.js';

/** @typedef {(resolver: Resolver, node: Node, scope: Scope) => void} Visitor */

/**
 * How names are resolved in the syntax of TypeScript and JSX.
 *
 * @type {Record<string, Visitor>}
 */
export const EXTENSIONS = {
	TSEnumDeclaration(resolver, node, scope) {
		const members = new Scope('block', node, scope);
		resolver.scopes.set(node, members);
		const list = node.members ?? node.body.members;
		for (const member of list) {
			if (member.id.type === 'Identifier') {
				members.declare(member.id.name, 'enum-member', { id: member.id, node: member });
			}
		}
		resolver.parents.set(node.id, node);
		for (const member of list) {
			resolver.parents.set(member, node);
			resolver.visit(member.initializer, member, members);
		}
	},

	TSModuleDeclaration(resolver, node, scope) {
		const inner = new Scope('namespace', node, scope);
		if (node.body?.type === 'TSModuleBlock') {
			resolver.parents.set(node.body, node);
			resolver.open(node.body, inner);
			resolver.visitAll(node.body.body, node.body, inner);
		} else if (node.body) {
			declareStatement(node.body, inner);
			resolver.visit(node.body, node, inner);
		}
	},

	TSImportEqualsDeclaration(resolver, node, scope) {
		let reference = node.moduleReference;
		while (reference.type === 'TSQualifiedName') reference = reference.left;
		if (reference.type === 'Identifier') resolver.refer(reference, scope, 'read');
	},

	JSXElement(resolver, node, scope) {
		resolver.referImplicitly(node.openingElement, scope, resolver.pragmas.element);
		resolver.visitAll(childrenOf(node), node, scope);
	},

	JSXFragment(resolver, node, scope) {
		const { element, fragment } = resolver.pragmas;
		resolver.referImplicitly(node.openingFragment, scope, element);
		if (fragment !== element) resolver.referImplicitly(node.openingFragment, scope, fragment);
		resolver.visitAll(childrenOf(node), node, scope);
	},

	JSXOpeningElement(resolver, node, scope) {
		let name = node.name;
		const isMember = name.type === 'JSXMemberExpression';
		while (name.type === 'JSXMemberExpression') name = name.object;
		// A lower-case tag is an element of the page, not a variable.
		if (name.type === 'JSXIdentifier' && (isMember || !/^[a-z]/.test(name.name))) {
			resolver.parents.set(name, node);
			resolver.refer(name, scope, 'read');
		}
		resolver.visitAll(node.attributes, node, scope);
	},

	JSXClosingElement() {},

	JSXAttribute(resolver, node, scope) {
		resolver.visit(node.value, node, scope);
	},
};
