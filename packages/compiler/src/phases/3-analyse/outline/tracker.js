/** @import { Node } from '../../../types.js' */
/** @import { Callee } from '../../../ir/module.js' */
/** @import { UseFact } from '../../../ir/summary.js' */
/** @import { Variable } from '../../../ast/scope.js' */
/** @import { Root } from './imports.js' */
/** @import { View } from './view.js' */
import {
	dottedName,
	isCall,
	isClass,
	isFunction,
	isMember,
	propertyName,
	unwrap,
} from '../../../ast/shapes.js';
import { Judge } from '../judge.js';
import { PassedValues } from './passed-values.js';

/** What a link may find to be a unit, or a function that becomes async. @typedef {Callee & { origin: UseFact['of'] }} Target */

/** Deeper paths of properties are not followed: namespaces of namespaces have two or three. */
const DEEPEST = 4;

/**
 * Judges the uses of what is imported, property by property: whether `lib.score` is a function of the
 * namespace `lib` or a property of the function `lib` only shows when files are linked.
 *
 * @augments {Judge<Target>}
 */
export class Tracker extends Judge {
	/** @param {View} view */
	constructor(view) {
		super(view.discovered, () => true);
		/** @type {Map<Variable, Target[]>} what variables hold, so that each is followed once */
		this.holders = new Map();
		this.view = view;
		/** @type {readonly Root[]} the imports that are tracked, by their indexes */
		this.roots = [];
		this.passed = new PassedValues(this);
		/** @type {{ node: Node, target: Target }[]} expressions that have an import, and are no names of it */
		this.values = [];
		/** @type {Set<Node>} expressions whose value goes on to others, which are followed */
		this.followed = new Set();
	}

	/** @param {Target} target @param {Node} node an expression, other than a name, that has it */
	value(target, node) {
		this.values.push({ node, target });
		this.use(target, node);
	}

	/** @override @param {Target} target @param {Variable} variable */
	variable(target, variable) {
		const known = this.holders.get(variable) ?? [];
		if (known.some((one) => isSame(one, target))) return;
		this.holders.set(variable, [...known, target]);
		super.variable(target, variable);
	}

	/** @override @param {Target} target @param {Node} node @returns {void} */
	use(target, node) {
		const { child, parent } = this.outermost(node);
		if (target.origin.kind !== 'import') return super.use(target, node);
		if (parent.type === 'AssignmentExpression' && parent.left === child) return;
		if (isMember(parent) && parent.object === child) {
			this.member(target, parent);
			const name = propertyName(parent);
			if (name === null) this.computed(target, parent);
			else if (target.origin.path.length < DEEPEST) this.use(propertyOf(target, name), parent);
			return;
		}
		const isDestructured =
			parent.type === 'VariableDeclarator' &&
			parent.init === child &&
			parent.id.type === 'ObjectPattern';
		if (isDestructured) return this.pattern(target, parent.id);
		if (this.passed.follow(target, node, 'value')) return void this.followed.add(node);
		// what a class inherits is called by another name
		if (isClass(parent) && parent.superClass === child)
			this.refuse(target, node, 'inherit', { detail: 'is inherited' });
		super.use(target, node);
	}

	/** `lib[name]` may be anything of it. @param {Target} target @param {Node} member */
	computed(target, member) {
		const { child, parent } = this.outermost(member);
		if (!this.isHarmless(parent, child)) this.escape(target, member);
	}

	/** `{ score, ...rest }` of an imported object. @param {Target} target @param {Node} pattern @returns {void} */
	pattern(target, pattern) {
		if (pattern.type === 'AssignmentPattern') return this.pattern(target, pattern.left);
		if (pattern.type === 'Identifier') {
			const variable = this.declaredBy(pattern);
			if (variable && !variable.isReassigned) this.variable(target, variable);
			else this.escape(target, pattern);
			return;
		}
		if (pattern.type !== 'ObjectPattern') return this.escape(target, pattern);
		for (const property of pattern.properties) {
			const name = property.type === 'RestElement' ? null : propertyName(property);
			if (property.type === 'RestElement') this.pattern(target, property.argument);
			else if (name === null) this.escape(target, property);
			else this.pattern(propertyOf(target, name), property.value);
		}
	}

	/** The promise of a module that `import()` gives. @param {Target} target @param {Node} node @returns {void} */
	promise(target, node) {
		const { child, parent } = this.outermost(node);
		if (parent.type === 'AwaitExpression') return this.value(target, parent);
		if (parent.type === 'ExpressionStatement' || isVoid(parent)) return;
		if (isMember(parent) && parent.object === child) return this.promiseMember(target, parent);
		const constant =
			parent.type === 'VariableDeclarator' && parent.init === child && this.constantOf(parent);
		if (constant) {
			for (const one of constant.references)
				if (one.role === 'read') this.promise(target, one.node);
			return;
		}
		if (this.passed.follow(target, node, 'promise')) return;
		const element = parent.type === 'ArrayExpression' ? this.elementOf(parent, child) : null;
		if (element) this.pattern(target, element);
		else this.escape(target, node);
	}

	/** `import(x).then((module) => …)`. @param {Target} target @param {Node} member @returns {void} */
	promiseMember(target, member) {
		const { child, parent } = this.outermost(member);
		const name = propertyName(member);
		if (!isCall(parent) || parent.callee !== child) return this.escape(target, member);
		if (name !== 'then') return this.promise(target, parent);
		const callback = unwrap(parent.arguments[0]);
		if (!callback || !isFunction(callback)) return this.escape(target, member);
		if (callback.params[0]) this.pattern(target, callback.params[0]);
	}

	/**
	 * `b` of `const [a, b] = await Promise.all([x, node])`.
	 *
	 * @param {Node} array @param {Node} node
	 * @returns {Node | null}
	 */
	elementOf(array, node) {
		const { child, parent } = this.outermost(array);
		if (!isCall(parent) || dottedName(parent.callee) !== 'Promise.all') return null;
		if (parent.arguments[0] !== child) return null;
		const waiting = this.outermost(parent).parent;
		if (waiting.type !== 'AwaitExpression') return null;
		const declarator = this.outermost(waiting).parent;
		if (declarator.type !== 'VariableDeclarator' || declarator.id.type !== 'ArrayPattern')
			return null;
		return declarator.id.elements[array.elements.indexOf(node)] ?? null;
	}
}

/** @param {Node} node @returns {boolean} */
const isVoid = (node) => node.type === 'UnaryExpression' && node.operator === 'void';

/** @param {Target} target of an import @param {string} name @returns {Target} */
function propertyOf(target, name) {
	const origin = /** @type {Extract<UseFact['of'], { kind: 'import' }>} */ (target.origin);
	return { ...target, name, origin: { ...origin, path: [...origin.path, name] } };
}

/** @param {Target} left @param {Target} right @returns {boolean} */
const isSame = (left, right) => JSON.stringify(left.origin) === JSON.stringify(right.origin);
