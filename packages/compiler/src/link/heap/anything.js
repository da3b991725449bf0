/** @import { FlowCall } from '../../ir/flow.js' */
/** @import { ModuleSummary } from '../../ir/summary.js' */
/** @import { Context } from './context.js' */
/** @import { Heap } from './heap.js' */
/** @import { Value } from './values.js' */
import { BASE, NOTHING, SPREAD, union } from './values.js';

/**
 * The members of a value whose name is computed: `Table[key]`, where that is a class, an instance, a literal, or the exports of a
 * module.
 *
 * @param {Heap} heap
 * @param {Value} value
 * @param {'get' | 'own'} kind accessors, which run when they are read, or all others
 * @returns {Value}
 */
export function anyMember(heap, value, kind) {
	const types = [...heap.elements.types(value)];
	return union(...types.map((one) => membersOf(heap, one, kind, 0)));
}

/** @param {Heap} heap @param {number} type @param {'get' | 'own'} kind @param {number} depth in a chain of classes @returns {Value} */
function membersOf(heap, type, kind, depth) {
	const { elements, program } = heap;
	const element = elements.get(type);
	if (!('module' in element) || depth > 10) return NOTHING;
	const { module, index, made } = element;
	const held =
		kind === 'get'
			? heap.holds(type, 'get []')
			: union(heap.holds(type, '[]'), heap.holds(type, '?'));
	if (element.kind === 'object' || element.kind === 'fn') return held;
	if (element.kind === 'namespace') {
		const names = kind === 'get' ? [] : exportsOf(heap, module, new Set());
		return union(
			...names.flatMap((name) =>
				program.lookUp(module, [name], 'import', new Set()).map((one) => heap.found(one, [])),
			),
		);
	}
	if (element.kind !== 'class' && element.kind !== 'instance') return NOTHING;
	const definition = module.flow.classes[index];
	if (!definition) return NOTHING;
	const own = Object.entries(element.kind === 'class' ? definition.statics : definition.methods)
		.filter(([name]) => /^get /.test(name) === (kind === 'get') && !/^set /.test(name))
		.map(([, fn]) => elements.type('fn', module, fn, made));
	const bases = [...heap.holds(type, BASE)].map((one) => elements.get(one));
	return union(
		new Set(own),
		element.kind === 'class' ? held : NOTHING,
		...bases.map((base) =>
			base.kind === 'class'
				? membersOf(
						heap,
						elements.type(element.kind, base.module, base.index, base.made),
						kind,
						depth + 1,
					)
				: NOTHING,
		),
	);
}

/** @param {Heap} heap @param {ModuleSummary} module @param {Set<ModuleSummary>} seen @returns {string[]} names, with those of `export *` */
function exportsOf(heap, module, seen) {
	if (seen.has(module)) return [];
	seen.add(module);
	return module.exports.flatMap(({ name, value }) => {
		if (name !== '*') return [name];
		const fact = value.kind === 'import' ? module.imports[value.import] : undefined;
		return fact
			? heap.program.modulesOf(module, fact).flatMap((one) => exportsOf(heap, one, seen))
			: [];
	});
}

/**
 * What a call gives that runs no function of the program that is known: anything within its operands, and what functions among
 * them give, which it may call.
 *
 * @param {Context} context
 * @param {{ call: FlowCall, receiver: Value, callee: Value, args: Value[] }} of
 * @returns {Value}
 */
export function anyResult(context, { call: { span }, receiver, callee, args: list }) {
	const { heap } = context;
	const { elements } = heap;
	const args = union(callee, ...list);
	const all = union(receiver, args);
	// Of data, methods of the platform give what is known.
	if (callee.size === 0 && elements.types(all).size === 0) return NOTHING;
	const parts = heap.prop(all, '[]');
	const given = union(parts, elements.box(all), all);
	const results = [...elements.types(args)].map((one) => {
		const element = elements.get(one);
		if (element.kind !== 'fn') return NOTHING;
		const fn = element.module.flow.fns[element.index];
		// A callback that stands here has been walked with the function around it.
		if (element.module === context.module && fn && fn.call >= 0 && context.isInside(element.index))
			return union(...fn.results.map((result) => context.at(result)));
		return context.runAll(new Set([one]), { self: all, args: SPREAD.map(() => given), span });
	});
	const gotten = context.runAll(anyMember(heap, args, 'get'), { self: args, span });
	return union(...results, gotten, all, elements.box(union(all, parts)), elements.types(parts));
}
