/** @import { FlowClass, FlowSpan } from '../../ir/flow.js' */
/** @import { Context } from './context.js' */
/** @import { Heap } from './heap.js' */
/** @import { Element, Value } from './values.js' */
import { BASE, NOTHING, union } from './values.js';

/** Bases of bases beyond which nothing is followed. */
const DEEPEST = 10;

/** The objects of roots that hold classes and functions, by these: as found in one round. @type {WeakMap<Heap, { round: number, owners: Map<number, Value> }>} */
const known = new WeakMap();

/**
 * The object of the root that holds a class. Code comes to it by way of an instance, without a name of the class.
 *
 * @param {Heap} heap
 * @param {number} type a class, or a function that makes instances
 * @returns {Value}
 */
function ownerOf(heap, type) {
	let found = known.get(heap);
	if (found?.round !== heap.round) {
		found = { round: heap.round, owners: ownersIn(heap) };
		known.set(heap, found);
	}
	return found.owners.get(type) ?? NOTHING;
}

/** @param {Heap} heap @returns {Map<number, Value>} */
function ownersIn(heap) {
	/** @type {Map<number, Value>} */
	const owners = new Map();
	for (const module of heap.modules) {
		for (const [index, { label, isPerThread }] of module.flow.roots.entries()) {
			if (label < 0 || isPerThread) continue;
			for (const type of heap.held.get(heap.rootKey(module, index)) ?? NOTHING)
				if (/^(class|fn)$/.test(heap.elements.get(type).kind))
					owners.set(type, union(owners.get(type) ?? NOTHING, heap.labelled(module, label)));
		}
	}
	return owners;
}

/** @param {Heap} heap @param {Extract<Element, { made: Context | null }>} instance @returns {Value} `instance.constructor` */
export function classOf(heap, { module, index, made }) {
	const type = heap.elements.type('class', module, index, made);
	return union(new Set([type]), ownerOf(heap, type));
}

/** @param {Heap} heap @param {number} one an element @returns {Value} `Object.getPrototypeOf(one)` */
export function prototypeOf(heap, one) {
	const element = heap.elements.get(one);
	if (element.kind === 'instance') return heap.elements.prop(classOf(heap, element), PROTOTYPE);
	if (element.kind !== 'class') return NOTHING;
	const bases = heap.holds(one, BASE);
	return union(bases, ...[...bases].map((base) => ownerOf(heap, base)));
}

const PROTOTYPE = 'prototype';

/**
 * What an instance inherits is in the prototypes of its classes, which other code may have changed; what a class does, in those that it
 * extends.
 *
 * @param {Context} context
 * @param {{ value: Value, name: string, span: FlowSpan }} read `value`: of which a property is read, or a method called
 */
export function readInherited(context, { value, name, span }) {
	const { heap } = context;
	const { elements } = heap;
	for (const one of value) {
		const element = elements.get(one);
		if (element.kind === 'class')
			for (const base of basesOf(heap, one, null))
				if (base !== one) context.read(elements.prop(ownerOf(heap, base), name), span, true);
		if (element.kind !== 'instance' || heap.isCautious) continue;
		const { module, index, made } = element;
		for (const type of basesOf(heap, elements.type('class', module, index, made), name)) {
			const prototype = elements.prop(ownerOf(heap, type), PROTOTYPE);
			context.read(elements.prop(prototype, name), span, true);
		}
	}
}

/**
 * Who makes an instance may run any method of it: the language does, too.
 *
 * @param {Context} context
 * @param {Value} callee classes, and functions that make instances
 * @param {FlowSpan} span
 */
export function readPrototypes(context, callee, span) {
	const { heap } = context;
	const { elements } = heap;
	if (!heap.isCautious) return;
	context.read(elements.prop(new Set(elements.parts(callee)), PROTOTYPE), span, true);
	for (const one of callee) {
		const element = elements.get(one);
		if (element.kind !== 'class' && element.kind !== 'fn') continue;
		for (const type of basesOf(heap, one, null))
			context.read(elements.prop(ownerOf(heap, type), PROTOTYPE), span, true);
		// Of instances that functions make no class is known: `this.constructor.limit` may be any property.
		if (element.kind === 'fn' && element.module.flow.reflects)
			context.read(elements.prop(ownerOf(heap, one), 'constructor'), span, true);
	}
}

/** @param {Heap} heap @param {number} made a class, or a function @param {string | null} name of a method that is looked for; null for all @returns {number[]} it, and what it extends, as far as the method may be found there */
function basesOf(heap, made, name) {
	const found = [made];
	// grows while it is walked
	for (const one of found) {
		if (found.length >= DEEPEST || defines(heap, one, name)) continue;
		for (const base of heap.holds(one, BASE)) if (!found.includes(base)) found.push(base);
	}
	return found;
}

/** @param {Heap} heap @param {number} type @param {string | null} name @returns {boolean} whether the text of a class has a method of the name */
function defines(heap, type, name) {
	const element = heap.elements.get(type);
	if (name === null || element.kind !== 'class') return false;
	const { methods } = /** @type {FlowClass} */ (element.module.flow.classes[element.index]);
	return Object.hasOwn(methods, name);
}
